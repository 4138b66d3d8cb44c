import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as runner from 'vitest';
import { expect, test } from 'vitest';
import type { Parser } from '../src/contracts/parser.ts';
import type { FootnoteError } from '../src/errors.ts';
import { csvParser } from '../src/formats/csv-parser.ts';
import { textParser } from '../src/formats/text-parser.ts';
import { type ParserConformanceOptions, parserConformance } from './parser.ts';

/** A source of the parsers' cases. */
function sourceOf(path: string) {
  const file = join(import.meta.dirname, '../src/formats/cases', path);
  return { path: basename(path), bytes: Uint8Array.from(readFileSync(file)) };
}

const texts = [sourceOf('plain-text/source.txt'), sourceOf('markup-org/source.org')];
parserConformance({ runner, parser: textParser, files: texts });
const tables = ['csv-quotes', 'csv-semicolons', 'csv-titles'].map((name) => sourceOf(`${name}/source.csv`));
parserConformance({ runner, parser: csvParser, files: tables });

const describe = (_: string, register: () => void) => register();

/** What the suite says of a parser: the names of the tests that it fails. */
async function failedBy(parser: Parser, files: ParserConformanceOptions['files'] = texts): Promise<string[]> {
  const tests: [string, () => Promise<void>][] = [];
  const add = Object.assign((...one: [string, () => Promise<void>]) => void tests.push(one), { skip() {} });
  parserConformance({ runner: { describe, test: add, after() {} }, parser, files });
  const failed: string[] = [];
  for (const [name, run] of tests) await run().catch(() => failed.push(name));
  return failed;
}

const parse: Parser['parse'] = (file, options) => textParser.parse(file, options);
let calls = 0;

test.each<[string, Partial<Parser>, string[]]>([
  ['is as it should be', {}, []],
  ['has an ending without a dot', { extensions: ['txt', 'org'] }, ['says what it is']],
  [
    'counts its calls',
    { parse: async (...given) => ({ ...(await parse(...given)), metadata: { call: calls++ } }) },
    [
      'gives the same of the same bytes',
      'leaves the bytes as they are, also of a part of a buffer',
      'keeps overlapping calls apart',
    ],
  ],
  [
    'reads more than the file',
    { parse: ({ path, bytes }, options) => parse({ path, bytes: new Uint8Array(bytes.buffer) }, options) },
    ['leaves the bytes as they are, also of a part of a buffer'],
  ],
  [
    'has a signal that it does not heed',
    { parse: (file) => parse(file) },
    ['rejects what is aborted before it starts'],
  ],
  [
    'throws what has no code',
    {
      parse: (file, options) =>
        parse(file, options).catch((error: unknown) => {
          throw (error as FootnoteError).code === 'aborted' ? error : new TypeError('x is not a function');
        }),
    },
    ['refuses a file without anything in it', 'reads or refuses what is damaged'],
  ],
  [
    'makes a success of nothing',
    {
      parse: (file, options) =>
        parse(file, options).catch((error: unknown) => {
          if ((error as FootnoteError).code === 'aborted') throw error;
          return { text: '', blocks: [], metadata: {}, warnings: [] };
        }),
    },
    ['refuses a file without anything in it', 'reads or refuses what is damaged'],
  ],
])('a parser that %s', async (_, broken, failed) => {
  expect(await failedBy({ ...textParser, ...broken })).toEqual(failed);
});

const overlapping = async () => ({
  text: 'Near and far.',
  blocks: [
    { kind: 'paragraph', start: 0, end: 8 } as const,
    { kind: 'paragraph', start: 5, end: 13 } as const,
  ],
  metadata: {},
  warnings: [],
});

test.each<[string, Parser['parse']]>([
  ['overlap', overlapping],
  [
    'go beyond the text',
    async () => ({ ...(await overlapping()), text: 'Near', blocks: [{ kind: 'quote', start: 0, end: 5 }] }),
  ],
  [
    'are of a text that is not cleaned',
    async () => ({ ...(await overlapping()), text: 'a\r\n', blocks: [{ kind: 'quote', start: 0, end: 1 }] }),
  ],
])('blocks that %s are noticed', async (_, broken) => {
  expect(await failedBy({ ...textParser, parse: broken })).toContain('gives text and blocks');
});
