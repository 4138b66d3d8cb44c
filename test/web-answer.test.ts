import { describe, expect, it } from 'vitest';
import { markedSentences } from '../src/answer/compose/marked-sentences.ts';
import type { CheckedSentence, Citation } from '../src/contracts/generator.ts';
import { answerAsHtml } from '../web/answer/answer-as-html.ts';
import { answerTree } from '../web/answer/answer-tree.ts';
import { formatNumber } from '../web/shell/formats.ts';
import { headingsBelowTitle } from '../web/shell/place-words.ts';

function citation(number: number, quote: string, kind: Citation['kind'] = null): Citation {
  const document = { collection: 'default', documentId: 'd', version: 1, chunkId: 'd.1.0' };
  const names = { path: 'd.md', title: 'D' };
  const place = { headingPath: [], page: null, start: 0, end: quote.length };
  return { ...document, ...names, ...place, number, quote, kind, verdict: 'verbatim' };
}

function sentenceAt(start: number, end: number): CheckedSentence {
  return { start, end, verdict: 'verbatim', citations: [], missing: [] };
}

/** An answer as it is set, its footnotes' numbers behind `^`; sentences are what is written between `‹` and `›`. */
function set(marked: string, citations: readonly Citation[] = []): string {
  const sentences = [...marked.matchAll(/‹([^›]*)›/g)].map(({ 0: all, index }, place) =>
    sentenceAt(index - 2 * place, index - 2 * place + all.length - 2),
  );
  return inHtml(marked.replace(/[‹›]/g, ''), citations, sentences);
}

function inHtml(
  text: string,
  citations: readonly Citation[],
  sentences: readonly CheckedSentence[] = [],
): string {
  const whole = answerAsHtml({ text, citations, sentences }, { isOfSeveral: false, addressOf: () => '' });
  return whole
    .replace(/<hr>.*$/s, '')
    .replaceAll(/<sup><a href="">(\d)<\/a><\/sup>/g, '^$1')
    .replaceAll(/ value="\d"| border="1"|<td><\/td>/g, '')
    .replaceAll(/ {2,}/g, ' ');
}

/** An answer that is one quote, with its lines. */
const quoted = (quote: string, kind: Citation['kind'] = null) =>
  set(`‹${quote} [1]›`, [citation(1, quote, kind)]);

describe('a quote', () => {
  it('has its marker behind it, and keeps brackets that are its own', () => {
    const citations = [citation(1, 'See [2] and [7].'), citation(2, 'Two.')];
    expect(set('‹See [2] and [7]. [1]› ‹Two. [2]›', citations)).toBe('<p>See [2] and [7].^1 Two.^2</p>');
  });

  it('has its form where the answer has it on one line', () => {
    const quotes = [citation(1, '- a\n- b'), citation(2, '| a |\n|---|\n| b |')];
    expect(set('‹- a - b [1]› ‹| a | |---| | b | [2]› ‹So.›', quotes)).toBe(
      '<ul><li>a</li><li>b^1</li></ul><table><tr><th>a</th></tr><tr><td>b</td><td>^2</td></tr></table><p>So.</p>',
    );
  });

  it('is a list with its lead-in, its items and their code, without fences', () => {
    const list =
      'To begin:\n\n1. Open it\n   and wait\n   ```sh\n   open --now\n     it\n   ```\n2. Close it\n   - at\n   once';
    expect(quoted(list)).toBe(
      '<p>To begin:</p><ol><li>Open it and wait<pre>open --now\n it</pre></li>' +
        '<li>Close it<ul><li>at once^1</li></ul></li></ol>',
    );
  });

  it('sets an item in by the items around it, however many spaces its document takes for that', () => {
    const list = '1. a\n    - b\n        - c\n    - d\n2. e\n   * f';
    expect(quoted(list)).toBe(
      '<ol><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e<ul><li>f^1</li></ul></li></ol>',
    );
  });

  it('has words where code ends on its line', () => {
    const quote = 'To begin:\n\n- Open it\n\n```open --now``` opens it.\n\n```\nopen\n```js\n```\nDone.';
    expect(quoted(quote)).toBe(
      '<p>To begin:</p><ul><li>Open it</li></ul><p><code>open --now</code> opens it.</p><pre>open\n```js</pre><p>Done.^1</p>',
    );
  });

  it.each([
    ['The valve is opened before\n    the flame is lit.', 'The valve is opened before the flame is lit.'],
    [
      'Press the knob (it is red)\nand wait for the\n flame!',
      'Press the knob (it is red) and wait for the flame!',
    ],
  ])('flows where it is prose: %j', (quote, shown) => {
    expect(quoted(quote)).toBe(`<p>${shown}^1</p>`);
  });

  it.each([
    ['def f(x):\n\treturn x', null],
    ['SELECT name\n FROM users', null],
    ['- run: npm test\n- run: ```', 'code'],
  ] as const)('keeps the lines of code that is quoted without its fences: %j', (quote, kind) => {
    expect(quoted(quote, kind)).toBe(`<pre>${quote}^1</pre>`);
  });

  it('is a table or words by its kind', () => {
    const values = 'Ada | Grace\nKew | York';
    const table =
      '<table><tr><td>Ada</td><td>Grace</td></tr><tr><td>Kew</td><td>York</td><td>^1</td></tr></table>';
    expect(quoted(values, 'table')).toBe(table);
    expect(set(`‹${values.replace('\n', ' ')} [1]›`, [citation(1, values, 'paragraph')])).toMatch(
      /^<p>Ada \| Grace/,
    );
    expect(quoted('Ada  Grace', 'table-header')).toBe('<p>Ada Grace^1</p>');
    expect(quoted('a | b')).toBe('<p>a | b^1</p>');
    expect(quoted('a | b', 'table')).toBe('<p>a\u{a0}· b^1</p>');
  });
});

