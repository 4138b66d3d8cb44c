import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedSentence, Citation } from '../src/contracts/citation.ts';
import type { Block } from '../src/contracts/parser.ts';
import { markdownParser } from '../src/ingest/parse/markdown-parser.ts';
import { answerBlocks } from '../web/answer/answer-blocks.ts';
import { answerPieces } from '../web/answer/answer-pieces.ts';
import { formatRoute, parseRoute, type Route } from '../web/route.ts';
import { inlineMarkup } from '../web/source/inline-markup.ts';
import { outlineLevels } from '../web/source/outline-levels.ts';
import { piecesWithin, runPieces } from '../web/source/run-pieces.ts';
import { windowAround } from '../web/source/run-window.ts';
import { type SourceRun, sourceRuns } from '../web/source/source-runs.ts';
import { tableRows } from '../web/source/table-rows.ts';

const markdownLike = fc
  .array(
    fc
      .constantFrom(
        'a',
        'word ',
        '\n',
        '\n\n',
        '# ',
        '- ',
        '  - ',
        '1. ',
        '> ',
        '```',
        '~~~\n',
        '**',
        '*',
        '`',
      )
      .chain((token) => fc.constantFrom(token, '[x](y)', '|', '---\n', '😀', '\t', 'x'.repeat(60))),
    { maxLength: 80 },
  )
  .map((tokens) => tokens.join(''));

const joined = (text: string, pieces: readonly { start: number; end: number }[]) =>
  pieces.map(({ start, end }) => text.slice(start, end)).join('');

async function blocksOf(text: string): Promise<readonly Block[]> {
  const bytes = new TextEncoder().encode(text);
  return (await markdownParser.parse({ path: 'document.md', bytes })).blocks;
}

/** Blocks as any parser might give them: in order, without overlaps, with gaps. */
function anyBlocks(text: string, cuts: readonly number[]): readonly Block[] {
  const kinds = ['paragraph', 'list', 'code', 'quote', 'equation', 'figure'] as const;
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  return places.flatMap((start, index) => {
    const end = places[index + 1];
    const kind = kinds[index % kinds.length];
    return end === undefined || kind === undefined || index % 3 === 2 ? [] : [{ kind, start, end }];
  });
}

function heading(level: number): SourceRun {
  return { start: 0, end: 1, kind: 'heading', level };
}

function inlineKinds(text: string): readonly string[] {
  return inlineMarkup(text).map(({ start, end, kind }) => `${kind}:${text.slice(start, end)}`);
}

function citation(number: number, quote: string): Citation {
  const place = { documentId: 'd', chunkId: 'd.1.0', path: 'd.md', title: 'D', headingPath: [], page: null };
  return { ...place, number, start: 0, end: quote.length, quote, verdict: 'verbatim' };
}

function parts(answer: string, citations: readonly Citation[]): readonly (string | number)[] {
  return answerPieces(answer, citations).map((piece) => {
    if (piece.kind === 'marker') return piece.citation.number;
    if (piece.kind === 'row') return `row:${piece.cells.join(';')}`;
    const marker = piece.kind === 'item' ? `${'  '.repeat(piece.depth)}${piece.marker} ` : '';
    return `${piece.kind}:${marker}${piece.text}`;
  });
}

/** A sentence of each line. */
function sentencesOf(answer: string): readonly CheckedSentence[] {
  return [...answer.matchAll(/[^\n]+/g)].map(({ 0: line, index }, place) => {
    const span = { start: index, end: index + line.length };
    return { ...span, verdict: 'verbatim', citations: [place + 1], missing: [] };
  });
}

/** The rows of a table, or the kinds of what stands in a block of words. */
function blocksOfAnswer(answer: string): readonly (readonly string[])[] {
  return answerBlocks(answer, [], sentencesOf(answer)).map((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) => cells.join(';'))
      : block.words.map(({ piece }) => piece.kind),
  );
}

function tableLines(text: string): readonly (readonly string[])[] {
  const run: SourceRun = { start: 0, end: text.length, kind: 'table', level: 0 };
  return tableRows(text, runPieces(text, run)).map(({ cells, kind }) => [
    kind,
    ...cells.map((cell) => joined(text, cell)),
  ]);
}

