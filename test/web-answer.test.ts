import { describe, expect, it } from 'vitest';
import type { CheckedSentence, Citation } from '../src/contracts/citation.ts';
import { answerBlocks } from '../web/answer/answer-blocks.ts';
import { answerPieces } from '../web/answer/answer-pieces.ts';
import { answerTree } from '../web/answer/answer-tree.ts';
import { headingsBelowTitle } from '../web/shell/headings-below-title.ts';

function citation(number: number, quote: string, kind: Citation['kind'] = null): Citation {
  const document = { collection: 'default', documentId: 'd', chunkId: 'd.1.0', path: 'd.md', title: 'D' };
  const place = { headingPath: [], page: null, start: 0, end: quote.length };
  return { ...document, ...place, number, quote, kind, verdict: 'verbatim' };
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

/** Sentences of an answer, each where it is found first. */
function checked(answer: string, spoken: readonly string[]): readonly CheckedSentence[] {
  return spoken.map((text, place) => {
    const start = answer.indexOf(text);
    return { start, end: start + text.length, verdict: 'uncited', citations: [place], missing: [] };
  });
}

/** What is said behind each lead of an answer, without lines between. */
function saidBehind(
  answer: string,
  spoken: readonly string[],
  citations: readonly Citation[] = [],
): readonly string[] {
  return answerBlocks(answer, citations, checked(answer, spoken)).flatMap((block) => {
    if (block.kind === 'table') return ['table'];
    const { lead, said } = block;
    const mark = lead?.kind === 'item' ? `${'  '.repeat(lead.depth)}${lead.marker}` : lead?.kind;
    const texts = said.map(({ words }) =>
      words.map(({ piece }) => ('text' in piece ? piece.text : 'row')).join(''),
    );
    const whole = texts.join('|');
    return whole.trim() === '' ? [] : [mark === undefined ? whole : `${mark} ${whole}`];
  });
}

/** The rows of a table, or the kinds of what stands in a block of words. */
function blocksOfAnswer(answer: string): readonly (readonly string[])[] {
  return answerBlocks(answer, [], sentencesOf(answer)).map((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) => cells.join(';'))
      : block.said.flatMap(({ words }) => words.map(({ piece }) => piece.kind)),
  );
}

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
      'row:',
      'row:b',
      1,
    ]);
  });

  it('takes a list apart into its lead-in, its items and their code, without fences', () => {
    const list =
      'To begin:\n\n1. Open it\n   and wait\n   ```sh\n   open --now\n     it\n   ```\n2. Close it\n   - at once\n';
    expect(parts(`${list} [1]`, [citation(1, list)])).toEqual([
      'text:To begin:',
      'item:1. Open it and wait',
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

  it('takes code that ends on its line for words', () => {
    const quote = 'To begin:\n\n- Open it\n\n```open --now``` opens it.\n\n```\nopen\n```js\n```\nDone.';
    expect(parts(`${quote} [1]`, [citation(1, quote)])).toEqual([
      'text:To begin:',
      'item:• Open it',
      'text:```open --now``` opens it.',
      'preformatted:open\n```js',
      'text:Done.',
      1,
    ]);
  });

  it('keeps the lines of code that is quoted without its fences', () => {
    const code = 'open()\n\tclose()';
    expect(parts(`${code} [1]`, [citation(1, code)])).toEqual([`preformatted:${code}`, 1]);
  });

  it('takes nothing within code for a list or a table, nor within words for a table', () => {
    const code = '- run: npm test\n- run: npm start';
    expect(parts(`${code} [1]`, [citation(1, code, 'code')])).toEqual([`preformatted:${code}`, 1]);
    const fenced = `\`\`\`yaml\n${code}\n\`\`\``;
    expect(parts(`${fenced} [1]`, [citation(1, fenced, 'code')])).toEqual([`preformatted:${code}`, 1]);
    const values = 'Ada, Grace\nKew, York';
    expect(parts(`${values} [1]`, [citation(1, values, 'table')])).toEqual([
      'row:Ada;Grace',
      'row:Kew;York',
      1,
    ]);
    expect(parts(`${values} [1]`, [citation(1, values, 'paragraph')])).not.toContain('row:Ada;Grace');
  });

  it('takes the row of a table as its cells', () => {
    expect(parts('| a | b \\| c | [1]', [citation(1, '| a | b \\| c |')])).toEqual(['row:a;b \\| c', 1]);
    expect(parts('a | b [1]', [citation(1, 'a | b', 'table')])).toEqual(['row:a;b', 1]);
    expect(parts('a | b [1]', [citation(1, 'a | b')])).toEqual(['text:a | b', 1]);
  });

  it('takes markers within the cells of a row as those of the row', () => {
    const cited = [citation(1, 'q'), citation(2, 'r')];
    expect(parts('| a [1] | b [1][2] |', cited)).toEqual(['row:a;b', 1, 2]);
    expect(parts('| a [1] |\n|---|\n| b[9] | [2]', cited)).toEqual(['row:a', 1, 'row:', 'row:b[9]', 2]);
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
  it('have no empty line beside a formula that has a line of its own', () => {
    const answer = 'It is\n\n\\[ x = 1 \\]\n\nSo it is.\n\nYes.';
    const sentences = checked(answer, ['It is', '\\[ x = 1 \\]', 'So it is.', 'Yes.']);
    const texts = answerBlocks(answer, [], sentences).flatMap((block) =>
      block.kind === 'words'
        ? block.said.flatMap(({ words }) => words.map(({ piece }) => 'text' in piece && piece.text))
        : [],
    );
    expect(texts).toEqual(['It is', '\\[ x = 1 \\]', 'So it is.', '\n\n', 'Yes.']);
  });

  it('keep a formula whole that sentences end in', () => {
    const answer = 'It is\n$$\na = b.\n+ c\n$$ [1]\nSo $x. Y$ it is.';
    const spoken = ['It is', '$$', 'a = b.', '+ c\n$$ [1]', 'So $x.', 'Y$ it is.'];
    const sentences = checked(answer, spoken);
    const blocks = answerBlocks(answer, [citation(1, 'c')], sentences)
      .flatMap((block) => (block.kind === 'words' ? block.said : []))
      .flatMap(({ sentence, words }) =>
        sentence
          ? [[sentence.citations[0], words.map(({ piece }) => 'text' in piece && piece.text).join('')]]
          : [],
      );
    expect(blocks).toEqual([
      [0, 'It is'],
      [2, '$$\na = b.\n+ c\n$$'],
      [3, ''],
      [4, 'So $x. Y$'],
      [5, ' it is.'],
    ]);
  });

  it('are a table where rows follow one another, each with the sentence that it is', () => {
    const answer = 'Here:\n| a | b |\n| 1<br/>2 | 3 |\nSo it is.';
    const [, , table, after] = answerBlocks(answer, [], sentencesOf(answer));
    expect(blocksOfAnswer(answer)).toEqual([['text'], ['text'], ['a;b', '1\n2;3'], ['text']]);
    expect(table?.kind === 'table' && table.rows.map(({ sentence }) => sentence?.citations)).toEqual([
      [2],
      [3],
    ]);
    expect(after?.kind === 'words' && after.said[0]?.sentence?.citations).toEqual([4]);
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
      '```sh\nopen --now\nclose\n```',
      'Done.',
    ];
    expect(saidBehind(answer, spoken)).toEqual([
      'Steps:',
      '1. Open it.',
      '  • Wait.',
      '2. Close it.',
      'heading Parts',
      'heading All of them',
      'table',
      'open --now\nclose',
      'Done.',
    ]);
  });

  it('are set apart by a line of dashes or stars, which says nothing', () => {
    expect(saidBehind('So.\n\n---\n\nThus.\n* * *\n- a', ['So.', 'Thus.', 'a'])).toEqual([
      'So.',
      'Thus.',
      '• a',
    ]);
  });

  it('stay behind their lead up to the end of its lines, however many they are', () => {
    const answer =
      'Ways:\n\n- Run it. Nobody waits.\n  Nor should they.\n  1. Stop it. Wait.\n- Copy it.\n\n> Put it there. Give it.\n\n' +
      '## Who? You\nDone.';
    expect(
      saidBehind(answer, [
        'Ways:',
        'Run it.',
        'Nobody waits.',
        'Nor should they.',
        'Stop it.',
        'Wait.',
        'Copy it.',
        'Put it there.',
        'Give it.',
        '## Who?',
        'You',
        'Done.',
      ]),
    ).toEqual([
      'Ways:',
      '• Run it.| |Nobody waits.| |Nor should they.',
      '  1. Stop it.| |Wait.',
      '• Copy it.',
      'quote Put it there.| |Give it.',
      'heading Who?| |You',
      'Done.',
    ]);
    expect(saidBehind('- One. And tw', ['One.'])).toEqual(['• One.| And tw']);
    expect(saidBehind('- One.\n\nAnd tw', ['One.'])).toEqual(['• One.', '\n\nAnd tw']);
  });

  it('are code where they are a block of it with its fences, and the marks below it stand at its end', () => {
    const code = '```sh\nopen --now\n  close\n```\n[1]';
    const indented = '  ~~~\n  let x;\n    y\n  ~~~';
    const answer = `Do this:\n\n${code}\n\nOr:\n\n- This:\n${indented}\n- That.`;
    const spoken = ['Do this:', code, 'Or:', 'This:', indented, 'That.'];
    expect(saidBehind(answer, spoken, [citation(1, 'c')])).toEqual([
      'Do this:',
      'open --now\n  close',
      'Or:',
      '• This:',
      'let x;\n  y',
      '• That.',
    ]);
    const blocks = answerBlocks(answer, [citation(1, 'c')], checked(answer, spoken));
    expect(blocks[2]).toMatchObject({
      said: [{ words: [{ piece: { kind: 'preformatted' }, markers: [{ citation: { number: 1 } }] }] }],
    });
  });

  it('begin with the form of the first sentence, and keep code that is still being written', () => {
    const sentence: CheckedSentence = { start: 2, end: 5, verdict: 'uncited', citations: [], missing: [] };
    const [first, ...others] = answerBlocks('- One\n```js\nlet x', [], [sentence]);
    expect(first?.kind === 'words' && first.lead).toEqual({ kind: 'item', marker: '•', depth: 0 });
    expect(others.at(-1)).toMatchObject({
      said: [{ words: [{ piece: { kind: 'preformatted', text: 'let x' } }] }],
    });
  });

  it('have their form from the first character on, before they are checked', () => {
    const answer =
      '# Parts\n\n- The lamp\n- The valve\n\n## Cost\n\n| part | cost |\n|---|---|\n| lamp | 3 |\n| rope | 12 |\n\n1. So it is';
    const sentences = checked(answer, [
      'Parts',
      'The lamp',
      'The valve',
      'Cost',
      '| part | cost |',
      '| lamp | 3 |',
      '| rope | 12 |',
      'So it is',
    ]);
    for (let written = 1; written <= answer.length; written += 1) {
      const known = sentences.filter(({ end }) => end < written);
      for (const block of answerBlocks(answer.slice(0, written), [], known)) {
        if (block.kind === 'table') continue;
        for (const { piece } of block.said.flatMap(({ words }) => words)) {
          expect(piece.kind).not.toBe('preformatted');
          expect('text' in piece ? piece.text : '').not.toMatch(/^\s*(?:#+ |- \S|1\. \S|\|.)/);
        }
      }
    }
  });

  it('are a table from its rule on, among words that are not checked yet too', () => {
    const answer = 'It costs:\n\n| part | cost |\n|---|---|\n| lamp | 3 |\n| rope |\n\nSo it is.';
    const rowsOf = (written: number) => {
      const [before, table, ...others] = answerBlocks(answer.slice(0, written), [], []);
      expect(before).toMatchObject({ said: [{ words: [{ piece: { text: 'It costs:\n\n' } }] }] });
      expect(others.length).toBe(written > answer.indexOf('So') ? 1 : 0);
      return table?.kind === 'table' ? table.rows : [];
    };
    for (let written = answer.indexOf('---') + 1; written <= answer.length; written += 1) {
      for (const [place, { cells, isHeader }] of rowsOf(written).entries())
        expect([cells.length, isHeader]).toEqual([2, place === 0]);
    }
    expect(rowsOf(answer.length).map(({ cells }) => cells)).toEqual([
      ['part', 'cost'],
      ['lamp', '3'],
      ['rope', ''],
    ]);
  });

  it('have a header where a rule stands below it, in each of two tables', () => {
    const answer = '| x | y |\n| a | b |\n|---|---|\n| 1 | 2 |\n\n| c | d |\n|---|---|\n| 3 |';
    const headers = answerBlocks(answer, [], sentencesOf(answer)).map((block) =>
      block.kind === 'table' ? block.rows.map(({ cells, isHeader }) => cells.join(isHeader ? ':' : ';')) : [],
    );
    expect(headers).toEqual([
      ['x;y', 'a:b', '1;2'],
      ['c:d', '3;'],
    ]);
    const whole = citation(2, '| c | d |\n|---|---|\n| 3 | 4 |', 'table');
    const quoted = `u,v [1]\n${whole.quote} [2]`;
    const tables = answerBlocks(
      quoted,
      [citation(1, 'u,v', 'table'), whole],
      checked(quoted, ['u,v [1]', `${whole.quote} [2]`]),
    );
    expect(tables.map((block) => (block.kind === 'table' ? block.rows.length : block.kind))).toEqual([
      'words',
      'words',
      2,
    ]);
  });

  it('have a header where one is quoted, which begins a table', () => {
    const answer = '| x | y | [1]\n| a | b | [2]\nu,v [3]\n| 1 | 2 | [2]';
    const quoted = [
      citation(1, '| x | y |', 'table-header'),
      citation(2, '| a | b |', 'table'),
      citation(3, 'u,v', 'table-header'),
    ];
    const tables = answerBlocks(answer, quoted, sentencesOf(answer)).map((block) =>
      block.kind === 'table'
        ? block.rows.map(({ cells, isHeader, markers }) => [cells.join(isHeader ? ':' : ';'), markers.length])
        : [],
    );
    expect(tables).toEqual([
      [
        ['x:y', 1],
        ['a;b', 1],
      ],
      [
        ['u:v', 1],
        ['1;2', 1],
      ],
    ]);
  });

  it('are words where a row stands alone, or beside one of another table', () => {
    expect(blocksOfAnswer('| a | b |\nSo.')).toEqual([['row'], ['text'], ['text']]);
    expect(blocksOfAnswer('| a | b |\n| c |')).toEqual([['row'], ['text'], ['row']]);
  });
});

describe('a quote that keeps its lines', () => {
  it.each([
    [
      'The valve is opened before\n    the flame is lit.',
      'text:The valve is opened before the flame is lit.',
    ],
    [
      'Press the knob (it is red)\n    and wait for the\n    flame!',
      'text:Press the knob (it is red) and wait for the flame!',
    ],
    ['def f(x):\n    return x', 'preformatted:def f(x):\n    return x'],
    ['if ready:\n    go()\n        at once.', 'preformatted:if ready:\n    go()\n        at once.'],
    ['SELECT name\n    FROM users', 'preformatted:SELECT name\n    FROM users'],
  ])('flows where it is prose under a hanging indent: %j', (quote, shown) => {
    expect(parts(`${quote} [1]`, [citation(1, quote)])).toEqual([shown, 1]);
  });
});

it('a row among words has no empty cells, one of a table keeps them', () => {
  expect(answerTree('| a |  | b | |', [], [])).toMatchObject([
    { kind: 'paragraph', lines: [[{ text: 'a\u{a0}· b' }]] },
  ]);
  expect(blocksOfAnswer('| a |  |\n| b | 2 |')).toEqual([['a;', 'b;2']]);
});

it.each([
  ['Ownership', ['Ownership', 'Rules'], ['Rules']],
  ['What is Ownership? - The Book', ['What Is Ownership?', 'Rules'], ['Rules']],
  ['The Book | Ownership', ['Ownership'], []],
  ['Guide: the valve', ['The valve', 'Parts'], ['Parts']],
  ['Well-known ports', ['Well', 'Depth'], ['Well', 'Depth']],
  ['Ownership - The Book', ['Borrowing'], ['Borrowing']],
  ['Ownership - The Book', [], []],
])('a trail under "%s" says nothing of it again: %j', (title, headings, shown) => {
  expect(headingsBelowTitle(title, headings)).toEqual(shown);
});
