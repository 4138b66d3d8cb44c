import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SentenceTracker } from './marked-sentences.ts';

function track(parts: readonly string[], language = 'en'): string[] {
  const tracker = new SentenceTracker(language);
  const spans = parts.flatMap((part) => tracker.push(part));
  const text = parts.join('');
  return [...spans, ...tracker.end()].map(({ start, end }) => text.slice(start, end));
}

test('footnote marks after a full stop belong to the sentence before it', () => {
  const text = 'It was built in 1931. [1][2] Dr. Weber opened it [3]. It still stands. [4]';
  const expected = ['It was built in 1931. [1][2]', 'Dr. Weber opened it [3].', 'It still stands. [4]'];
  expect(track([text])).toEqual(expected);
  expect(track(text.match(/\[\d+\]|./g) ?? [])).toEqual(expected);
});

test.each([
  ['en', ['It was built in 1931.[1]', 'It stands.[2][3]', 'So it is [4].']],
  ['en', ['“It was built in 1931.”[1]', '(It stands.) [2]', 'So **it is.** [3]']],
  ['en', ['It was built in 1931. — Source: [1]', 'It stands – Source: [2][3]', 'So it is [4].']],
  ['en', ['*It was built in 1931. [1]*', 'So **it is. [2][3]**', '*It* leaks. [4]', '**It** holds.']],
  ['de', ['Es heißt: „Sie steht.“ [1]', 'Sie leckt [3].']],
  ['zh', ['大坝建于1931年。[1]', '它高221米！[2][3]', '它还在[4]。']],
  ['ja', ['ダムは1931年に建てられた。[1]', '高さは221メートルです[2]。']],
  ['ar', ['بُني السد عام 1931.[1]', 'ما ارتفاعه؟[2]', 'إنه قائم [3].']],
] as const)('so do those right behind it, %s', (language, expected) => {
  const text = expected.join(language === 'zh' || language === 'ja' ? '' : ' ');
  expect(track([text], language)).toEqual(expected);
  expect(track(text.match(/\[\d+\]|[^]/gu) ?? [], language)).toEqual(expected);
});

test('footnote marks that a line begins with belong to what follows them', () => {
  const expected = ['So:', '[1] It stands.', '[2][3] It is high.', '[1] It holds. [2]'];
  const text = `${expected.join('\n- ')}\n[3]\n`;
  const lines = [...expected.slice(0, -1), '[1] It holds. [2]\n[3]'];
  expect(track([text])).toEqual(lines);
  expect(track(text.match(/\[\d+\]|[^]/g) ?? [])).toEqual(lines);
  const tracker = new SentenceTracker('en');
  tracker.push('- It stands [1]\n-');
  expect(tracker.claimBefore(' ')).toBe('');
});

test('marks before each sentence of a line belong to what follows them', () => {
  const text =
    'So:\n- [1] It stands. [2] It is high.\n\n[1] It [3] holds. [2][3] It leaks. [2]\nIt is. [1] So.';
  const expected = ['So:', '[1] It stands.', '[2] It is high.', '[1] It [3] holds.', '[2][3] It leaks. [2]'];
  expect(track([text])).toEqual([...expected, 'It is. [1]', 'So.']);
  expect(track(text.match(/\[\d+\]|[^]/g) ?? [])).toEqual([...expected, 'It is. [1]', 'So.']);
});

test.each([
  [['(a) Fill it [1].', '(b) Boil it [1][2].', 'c) Stir it.']],
  [['**Built:** 1931 [1]', '**Height:** 40 m [1]', 'Width: 12 m']],
  [['It was built [1]\nin 1931 [2].', '“It stands” [2]!', '> It holds. [1]\r', '>\n> It leaks. [1]', 'So.']],
  [['[1] says that it holds.', '[2] says that it leaks.']],
])('a line that ends with marks ends a sentence: %j', (expected) => {
  const text = expected.join('\n');
  const unquoted = expected.map((sentence) => sentence.replace(/^>\s+(?:> )?|\r$/g, ''));
  expect(track([text])).toEqual(unquoted);
  expect(track(text.match(/\[\d+\]|[^]/g) ?? [])).toEqual(unquoted);
});

test.each([
  ['[1] It stands.', ' ', ''],
  ['[1] It stands.', '\n', ''],
  ['[1] It', ' ', '[1] It'],
  ['It stands.', ' ', 'It stands.'],
  ['Run:\n```\na[1]()\n```', '\n', 'a[1]()'],
])('behind %j and %j a mark stands for %j', (text, gap, claim) => {
  const tracker = new SentenceTracker('en');
  tracker.push(text);
  expect(tracker.claimBefore(gap)).toBe(claim);
});

test('a sentence is complete once the next one has begun, and not before', () => {
  const tracker = new SentenceTracker('en');
  expect(tracker.push('It was built in 1931.')).toEqual([]);
  expect(tracker.push(' [1]')).toEqual([]);
  expect(tracker.claimBefore(' ')).toBe('It was built in 1931. [1]');
  expect(tracker.push(' It')).toEqual([{ start: 0, end: 25, text: 'It was built in 1931. [1]' }]);
  expect(tracker.claimBefore(' ')).toBe('It');
});

