import { expect, test } from 'vitest';
import { textParser } from './text-parser.ts';

test.each([
  ['one\n\ntwo', [undefined, undefined]],
  ['one\n\ntwo\n\fthree\n\n\f\f\nfour\n', [1, 1, 2, 4]],
  ['\fHeading\n=======\n\nwords', [2, 2]],
])('form feeds in %j part pages', async (text, pages) => {
  const { blocks } = await textParser.parse({ path: 'a.txt', bytes: new TextEncoder().encode(text) });
  expect(blocks.map(({ page }) => page)).toEqual(pages);
});
