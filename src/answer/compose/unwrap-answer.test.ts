import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerUnwrapper } from './unwrap-answer.ts';

function said(parts: readonly string[]): string {
  const unwrapper = new AnswerUnwrapper();
  return parts.map((part) => unwrapper.push(part)).join('') + unwrapper.end();
}

const answer =
  'Run this [1]:\n\n```sh\nnpm start\n```\n\n1. So:\n\n    ```js\n    a;\n    ```\n\nIt rings [2].';

test.each([
  `\`\`\`markdown\n${answer}\n\`\`\``,
  `\n\`\`\`md\n${answer}\n\`\`\`\n`,
  `\`\`\`\`Markdown\n${answer}\n\`\`\`\``,
  `~~~ md\n${answer}\n~~~\n`,
  `<answer>${answer}</answer>`,
  `<answer>\n${answer}\n</answer>\n`,
  `<final_answer>${answer}</final_answer>`,
  JSON.stringify({ answer, confidence: 0.9 }),
  `\`\`\`json\n${JSON.stringify({ final_answer: answer }, undefined, 2)}\n\`\`\``,
])('%j is the answer alone', (wrapped) => {
  expect(said([wrapped]).trim()).toBe(answer);
  expect(said(wrapped.split('')).trim()).toBe(answer);
});

test('what JSON lists as the sources of an answer comes behind it', () => {
  const json = String.raw`{ "answer": "It \u201crings\u201D\\n\x \u12", "sources": [1, "the \"guide\".md"], "x": [2] }`;
  const expected = 'It “rings”\\nx u12\n\nSources: [1], [the \\"guide\\".md]';
  expect(said([json])).toBe(expected);
  expect(said(json.split(''))).toBe(expected);
});

test('halves of a character that JSON escapes go on together', () => {
  const json = String.raw`{"answer": "\ud83d\udd14 \ud83d."}`;
  const unwrapper = new AnswerUnwrapper();
  const parts = json.split('').map((part) => unwrapper.push(part));
  expect(parts.filter((part) => part !== '')).toEqual(['🔔', ' ', '\ud83d.']);
});

test.each([
  answer,
  '{"answers": ["It rings"]}',
  '```json\n{"port": 80}\n```',
  '```\nnpm start\n```\nIt rings [1].',
  'It says:\n```markdown\n# A\n```',
  '<answers> are kept [1].',
  '`md` is short for it [1].',
  '```md is``` short for it [1].',
])('%j stays as it is', (bare) => {
  expect(said([bare])).toBe(bare);
  expect(said(bare.split(''))).toBe(bare);
});

test('words go on as they come', () => {
  const unwrapper = new AnswerUnwrapper();
  expect(unwrapper.push('<ans')).toBe('');
  expect(unwrapper.push('wer>It')).toBe('It');
  expect(unwrapper.push(' rings <')).toBe(' rings ');
  expect(unwrapper.push('5 times')).toBe('<5 times');
  expect(new AnswerUnwrapper().push('It')).toBe('It');
});

test('however an answer is cut, the same is left of it', () => {
  const piece = fc.constantFrom(
    ...'```|~~~|    |markdown|md|\n|<answer>|</answer>|<|It rings|```sh| |[1]|\r\n|{"answer": "|"|\\\\|u00e9|}'.split(
      '|',
    ),
  );
  const parts = fc.array(piece, { maxLength: 14 });
  fc.assert(
    fc.property(parts, fc.array(fc.nat(60), { maxLength: 8 }), (pieces, cuts) => {
      const text = pieces.join('');
      const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length];
      const cut = places.slice(1).map((to, at) => text.slice(places[at], to));
      expect(said(cut).trim()).toBe(said([text]).trim());
    }),
    { numRuns: 1000 },
  );
});
