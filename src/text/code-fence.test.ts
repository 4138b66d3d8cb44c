import { expect, test } from 'vitest';
import { closesFence, closingFence, codeFences, cutsCode, fenceMarks } from './code-fence.ts';

test.each([
  ['```', '```'],
  ['   ~~~~js', '~~~~'],
  ['```ts title="a.ts"\nconst a = `b`;', '```'],
  ['```npm start``` starts it.', undefined],
  ['~~~ a `b` c', '~~~'],
  ['    ```', undefined],
  ['words\n```', undefined],
  ['``', undefined],
])('%j begins with %s', (line, marks) => {
  expect(fenceMarks(line)).toBe(marks);
});

test.each([
  ['```', '```', true],
  ['  `````  ', '```', true],
  ['```', '````', false],
  ['~~~', '```', false],
  ['```js', '```', false],
])('%j closes %s: %s', (line, marks, closes) => {
  expect(closesFence(line, marks)).toBe(closes);
});

test.each([
  ['\n  ```\nwords', '\n  ```'],
  ['\n~~~~  ', '\n~~~~'],
  ['\n```js\nmore', ''],
  [' words\n```', ''],
])('behind %j is %j', (behind, fence) => {
  expect(closingFence(behind)).toBe(fence);
});

test('fences are found at any depth, each where its line begins', () => {
  const text = '1. Run it:\n\n    ```sh\n    footnote\n    ```\n\n~~~\ncode';
  expect(codeFences(text)).toEqual([
    { index: text.indexOf('    ```sh'), marks: '```' },
    { index: text.lastIndexOf('    ```'), marks: '```' },
    { index: text.indexOf('~~~'), marks: '~~~' },
  ]);
  expect(cutsCode(text)).toBe(true);
  expect(cutsCode(text.slice(0, text.indexOf('~~~')))).toBe(false);
});