describe('the source of a citation', () => {
  it('is shown whole, character for character, whatever its blocks are', () => {
    fc.assert(
      fc.property(markdownLike, fc.array(fc.nat(400), { maxLength: 12 }), (text, cuts) => {
        const runs = sourceRuns(text, anyBlocks(text, cuts));
        expect(joined(text, runs)).toBe(text);
        for (const run of runs) {
          expect(joined(text, runPieces(text, run))).toBe(text.slice(run.start, run.end));
        }
      }),
    );
  });

  it('marks exactly the cited span, also across runs and inline markup', () => {
    fc.assert(
      fc.property(markdownLike, fc.nat(400), fc.nat(400), (text, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.min(at, text.length)) as [
          number,
          number,
        ];
        const marked = sourceRuns(text, anyBlocks(text, [0, 7, 30, text.length])).flatMap((run) =>
          piecesWithin(runPieces(text, run), start, end),
        );
        expect(joined(text, marked)).toBe(text.slice(start, end));
      }),
    );
  });

  it('sets the blocks of Markdown by their form', async () => {
    const text =
      '---\ntitle: T\n---\n\n# One\n\nFirst line that was wrapped by the editor at some width,\nsecond line.\n\n' +
      'roses\nviolets\n\n- a\n  - b\n- c\n\n```js\nx\n```\n\n| a |\n|---|\n| b |\n\n> q\n';
    const runs = sourceRuns(text, await blocksOf(text));
    expect(runs.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
      'code 0',
      'heading 1',
      'prose 0',
      'lines 0',
      'item 1',
      'item 2',
      'item 1',
      'code 0',
      'table 0',
      'quote 0',
    ]);
  });

  it('cuts one endless line into runs without splitting a character', () => {
    const text = '😀'.repeat(30_000);
    const runs = sourceRuns(text, [{ kind: 'paragraph', start: 0, end: text.length }]);
    expect(runs.length).toBeGreaterThan(2);
    for (const { start, end } of runs) {
      expect(end - start).toBeLessThanOrEqual(20_000);
      expect(text.slice(start, end).isWellFormed()).toBe(true);
    }
    expect(joined(text, runs)).toBe(text);
  });

  it('takes a list of any length', () => {
    const text = '- item\n'.repeat(300_000);
    expect(sourceRuns(text, [{ kind: 'list', start: 0, end: text.length }])).toHaveLength(300_000);
  });

  it('shows of a very long document the part around the span at first', () => {
    const runs = Array.from({ length: 1000 }, (_, index): SourceRun => {
      return { start: index * 1000, end: (index + 1) * 1000, kind: 'prose', level: 0 };
    });
    expect(windowAround(runs, 500_500)).toEqual({ from: 300, to: 701 });
    expect(windowAround(runs, 0)).toEqual({ from: 0, to: 200 });
    expect(windowAround(runs, 9_999_999)).toEqual({ from: 0, to: 1000 });
  });

  it('gives headings an outline without skipped levels', () => {
    const prose: SourceRun = { start: 0, end: 1, kind: 'prose', level: 0 };
    expect(outlineLevels([heading(2), prose, heading(4), heading(4), heading(1), heading(3)])).toEqual([
      3,
      undefined,
      4,
      4,
      3,
      4,
    ]);
  });
});