test('it makes no difference how an answer is cut, as long as marks come whole', () => {
  const piece = fc.constantFrom(
    'Dams hold',
    ' water',
    '. The',
    '? It',
    ' [1]',
    '.[2]',
    '。[3]',
    ' Dr.',
    ' Weber',
    ' 3.5',
    ' (so)',
    '. “He',
    ': a[2x]',
    '\r\n',
    '\n\n',
    '\n- ',
    '\n[2] ',
    '\nb) so',
    '. |---|\n',
    '\na | b\n-|-\n',
    '. — Source:',
    '\n```\na.b[1]\n```\n',
    '\n$$\na = b. C\n$$',
    '\n\\[ x: Y',
    ' \\]\n',
    'x'.repeat(700),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const single = text.match(/\[\d+\]|[^]/gu) ?? [];
      expect(track(single)).toEqual(track([text]));
      expect(track(parts)).toEqual(track([text]));
    }),
  );
});

test('list items are sentences of their own', () => {
  expect(track(['Steps:\n', '- Open the door [1]\n', '- Close it [2]\n'])).toEqual([
    'Steps:',
    'Open the door [1]',
    'Close it [2]',
  ]);
});

test('a block of code is one sentence, and what follows it is none of it', () => {
  const parts = [
    'Run this [1]:\n\n',
    '```js\nconst a = b[1];\n\nlet c = 3;\n```',
    '\n\nIt rings [1]. ',
    'It is loud.',
  ];
  const expected = [
    'Run this [1]:',
    '```js\nconst a = b[1];\n\nlet c = 3;\n```',
    'It rings [1].',
    'It is loud.',
  ];
  expect(track(parts)).toEqual(expected);
  expect(track(parts.join('').match(/\[\d+\]|[^]/gu) ?? [])).toEqual(expected);
  expect(track(['~~~\na.b();\n```\n~~~ [1]\n', '[2] So.'])).toEqual(['~~~\na.b();\n```\n~~~ [1]\n[2] So.']);
  expect(track(['So:\n```\na\n```\n[1]\nIt', ' is.'])).toEqual(['So:', '```\na\n```\n[1]', 'It is.']);
});

test('a formula that is set apart is one sentence, with the marks behind it', () => {
  const expected = ['So:', '$$\nT = \\sqrt{L}. And\n\nU = 1\n$$ [1]', '\\[ a: B \\] [2]', '$$x$$ is long.'];
  expect(track([expected.join('\n\n')])).toEqual(expected);
  expect(track(expected.join('\n\n').match(/\[\d+\]|[^]/g) ?? [])).toEqual(expected);
  expect(track(['```\n$$\n```\nIt is. So.'])).toEqual(['```\n$$\n```', 'It is.', 'So.']);
});

test('code is held whole, however long it is', () => {
  const code = `\`\`\`\n${'call(it);\n'.repeat(1000)}\`\`\``;
  expect(track([...(`${code}\nSo it is.`.match(/[^\n]*\n?/g) ?? [])])).toEqual([code, 'So it is.']);
});

test('whatever comes, sentences stand in order, apart, and hold every word', () => {
  const piece = fc.constantFrom(
    'Dams hold',
    ' water',
    '. ',
    '? ',
    '\n\n',
    '- ',
    ' [1]',
    '。[2]',
    'Dr. ',
    '3.5 ',
    '“so”',
    '水。',
    '…',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const tracker = new SentenceTracker('en');
      const spans = [...parts.flatMap((part) => tracker.push(part)), ...tracker.end()];
      const text = parts.join('');
      let last = 0;
      let left = '';
      for (const { start, end, text: said } of spans) {
        expect(said).toBe(text.slice(start, end));
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        left += text.slice(last, start);
        last = end;
      }
      expect(left + text.slice(last)).not.toMatch(/[\p{L}]/u);
    }),
  );
});

test('a text without a full stop is not held for ever', () => {
  const tracker = new SentenceTracker('en');
  const spans = Array.from({ length: 10_000 }, () => tracker.push('word ')).flat();
  expect(spans.length).toBeGreaterThan(20);
});

test('marks without end are not read again with each', () => {
  const tracker = new SentenceTracker('en');
  tracker.push('So it is.');
  expect(tracker.claimBefore('\n')).toBe('So it is.');
  for (let count = 0; count < 6000; count++) {
    tracker.push('\n[1]');
    expect(tracker.claimBefore('\n')).not.toBe('So it is.');
  }
  expect(tracker.claimBefore('\n')).toBe('');
});

test.each(['-', ' ', '~~~ a '])('many of %j are not looked through again and again', (piece) => {
  const tracker = new SentenceTracker('en');
  tracker.push('It is. ');
  for (let count = 0; count < 20_000; count++) tracker.push(piece);
  const spans = [...tracker.push('\n\nSo it is.'), ...tracker.end()];
  expect(spans.at(-1)?.text).toMatch(/So it is\.$/);
});
