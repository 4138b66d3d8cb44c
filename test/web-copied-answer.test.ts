import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedSentences } from '../src/answer/compose/marked-sentences.ts';
import { formatPlace } from '../src/cli/format/format-answer.ts';
import { answerAsHtml } from '../web/answer/answer-as-html.ts';
import { answerAsText } from '../web/answer/answer-as-text.ts';
import { footnotePlace } from '../web/answer/footnote-place.ts';
import { asBibtex, asCsl } from '../web/answer/references.ts';
import type { ShownCitation } from '../web/conversation/turn.ts';

const document = { collection: 'home', documentId: 'd', version: 1, chunkId: 'c', path: 'd.md', title: 'D' };
const place = { headingPath: ['D', 'Part'], page: 2, start: 0, end: 1, kind: null };
const citation = (number: number, quote: string | null = 'q'): ShownCitation => {
  return { ...document, ...place, number, quote, verdict: 'supported' };
};

/** What is copied of an answer, without its footnotes; the sentences are what is written between `‹` and `›`. */
function copied(marked: string, numbers: readonly number[] = []): string {
  const sentences = [...marked.matchAll(/‹([^›]*)›/g)].map(({ 0: all, index }, place) => {
    const start = index - 2 * place;
    const span = { start, end: start + all.length - 2 };
    return { ...span, verdict: 'supported' as const, citations: [], missing: [] };
  });
  const turn = {
    text: marked.replace(/[‹›]/g, ''),
    citations: numbers.map((one) => citation(one)),
    sentences,
  };
  const whole = answerAsHtml(turn, { isOfSeveral: false, addressOf: ({ number }) => `#${number}` });
  return whole.replace(/<hr>.*$/s, '').replaceAll(/<sup><a href="#\d">(\d)<\/a><\/sup>/g, '^$1');
}

test.each([
  [
    '‹The **lamp** burned `<oil>` & wax. [1]› ‹*So* it was. [2]›',
    '<p>The <strong>lamp</strong> burned <code>&lt;oil&gt;</code> &amp; wax.^1 <em>So</em> it was.^2</p>',
  ],
  [
    '‹**One. [1][2]**› ‹*Two [1]*, **three** [2].›',
    '<p><strong>One.</strong>^1^2 <em>Two</em>^1, <strong>three</strong>^2.</p>',
  ],
  ['‹One,\none. [1]›', '<p>One,<br>one.^1</p>'],
  ['‹One. [1]›\n‹Two.›\n\n‹Three.›', '<p>One.^1</p><p>Two.</p><p>Three.</p>'],
  [
    '‹Do this:›\n\n1. ‹Open it.› ‹Wait. [1]›\n   - ‹a while›\n2. ‹Close it. [2]›\n\n‹Done.›',
    '<p>Do this:</p><ol><li value="1">Open it. Wait.^1<ul><li>a while</li></ul></li><li value="2">Close it.^2</li></ol><p>Done.</p>',
  ],
  [
    '‹It says:›\n\n> ‹One.› ‹Two. [1]›\n>\n> ‹Three.›\n\n‹Done.›',
    '<p>It says:</p><blockquote><p>One. Two.^1</p><p>Three.</p></blockquote><p>Done.</p>',
  ],
  [
    '1. ‹Open it. [1]›\n\n   ‹It is red.› ‹It is hot. [2]›\n\n2. ‹Run›\n   ```sh\n   foo\n   ```\n   ‹and wait.›\n3. ‹Go.›\n\n* ‹Or not.›',
    '<ol><li value="1">Open it.^1<p>It is red. It is hot.^2</p></li><li value="2">Run<pre>foo</pre><p>and wait.</p></li>' +
      '<li value="3">Go.</li></ol><ul><li>Or not.</li></ul>',
  ],
  ['‹It says:\n> One. [1]›\n| a |', '<p>It says:</p><blockquote><p>One.^1</p></blockquote><p>a</p>'],
  ['> ‹One\n> and two.›', '<blockquote><p>One<br>and two.</p></blockquote>'],
  ['‹One.\n\n---\n[1]›\n\n‹Two.\n\n*** [2]›', '<p>One.^1</p><p>Two.^2</p>'],
  ['‹## The lamp›\n\n‹It burned.›', '<h3>The lamp</h3><p>It burned.</p>'],
  [
    '‹So:›\n\n‹| a | b |›\n|---|---|\n‹| 1 | 2 [1] |›\n\n‹Done.›',
    '<p>So:</p><table border="1"><tr><th>a</th><th>b</th><td></td></tr><tr><td>1</td><td>2</td><td>^1</td></tr></table><p>Done.</p>',
  ],
  [
    '‹| a | b | c |›\n|:--|:-:|--:|\n‹| 1 | 2 | 3<br>4 |›',
    '<table border="1"><tr><th style="text-align: left">a</th><th style="text-align: center">b</th><th style="text-align: right">c</th></tr>' +
      '<tr><td style="text-align: left">1</td><td style="text-align: center">2</td><td style="text-align: right">3<br>4</td></tr></table>',
  ],
  ['‹Run it:›\n\n‹```sh\nfoo\n```\n[1]›\n\n‹Done.›', '<p>Run it:</p><pre>foo^1</pre><p>Done.</p>'],
  [
    '‹Run it:›\n‹```sh\nfoo <bar>\n  baz\n```›\n‹Done.›',
    '<p>Run it:</p><pre>foo &lt;bar&gt;\n  baz</pre><p>Done.</p>',
  ],
])('%j is copied set, with its footnotes', (answer, html) => {
  expect(copied(answer, [1, 2])).toBe(html);
});