describe('a table of a source', () => {
  it('is arranged in rows and cells', () => {
    expect(tableLines('| a | b \\| c |\n|---|---:|\n| 1 | |\n2 | 3\n')).toEqual([
      ['header', '| a ', '| b \\| c |\n'],
      ['rule', '|---', '|---:|\n'],
      ['body', '| 1 ', '| |\n'],
      ['body', '2 ', '| 3\n'],
    ]);
    expect(tableLines('| a | b |\n| c | d |')).toEqual([
      ['body', '| a ', '| b |\n'],
      ['body', '| c ', '| d |'],
    ]);
  });

  it('keeps its text, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(markdownLike, fc.string({ unit: fc.constantFrom('|', '-', '\n', ' ', 'a', '`') })),
        (text) => {
          expect(
            tableLines(text)
              .flatMap(([, ...cells]) => cells)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});

describe('inline markup', () => {
  it('tells words from the marks around them', () => {
    expect(inlineKinds('a **b** *c* `d` [e](f) g')).toEqual([
      'text:a ',
      'mark:**',
      'strong:b',
      'mark:**',
      'text: ',
      'mark:*',
      'emphasis:c',
      'mark:*',
      'text: ',
      'mark:`',
      'code:d',
      'mark:`',
      'text: ',
      'mark:[',
      'text:e',
      'mark:](f)',
      'text: g',
    ]);
  });

  it('ends code with as many ticks as it began with', () => {
    expect(inlineKinds('(`` ` ``, `~`)')).toEqual([
      'text:(',
      'mark:`` ',
      'code:`',
      'mark: ``',
      'text:, ',
      'mark:`',
      'code:~',
      'mark:`',
      'text:)',
    ]);
  });

  it.each(['2 * 3 * 4', 'snake_case_name', 'a ** b', '5*6*7', '[1] and [2]', '**', '``', '`a``'])(
    'leaves %s alone',
    (text) => {
      expect(inlineKinds(text)).toEqual([`text:${text}`]);
    },
  );
});

describe('an answer taken apart', () => {
  it('has a marker behind each quote', () => {
    expect(parts('One. [1] Two. [2]', [citation(1, 'One.'), citation(2, 'Two.')])).toEqual([
      'text:One.',
      1,
      'text: ',
      'text:Two.',
      2,
    ]);
  });

  it("keeps brackets that are the document's own", () => {
    expect(parts('See [1] and [7]. [1]', [citation(1, 'See [1] and [7].')])).toEqual([
      'text:See [1] and [7].',
      1,
    ]);
  });

  it('finds quotes that the answer has on one line, and gives them their form back', () => {
    expect(parts('- a - b [1]', [citation(1, '- a\n- b')])).toEqual(['item:• a', 'item:• b', 1]);
    expect(parts('| a | |---| | b | [1]', [citation(1, '| a |\n|---|\n| b |')])).toEqual([
      'row:a',
      'row:b',
      1,
    ]);
  });

  it('takes a list apart into its lead-in, its items and their code, without fences', () => {
    const list =
      'To begin:\n\n1. Open it\n   and wait\n   ```sh\n   open --now\n     it\n   ```\n2. Close it\n   - at once\n';
    expect(parts(`${list} [1]`, [citation(1, list)])).toEqual([
      'text:To begin:\n',
      'item:1. Open it\nand wait',
      'preformatted:open --now\n  it',
      'item:2. Close it',
      'item:  • at once',
      1,
    ]);
  });

  it('sets an item in by the items around it, however many spaces its document takes for that', () => {
    const list = '1. a\n    - b\n        - c\n    - d\n2. e\n   * f';
    expect(parts(`${list} [1]`, [citation(1, list)])).toEqual([
      'item:1. a',
      'item:  • b',
      'item:    • c',
      'item:  • d',
      'item:2. e',
      'item:  • f',
      1,
    ]);
  });

  it('keeps the lines of code that is quoted without its fences', () => {
    const code = 'open()\n\tclose()';
    expect(parts(`${code} [1]`, [citation(1, code)])).toEqual([`preformatted:${code}`, 1]);
  });

  it('takes the row of a table as its cells', () => {
    expect(parts('| a | b \\| c | [1]', [citation(1, '| a | b \\| c |')])).toEqual(['row:a;b \\| c', 1]);
  });

  it('finds markers behind words that are no quote, and leaves unknown ones as text', () => {
    expect(parts('In other words [1], so [9].', [citation(1, 'quote')])).toEqual([
      'text:In other words',
      1,
      'text:, so [9].',
    ]);
  });
});

