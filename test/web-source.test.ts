import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../src/contracts/parser.ts';
import { markdownParser } from '../src/formats/markdown/markdown-parser.ts';
import { piecesWithin } from '../web/source/inline-markup.ts';
import { findQuoted, quotedSpan } from '../web/source/quoted-span.ts';
import { runPieces } from '../web/source/run-pieces.ts';
import { outlineLevels, type SourceRun, sourceRuns, windowAround } from '../web/source/source-runs.ts';
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
        '$',
        '$$',
        '\\(',
        '\\)',
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

/** What is seen of a text with these blocks. */
function shownOf(text: string, blocks: readonly Block[]): string {
  return sourceRuns(text, blocks)
    .flatMap((run) => runPieces(text, run))
    .filter(({ kind }) => kind !== 'mark' && kind !== 'space')
    .map(({ start, end }) => text.slice(start, end))
    .join('');
}

const whole = (text: string) => ({ start: 0, end: text.length });

function equationKinds(text: string): readonly string[] {
  return sourceRuns(text, [{ kind: 'equation', start: 0, end: text.length }]).map(({ kind }) => kind);
}

function tableLines(text: string, headerEnd = 0): readonly (readonly string[])[] {
  const run: SourceRun = { start: 0, end: text.length, kind: 'table', level: 0 };
  return tableRows(text, runPieces(text, run), headerEnd).map(({ cells, kind }) => [
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
      '# One\n\nFirst line that was wrapped by the editor at some width,\nsecond line.\n\n' +
      'roses\nviolets\n\n- a\n  - b\n- c\n\n```js\nx\n```\n\n| a |\n|---|\n| b |\n\n> q\n';
    const runs = sourceRuns(text, await blocksOf(text));
    expect(runs.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
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

  it('say where a page begins, once, however a page is cut', () => {
    const text = `${'word '.repeat(9000)}\n\nTwo\n\nThree`;
    const [two, three] = [text.indexOf('Two'), text.indexOf('Three')];
    const runs = sourceRuns(text, [
      { kind: 'paragraph', start: 0, end: two - 2, page: 4 },
      { kind: 'paragraph', start: two, end: two + 3, page: 4 },
      { kind: 'paragraph', start: three, end: text.length, page: 5 },
    ]);
    expect(runs.flatMap(({ start, page }) => (page === undefined ? [] : [[start, page]]))).toEqual([
      [0, 4],
      [three, 5],
    ]);
  });

  it('keeps the lines of code within a list, whatever they begin with', () => {
    const parts = [
      '- a\n',
      '  - b\n',
      '  ```yaml\n  - x\n  1. y\n  ```\n',
      '  more\n',
      '- c\n',
      '~~~\nopen\n',
    ];
    const text = parts.join('');
    const runs = sourceRuns(text, [{ kind: 'list', start: 0, end: text.length }]);
    expect(runs.map((run) => text.slice(run.start, run.end))).toEqual(parts);
    expect(runs.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
      'item 1',
      'item 2',
      'code 2',
      'item 2',
      'item 1',
      'code 1',
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

  it('tells what only means form from words, whatever the format writes', () => {
    const heading = (text: string, title: string) =>
      shownOf(text, [{ kind: 'heading', level: 1, title, anchor: 'x', ...whole(text) }]);
    expect(heading('## The **old** mill ##', 'The old mill')).toBe('The old mill');
    expect(heading('The mill\n========', 'The mill')).toBe('The mill');
    expect(heading('= Tide tables', 'Tide tables')).toBe('Tide tables');
    const code = '   ```sh\n   go\n     on\n   ```';
    expect(shownOf(code, [{ kind: 'code', ...whole(code) }])).toBe('go\n  on');
    const item = '- [x] done';
    expect(shownOf(item, [{ kind: 'list', ...whole(item) }])).toBe(' done');
  });

  it('knows of a table which columns are numbers, whatever their unit', () => {
    const text =
      '| name | year | cost | code |\n|---|---|---|---|\n| a | 2024 | € 1,200.50 | A-7 |\n| b | 2025 | −3 % | CS-114 |';
    const block = { kind: 'table', start: 0, end: text.length, headerEnd: text.indexOf('\n| a') } as const;
    const [run] = sourceRuns(text, [block]);
    expect(run?.table?.columns.map(({ isNumeric }) => isNumeric)).toEqual([false, true, true, false]);
  });

  it('sets an equation in TeX as a formula, and any other as it stands', async () => {
    const [run] = sourceRuns('$$\nx\n$$\n', await blocksOf('$$\nx\n$$\n'));
    expect(run?.kind).toBe('equation');
    expect(equationKinds('$$\nx\n\ny\n$$')).toEqual(['code']);
    expect(equationKinds('x  =  1')).toEqual(['code']);
  });
});

describe('a quote of a document that has changed', () => {
  it('is found at the nearest place that has its words', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀'), maxLength: 40 });
    fc.assert(
      fc.property(words, words.filter(Boolean), fc.nat(50), (text, quote, start) => {
        const places = Array.from({ length: text.length }, (_, at) => at).filter((at) =>
          text.startsWith(quote, at),
        );
        const nearest = places.toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start))[0];
        const found = findQuoted(text, quotedSpan({ start, end: start + quote.length }, quote));
        expect(found).toEqual(
          nearest === undefined ? undefined : { start: nearest, end: nearest + quote.length },
        );
      }),
    );
  });

  it('is where it was as long as nobody knows its words, and nowhere where it is longer than the document', () => {
    const span = { start: 2, end: 4, fingerprint: undefined };
    expect(findQuoted('changed', span)).toEqual({ start: 2, end: 4 });
    expect(findQuoted('changed', { start: 0, end: 999_999_999_999, fingerprint: 1 })).toBeUndefined();
  });
});

describe('a table of a source', () => {
  it('is arranged in rows and cells', () => {
    expect(tableLines('| a | b \\| c |\n|---|---:|\n| 1 | |\n2 | 3\n', 22)).toEqual([
      ['header', '| a ', '| b \\| c |\n'],
      ['rule', '|---', '|---:|\n'],
      ['body', '| 1 ', '| |\n'],
      ['body', '2 ', '| 3\n'],
    ]);
    expect(tableLines('| a | b |\n| c | d |')).toEqual([
      ['body', '| a ', '| b |\n'],
      ['body', '| c ', '| d |'],
    ]);
    expect(tableLines('| a | b |\n| - | - |', 9)).toEqual([
      ['header', '| a ', '| b |\n'],
      ['body', '| - ', '| - |'],
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