describe('words of a model', () => {
  it('have markers, and numbers without a citation, in code and in formulas as text', () => {
    expect(set('In other words [1], so [9], `a[1]` and $x[1]$.', [citation(1, 'q')])).toBe(
      '<p>In other words^1, so [9], <code>a[1]</code> and $x[1]$.</p>',
    );
  });

  it('keep a formula whole that sentences end in', () => {
    expect(set('‹It is›\n‹$$\na = b.›\n‹+ c\n$$ [1]›\n‹So $x.› ‹Y$ it is.›', [citation(1, 'c')])).toBe(
      '<p>It is</p><p>$$ a = b. + c $$^1</p><p>So $x. Y$ it is.</p>',
    );
  });

  it('are bold across the end of a sentence, and a footnote', () => {
    expect(set('‹**One [1] is.› ‹Two** is.›', [citation(1, 'c')])).toBe(
      '<p><strong>One</strong>^1<strong> is.</strong><strong> </strong><strong>Two</strong> is.</p>',
    );
  });

  it('stay in their item or quote up to the end of its lines, however many sentences they are', () => {
    expect(
      set(
        '- ‹Run it.› ‹Nobody waits.›\n  ‹Nor should they.›\n  1. ‹Stop it.› ‹Wait.›\n- ‹Copy\nit.›\n\n' +
          '> ‹Put it there.› ‹Give it.›\n\n‹## Who?› ‹You›\n‹Done.›',
      ),
    ).toBe(
      '<ul><li>Run it. Nobody waits. Nor should they.<ol><li>Stop it. Wait.</li></ol></li><li>Copy<br>it.</li></ul>' +
        '<blockquote><p>Put it there. Give it.</p></blockquote><h3>Who? You</h3><p>Done.</p>',
    );
  });

  it('are code up to the fence that ends it, also where that stands further out', () => {
    expect(set('- Run\n  ~~~\nfoo\n  ~~~\n- Go\n```js\nlet x')).toBe(
      '<ul><li>Run<pre>foo</pre></li><li>Go</li></ul><pre>let x</pre>',
    );
  });

  const whole =
    '# Parts\n\n- The lamp\n- The valve\n\n## Cost\n\n| part | cost |\n|---|---|\n| lamp | 3 |\n| rope | 12 |\n\n1. So it is';

  it('have their form from the first character on, before they are checked', () => {
    const sentences = markedSentences(whole, 'en', '').map(({ start, end }) => sentenceAt(start, end));
    for (let written = 1; written <= whole.length; written += 1) {
      const known = sentences.filter(({ end }) => end < written);
      const html = inHtml(whole.slice(0, written), [], known);
      expect(html).not.toMatch(/>\s*(?:#+ |- \S|1\. \S|\|)/);
      expect(html).not.toContain('<pre>');
    }
  });
});

/** The rows of each table of an answer, with their markers, or the kinds of its other blocks, a sentence a line. */
const rowsIn = (answer: string, citations: readonly Citation[] = []) =>
  answerTree(
    answer,
    citations,
    [...answer.matchAll(/[^\n]+/g)].map(({ 0: { length }, index }) => sentenceAt(index, index + length)),
  ).map((node) =>
    node.kind === 'table'
      ? node.rows.map(({ cells, isHeader, line }) =>
          [
            cells.join(isHeader ? ':' : ';'),
            ...line.flatMap(({ footnotes }) => footnotes.map((one) => one.number)),
          ].join('^'),
        )
      : node.kind,
  );

describe('a table', () => {
  it('has the markers of all cells at the end of the row, none twice, and its own bars and breaks', () => {
    const cited = [citation(1, 'q'), citation(2, 'r')];
    expect(rowsIn('| a [1] | b \\| c [1][2] |\n| 1<br/>2 | b[9] | [2]', cited)).toEqual([
      ['a;b | c^1^2', '1\n2;b[9]^2'],
    ]);
  });

  it('is one from its rule on, among words that are not checked yet too', () => {
    const answer = 'It costs:\n\n| part | cost |\n|---|---|\n| lamp | 3 |\n| rope |\n\nSo it is.';
    for (let written = answer.indexOf('---') + 1; written <= answer.length; written += 1) {
      const [before, table, ...others] = answerTree(answer.slice(0, written), [], []);
      expect(before?.kind).toBe('paragraph');
      expect(others.length).toBe(written > answer.indexOf('So') ? 1 : 0);
      const rows = table?.kind === 'table' ? table.rows : [];
      expect(rows.map(({ cells, isHeader }) => [cells.length, isHeader])).toEqual(
        rows.map((_, place) => [2, place === 0]),
      );
    }
    expect(rowsIn(answer)).toEqual(['paragraph', ['part:cost', 'lamp;3', 'rope;'], 'paragraph']);
  });

  it('may have no bars around its rows, where a rule stands below its header', () => {
    expect(
      rowsIn('So:\npart | cost\n--- | ---:\nlamp | 3\nrope |\nThat | is all.\n\nYes | no.\n---'),
    ).toEqual(['paragraph', ['part:cost', 'lamp;3', 'rope;', 'That;is all.'], 'paragraph']);
  });

  it('has a header where a rule stands below it or one is quoted, each of which begins a table', () => {
    expect(rowsIn('| x | y |\n| a | b |\n|---|---|\n| 1 | 2 |\n| c | d |\n|---|---|\n| 3 |')).toEqual([
      ['x;y', 'a:b', '1;2'],
      ['c:d', '3;'],
    ]);
    const quotes = [
      citation(1, '| x | y |', 'table-header'),
      citation(2, '| a | b |', 'table'),
      citation(3, 'u | v', 'table-header'),
    ];
    expect(rowsIn('| x | y | [1]\n| a | b | [2]\nu | v [3]\n| a | b | [2]', quotes)).toEqual([
      ['x:y^1', 'a;b^2'],
      ['u:v^3', 'a;b^2'],
    ]);
    expect(quoted('| a | b |\n| c | d |\n|---|---|\n| 1 | 2 |', 'table').match(/<th>/g)).toHaveLength(4);
  });

  it('is none where a row stands alone, or beside one of another table', () => {
    expect(rowsIn('| a | b |\nSo.')).toEqual(['paragraph', 'paragraph']);
    expect(rowsIn('| a | b |\n| c |')).toEqual(['paragraph', 'paragraph']);
    expect(rowsIn('| a | b |\n| c |\n| d |')).toEqual(['paragraph', ['c', 'd']]);
    expect(set('| a |  | b | |')).toBe('<p>a\u{a0}· b</p>');
    expect(rowsIn('| a |  |\n| b | 2 |')).toEqual([['a;', 'b;2']]);
  });
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

it.each([
  [-0.06, '−0.06'],
  [-0.004, '0.00'],
  [1234.5, '1,234.50'],
])('a figure of %d is written %s', (figure, written) => {
  expect(formatNumber(figure, 2)).toBe(written);
});