describe('the blocks of an answer', () => {
  it('are a table where rows follow one another, each with the sentence that it is', () => {
    const answer = 'Here:\n| a | b |\n| 1<br/>2 | 3 |\nSo it is.';
    const [, , table, after] = answerBlocks(answer, [], sentencesOf(answer));
    expect(blocksOfAnswer(answer)).toEqual([['text'], ['text'], ['a;b', '1\n2;3'], ['text']]);
    expect(table?.kind === 'table' && table.rows.map(({ sentence }) => sentence?.citations)).toEqual([
      [2],
      [3],
    ]);
    expect(after?.kind === 'words' && after.sentence?.citations).toEqual([4]);
  });

  it('have the form that a model sets around its sentences', () => {
    const answer =
      'Steps:\n\n1. Open it.\n   - Wait.\n2. Close it.\n\n### Parts\n\n### All of them\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' +
      '```sh\nopen --now\nclose\n```\nDone.';
    const spoken = [
      'Steps:',
      'Open it.',
      'Wait.',
      'Close it.',
      'Parts',
      '### All of them',
      '| a | b |',
      '| 1 | 2 |',
      'open --now',
      'close',
      'Done.',
    ];
    const sentences = spoken.map((text): CheckedSentence => {
      const start = answer.indexOf(text);
      return { start, end: start + text.length, verdict: 'uncited', citations: [], missing: [] };
    });
    const blocks = answerBlocks(answer, [], sentences).map((block) => {
      if (block.kind === 'table')
        return `table ${block.rows.map(({ cells }) => cells.join(';')).join(' / ')}`;
      const { lead, words } = block;
      const form = lead?.kind === 'item' ? `${'  '.repeat(lead.depth)}${lead.marker} ` : (lead?.kind ?? '');
      return (
        form +
        words.map(({ piece }) => (piece.kind === 'row' ? 'row' : `${piece.kind}:${piece.text}`)).join(' ')
      );
    });
    expect(blocks.filter((block) => !/^text:\s*$/.test(block))).toEqual([
      'text:Steps:',
      '1. text:Open it.',
      '  • text:Wait.',
      '2. text:Close it.',
      'headingtext:Parts',
      'headingtext:All of them',
      'table a;b / 1;2',
      'preformatted:open --now\nclose',
      'text:Done.',
    ]);
  });

  it('begin with the form of the first sentence, and keep code that is still being written', () => {
    const sentence: CheckedSentence = { start: 2, end: 5, verdict: 'uncited', citations: [], missing: [] };
    const [first, ...others] = answerBlocks('- One\n```js\nlet x', [], [sentence]);
    expect(first?.kind === 'words' && first.lead).toEqual({ kind: 'item', marker: '•', depth: 0 });
    expect(others.at(-1)).toMatchObject({ words: [{ piece: { kind: 'preformatted', text: 'let x' } }] });
  });

  it('are words where a row stands alone, or beside one of another table', () => {
    expect(blocksOfAnswer('| a | b |\nSo.')).toEqual([['row'], ['text'], ['text']]);
    expect(blocksOfAnswer('| a | b |\n| c |')).toEqual([['row'], ['text'], ['row']]);
  });
});

describe('the address', () => {
  it('reads back every route that it writes', () => {
    const source = fc.option(
      fc.record({
        documentId: fc.string({ minLength: 1 }),
        span: fc.option(
          fc
            .tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }))
            .map(([start, length]) => ({ start, end: start + length })),
          { nil: undefined },
        ),
      }),
      { nil: undefined },
    );
    const words = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed());
    const collection = fc.option(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,9}$/), { nil: undefined });
    const route: fc.Arbitrary<Route> = fc.oneof(
      fc.record({
        page: fc.constant('ask' as const),
        question: words.map((text) => text.trim()),
        conversation: fc.option(fc.uuid(), { nil: undefined }),
        search: fc.constant(''),
        collection,
        source,
      }),
      fc.record({
        page: fc.constant('documents' as const),
        question: fc.constant(''),
        conversation: fc.constant(undefined),
        search: words,
        collection,
        source,
      }),
    );
    fc.assert(
      fc.property(route, (written) => {
        expect(parseRoute(formatRoute(written))).toEqual(written);
      }),
    );
  });

  it.each(['', '#', '#/', '#/elsewhere', '#/ask?span=9-1&document=', '#/ask?q=%E0%A4%A'])(
    'takes %j for the start page',
    (hash) => {
      expect(parseRoute(hash)).toMatchObject({ page: 'ask', collection: undefined, source: undefined });
    },
  );
});
