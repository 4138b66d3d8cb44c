import { expect, test } from 'vitest';
import { renumberMarks } from './renumber-marks.ts';

const numbers = new Map([
  [3, 1],
  [1, 2],
]);

test.each([
  ['It is so [3][1], [2].', 'It is so [1][2], [2].'],
  ['Take `args[3]` or ``a`[3]`` [3].', 'Take `args[3]` or ``a`[3]`` [1].'],
  ['```js\na[3] = `b`;\n``` [3]', '```js\na[3] = `b`;\n``` [1]'],
  ['The ` key, $\\sqrt[3]{8}$ [3]', 'The ` key, $\\sqrt[3]{8}$ [1]'],
])('%j is %j', (text, expected) => {
  expect(renumberMarks(text, numbers)).toBe(expected);
});
