import { expect, test } from 'vitest';
import type { CheckedSentence, Verdict } from '../../contracts/generator.ts';
import { type ComposedAnswer, renumberMarks, SentenceHold } from './compose-answer.ts';
import { SentenceTracker } from './marked-sentences.ts';

/** What is let go of an answer that comes character by character, each sentence with its verdict. */
function letGo(text: string, verdicts: readonly Verdict[], cited: readonly (readonly number[])[] = []) {
  const hold = new SentenceHold();
  const tracker = new SentenceTracker('en');
  const left = [...verdicts];
  const citations = [...cited];
  const checked = (spans: readonly { start: number; end: number }[]) =>
    spans.map(({ start, end }): CheckedSentence => {
      const verdict = left.shift() ?? 'uncited';
      return { start, end, verdict, citations: citations.shift() ?? [], missing: [] };
    });
  const said: string[] = [];
  const take = (event: Parameters<SentenceHold['take']>[0]) => {
    for (const one of hold.take(event)) if (one.type === 'token') said.push(one.text);
  };
  for (const part of text.match(/\[\d+\]|[^]/gu) ?? []) {
    take({ type: 'token', text: part });
    for (const sentence of checked(tracker.push(part))) take({ type: 'verdict', sentence });
  }
  for (const sentence of checked(tracker.end())) take({ type: 'verdict', sentence });
  const result = hold.result({ citations: [], warnings: [] } as unknown as ComposedAnswer);
  expect(result.text).toBe(said.join(''));
  return { ...result, sentences: result.sentences.map(({ start, end }) => result.text.slice(start, end)) };
}

const table = '| Turbine | Power |\n|---|---|\n| T1 | 12 MW [1] |\n| T2 | 15 MW [1] |\n\nSo it is.';

test('a table keeps its header as long as it keeps a row', () => {
  expect(letGo(table, ['uncited', 'unsupported', 'verbatim', 'uncited'])).toMatchObject({
    text: '| Turbine | Power |\n|---|---|\n| T2 | 15 MW [1] |',
    sentences: ['| T2 | 15 MW [1] |'],
    warnings: [{ count: 2 }],
  });
  expect(letGo(table, ['uncited', 'unsupported', 'unsupported', 'verbatim'])).toMatchObject({
    text: 'So it is.',
    warnings: [{ count: 2 }],
  });
  const bare = table.replace(/^\| ?| ?\|$/gm, '');
  expect(letGo(bare, ['uncited', 'unsupported', 'verbatim', 'uncited'])).toMatchObject({
    text: 'Turbine | Power\n---|---\nT2 | 15 MW [1]',
  });
  expect(letGo(`Two: ${table}`, ['verbatim', 'verbatim', 'verbatim', 'verbatim', 'verbatim'])).toMatchObject({
    text: `Two: ${table}`,
    warnings: [],
  });
});

test('a block of code is left out with both its fences, and what introduced it', () => {
  const code = 'Run it [1]:\n\n```js\nlet a = 1;\nlet b = 2;\n```\n\nIt rings [1].';
  expect(letGo(code, ['supported', 'uncited', 'supported'])).toMatchObject({
    text: 'It rings [1].',
    sentences: ['It rings [1].'],
    warnings: [{ count: 1 }],
  });
});

const guide = `# Care

## In spring

The steps are:

1. Open it [1].
2. Oil it [1]. Then close it [1].

## In autumn

Drain it [1].`;
const [no, yes] = ['unsupported', 'supported'] as const;
const title = 'uncited' as const;

test.each<[string, readonly Verdict[], string]>([
  ['all', [title, title, title, yes, yes, yes, title, yes], guide],
  ['no step', [title, title, title, no, no, no, title, yes], '# Care\n\n## In autumn\n\nDrain it [1].'],
  [
    'the last step alone',
    [title, title, title, no, no, yes, title, no],
    '# Care\n\n## In spring\n\nThe steps are: Then close it [1].',
  ],
  [
    'the second step',
    [title, title, yes, no, yes, no, title, no],
    '# Care\n\n## In spring\n\nThe steps are:\n2. Oil it [1].',
  ],
  ['nothing', [title, title, title, no, no, no, title, no], ''],
])('headings and lead-ins stay as long as what they introduce does: %s', (_, verdicts, text) => {
  expect(letGo(guide, verdicts).text).toBe(text);
});

test('a lead-in among items goes with those below it', () => {
  const list = 'It has:\n- Gates:\n  - One is red [1]\n- Pumps:\n  - Two are blue [1]\n\nSo it is [1].';
  expect(letGo(list, [title, title, no, title, yes, yes]).text).toBe(
    'It has:\n- Pumps:\n  - Two are blue [1]\n\nSo it is [1].',
  );
  expect(letGo(list, [title, title, no, title, no, yes]).text).toBe('So it is [1].');
  expect(letGo('It says:\n\nIt is red [1].\n\nSo it is [1].', [title, yes, yes]).text).toBe(
    'It says:\n\nIt is red [1].\n\nSo it is [1].',
  );
});

test('that the documents hold nothing is said beside what they do hold, and not alone', () => {
  const absence = 'The documents do not mention a price.';
  expect(letGo(`${absence} It is red [1].`, [title, yes]).text).toBe(`${absence} It is red [1].`);
  expect(letGo(`It is red [1]. ${absence}`, [yes, title]).text).toBe(`It is red [1]. ${absence}`);
  expect(letGo(`${absence} It is red [1].`, [title, no]).text).toBe('');
});

test('a lead-in that says what is not so is left out alone', () => {
  expect(letGo('As Zeus said [1]:\n- It is red [1]', [no, yes])).toMatchObject({
    text: '- It is red [1]',
    warnings: [{ count: 1 }],
  });
});

test('what only says where the words before it are from introduces nothing', () => {
  const answer = 'It leaks. It is red. Source: [1]\n\nSo it is.';
  expect(letGo(answer, [no, yes, yes, no]).text).toBe('It is red. Source: [1]');
});

test('each sentence has the marks of its own footnotes, also where one behind it cites for it', () => {
  const answer = 'It is red. It rings [2]. It leaks [1][3].';
  const cited = [[1], [2], [3]];
  expect(letGo(answer, [yes, yes, no], cited).text).toBe('It is red. [1] It rings [2].');
  expect(letGo(answer, [yes, no, yes], cited)).toMatchObject({
    text: 'It is red. [1] It leaks [2].',
    sentences: ['It is red. [1]', 'It leaks [2].'],
  });
  expect(
    letGo('- So:\n  ```\n  ring()\n  ```\n  It rings [1][2].', [yes, yes, no], [[], [1], [2]]).text,
  ).toBe('- So:\n  ```\n  ring()\n  ```\n  [1]');
});

const renumbered = new Map([
  [3, 1],
  [1, 2],
]);

test.each([
  ['It is so [3][1], [2].', 'It is so [1][2], [2].'],
  ['Take `args[3]` or ``a`[3]`` [3].', 'Take `args[3]` or ``a`[3]`` [1].'],
  ['```js\na[3] = `b`;\n``` [3]', '```js\na[3] = `b`;\n``` [1]'],
  ['The ` key, $\\sqrt[3]{8}$ [3]', 'The ` key, $\\sqrt[3]{8}$ [1]'],
])('marks in %j are renumbered', (text, expected) => {
  expect(renumberMarks(text, renumbered)).toBe(expected);
});
