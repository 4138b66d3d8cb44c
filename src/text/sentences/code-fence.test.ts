import { expect, test } from 'vitest';
import { closesFence, closingFence, codeBlocks, fenceOf, mayBecomeFence, openCode } from './code-fence.ts';

test.each([
  ['```', '```'],
  ['   ~~~~js', '   ~~~~'],
  ['```ts title="a.ts"\nconst a = `b`;', '```'],
  ['```npm start``` starts it.', undefined],
  ['~~~ a `b` c', '~~~'],
  ['    ```', '    ```'],
  ['words\n```', undefined],
  ['``', undefined],
])('%j begins with %j', (line, fence) => {
  expect(fenceOf(line)).toBe(fence);
  if (fence !== undefined)
    for (const [end] of [...line.split('\n', 1).join().matchAll(/(?=.)/g)].entries())
      expect(mayBecomeFence(line.slice(0, end))).toBe(true);
});

test.each(['a', '`a', '~~ ', '```a`', '- ```'])('%j is the beginning of no fence', (begun) => {
  expect(mayBecomeFence(begun)).toBe(false);
});

test.each([
  ['```', '```', true],
  ['  `````  ', '```', true],
  ['```', '````', false],
  ['~~~', '```', false],
  ['```js', '```', false],
  ['``` [1]', '```', false],
  ['   ```', '```', true],
  ['    ```', '```', false],
  ['    ```', '  ```', true],
  ['```', '    ```', true],
])('%j closes %j: %s', (line, opened, closes) => {
  expect(closesFence(line, opened)).toBe(closes);
});

test.each([
  ['\n  ```\nwords', '\n  ```'],
  ['\n~~~~  ', '\n~~~~'],
  ['\n```js\nmore', ''],
  [' words\n```', ''],
])('behind %j is %j', (behind, fence) => {
  expect(closingFence(behind)).toBe(fence);
});

test('blocks of code are found at any depth, with what stands in them as it is', () => {
  const text =
    '1. Run it:\n\n    ```sh\n    footnote\n    ```\n\n````md\n- a\n\n    ```\n```js\n````\n~~~\ncode';
  const blocks = codeBlocks(text).map(({ start, end, ...block }) => ({
    said: text.slice(start, end),
    ...block,
  }));
  expect(blocks).toEqual([
    { said: '    ```sh\n    footnote\n    ```', code: 'footnote', fence: '    ```', isOpen: false },
    {
      said: '````md\n- a\n\n    ```\n```js\n````',
      code: '- a\n\n    ```\n```js',
      fence: '````',
      isOpen: false,
    },
    { said: '~~~\ncode', code: 'code', fence: '~~~', isOpen: true },
  ]);
  expect(openCode(text)?.start).toBe(text.indexOf('~~~'));
  expect(openCode(text.slice(0, text.indexOf('~~~')))).toBe(undefined);
});
