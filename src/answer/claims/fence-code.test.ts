import { expect, test } from 'vitest';
import { fenceCode, gapBehind } from './fence-code.ts';

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
