import { expect, test } from 'vitest';
import type { Parser } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { textParser } from './text-parser.ts';
import { withKnownFailures } from './with-known-failures.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a file that failed is parsed again once it, its place or its parser has changed', async () => {
  const parsed: string[] = [];
  const run = withKnownFailures((parser, file, options) => {
    parsed.push(file.path);
    return parser.parse(file, options);
  });
  const newer: Parser = { ...textParser, version: textParser.version + 1 };
  const empty = { path: 'a.txt', bytes: bytesOf(' ') };
  for (const parser of [textParser, textParser, newer, newer])
    await expect(run(parser, empty, {})).rejects.toMatchObject({ code: 'file_empty' });
  expect(parsed).toEqual(['a.txt', 'a.txt']);
  await expect(run(newer, { ...empty, path: 'b.txt' }, {})).rejects.toThrow(/^b\.txt /);
  await expect(run(newer, { ...empty, bytes: bytesOf('Words.') }, {})).resolves.toMatchObject({
    text: 'Words.',
  });
  expect(parsed).toEqual(['a.txt', 'a.txt', 'b.txt', 'a.txt']);
});

test.each([new FootnoteError('aborted', {}), new TypeError('a defect')])(
  '%s is no failure of a file',
  async (error) => {
    let runs = 0;
    const run = withKnownFailures(() => {
      runs += 1;
      return Promise.reject(error);
    });
    for (let at = 0; at < 2; at++)
      await expect(run(textParser, { path: 'a.txt', bytes: bytesOf('Words.') }, {})).rejects.toBe(error);
    expect(runs).toBe(2);
  },
);
