import { expect, test } from 'vitest';
import type { CheckedSentence } from '../../contracts/generator.ts';
import { fenceCode, gapBehind, needsNoSource } from './outline.ts';

const introduces = (answer: string, text: string) => {
  const start = answer.indexOf(text);
  const sentence: CheckedSentence = {
    start,
    end: start + text.length,
    verdict: 'uncited',
    citations: [],
    missing: [],
  };
  return needsNoSource(answer, sentence);
};

test.each([
  ['## Steps\n\nOpen it [1].', '## Steps', true],
  ['**Steps**\n\nOpen it [1].', '**Steps**', true],
  ['The steps are:\n- Open it [1].', 'The steps are:', true],
  ['**The steps:**\n- Open it [1].', '**The steps:**', true],
  ['| a | b |\n|---|---|\n| c | d [1] |', '| a | b |', true],
  ['**Yes.** It is open [1].', '**Yes.**', true],
  ['## Steps\n\nOpen it [1].', 'Open it [1].', false],
  ['**Open it** first. Then close it [1].', '**Open it** first.', false],
  ['Open it [1].\n\n## Steps', '## Steps', false],
  ['It is known:', 'It is known:', false],
  ['The energy is\n\n$$\nE = P t\n$$ [1]', 'The energy is', true],
  ['The energy is\n\\[ E \\] [1]', 'The energy is', true],
  ['The documents do not say how hot it is.', 'The documents do not say how hot it is.', true],
  ['It is hot.\n\n$$\nE = P t\n$$ [1]', 'It is hot.', false],
  ['The energy is $$E$$ [1].', 'The energy is', false],
])('%j: that %j only introduces is %j', (answer, sentence, expected) => {
  expect(introduces(answer, sentence)).toBe(expected);
});

test.each([
  ['open();\n- 1;', true, '```\nopen();\n- 1;\n```'],
  ['open();\n```', true, 'open();\n```'],
  ['Call it:\n\n~~~~js\nopen();', false, 'Call it:\n\n~~~~js\nopen();\n~~~~'],
  ['Call it:\n\n```\nopen();\n```', false, 'Call it:\n\n```\nopen();\n```'],
  ['- one\n- two', false, '- one\n- two'],
  ['````md\n```sh\nopen();', false, '````md\n```sh\nopen();\n````'],
])('%j, code: %s', (quote, isCode, shown) => {
  expect(fenceCode(quote, isCode)).toBe(shown);
});

test.each([
  ['Call it:\n```\nopen();\n```', '\n'],
  ['Call it:\n```\nopen();\n```\nIt opens.', ' '],
  ['It opens.', ' '],
])('behind %j the mark has %j before it', (quote, gap) => {
  expect(gapBehind(quote)).toBe(gap);
});