const forms = [
  'W',
  '',
  '- W',
  '3. W',
  '> W',
  '## W',
  '---',
  '| W | W |',
  '|---|--:|',
  '```\nW\n```',
  '**W** W',
];

test('every word of an answer is copied once and in order, without what only means its form', () => {
  const line = fc.tuple(fc.constantFrom('', '  ', '   '), fc.constantFrom(...forms));
  const ended = fc.constantFrom('', '.', ': ', ' [1]', '. [2]');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, ended), { maxLength: 8 }), (lines) => {
      let words = 0;
      const text = lines
        .map(([[indent, form], end]) => (form.endsWith('W') ? indent + form + end : form))
        .join('\n')
        .replaceAll('W', () => `w${++words}`);
      const supported = { verdict: 'supported', citations: [], missing: [] } as const;
      const sentences = markedSentences(text, 'en', '').map(({ start, end }) => ({
        ...supported,
        start,
        end,
      }));
      const turn = { text, citations: [citation(1), citation(2)], sentences };
      const html = answerAsHtml(turn, { isOfSeveral: false, addressOf: () => '' }).replace(/<hr>.*$/s, '');
      const copied = [...html.matchAll(/w(\d+)/g)].map(([, number]) => Number(number));
      expect(copied).toEqual(Array.from({ length: words }, (_, place) => place + 1));
      expect(html).not.toMatch(/>\s*(?:[-#|]|\d+\. |&gt;)/);
    }),
  );
});

test('tables that an answer quotes are copied as Markdown has them, their markers within them', () => {
  const quotes = ['| a | b |', '| 1 | 2 |', 'c | d', '| x\\|y | 1, 2 |'] as const;
  const citations = quotes.map((quote, place) => {
    const kind = place % 2 === 0 ? ('table-header' as const) : ('table' as const);
    return { ...citation(place + 1, quote), kind };
  });
  const text = quotes.map((quote, place) => `${quote} [${place + 1}]`).join('\n');
  expect(answerAsText({ text, citations }, { isOfSeveral: false }).split('\n\n')[0]).toBe(
    '| a | b [1] |\n|---|---|\n| 1 | 2 [2] |\n| c | d [3] |\n|---|---|\n| x\\|y | 1, 2 [4] |',
  );
  const made = '| a |\n|---|\n| 1 | [1][2]\n| 2 [1] |';
  expect(answerAsText({ text: made, citations: [] }, { isOfSeveral: false })).toBe(
    '| a |\n|---|\n| 1 [1][2] |\n| 2 [1] |',
  );
});

test('footnotes that are copied link to their sources as long as these are there', () => {
  const turn = { text: 'One. [1] Two. [2]', sentences: [], citations: [citation(1), citation(2, null)] };
  const whole = answerAsHtml(turn, { isOfSeveral: true, addressOf: () => 'https://a.example/?a="&b' });
  expect(whole.replaceAll('https://a.example/?a=&quot;&amp;b', '@')).toBe(
    '<p>One.<sup><a href="@">1</a></sup> Two.<sup>2</sup></p><hr>' +
      '<p>[1] <a href="@">home: D › Part, p. 2 (d.md)</a><br>[2] The document was removed.</p>',
  );
});

test.each([
  ['d.pdf', ['Part'], ', p. 2', ', page 2'],
  ['d.pptx', ['Part'], ', slide 2', ', slide 2'],
  ['d.xlsx', ['Costs'], '', ''],
  ['d.ods', [], ', sheet 2', ', sheet 2'],
])(
  'what stands on page 2 of "%s" under %j is said as its format numbers it',
  (path, headingPath, copiedPlace, printed) => {
    const place = { ...citation(1), path, headingPath };
    const trail = (first: string) => [first, ...headingPath].join(' › ');
    expect(footnotePlace(place, false)).toBe(`${trail('D')}${copiedPlace} (${path})`);
    expect(formatPlace(place)).toBe(`${trail(path)}${printed}`);
  },
);

test('the documents that an answer cites are references, each once, with the pages that are cited', () => {
  const page = {
    ...document,
    documentId: 'w-1',
    path: 'https://example.org/a?b=},c',
    title: 'Cost & 50 % of {all}}',
  };
  const citations = [
    citation(1),
    { ...citation(2), page: 1 },
    { ...citation(3), ...page, page: null },
    citation(4, null),
  ];
  expect(asBibtex(citations)).toBe(
    '@misc{D-d,\n  title = {D},\n  pages = {1, 2},\n  note = {d.md}\n}\n\n' +
      '@misc{Cost50ofall-w-1,\n  title = {Cost \\& 50 \\% of \\textbraceleft{}all\\textbraceright{}\\textbraceright{}},\n' +
      '  url = {https://example.org/a?b=%7D,c}\n}\n',
  );
  expect(JSON.parse(asCsl(citations))).toEqual([
    { id: 'D-d', type: 'document', title: 'D', page: '1, 2', source: 'd.md' },
    { id: 'Cost50ofall-w-1', type: 'webpage', title: page.title, URL: page.path },
  ]);
});
