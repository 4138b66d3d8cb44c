import { expect, test } from 'vitest';
import { fenceCode } from './fence-code.ts';

test.each([
  ['open();\n- 1;', true, '```\nopen();\n- 1;\n```'],
  ['open();\n```', true, 'open();\n```'],
  ['Call it:\n\n~~~~js\nopen();', false, 'Call it:\n\n~~~~js\nopen();\n~~~~'],
  ['Call it:\n\n```\nopen();\n```', false, 'Call it:\n\n```\nopen();\n```'],
  ['- one\n- two', false, '- one\n- two'],
])('%j, code: %s', (quote, isCode, shown) => {
  expect(fenceCode(quote, isCode)).toBe(shown);
});
