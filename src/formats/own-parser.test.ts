import { expect, test } from 'vitest';
import type { ParsedDocument, ParseOptions, SourceFile } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';
import { ownParser } from './own-parser.ts';

type Parse = (file: SourceFile, options: ParseOptions) => unknown;

function paragraph(text: string): ParsedDocument {
  return {
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    metadata: {},
    warnings: [],
  };
}

const file = { path: 'a.note', bytes: new TextEncoder().encode('Near.') };

function parserOf(parse: Parse, timeoutMs = 60_000) {
  return ownParser(
    {
      name: 'note',
      version: 1,
      extensions: ['.note'],
      recognise: () => 'maybe',
      parse: async (given, options = {}) => (await parse(given, options)) as ParsedDocument,
    },
    timeoutMs,
  );
}

const far = 'Near and far.';

test.each<[string, Parse, code: string, message: RegExp]>([
  [
    'throws',
    () => {
      throw new TypeError('x is not a function');
    },
    'parser_stopped',
    /^a\.note could not be parsed: the parser note failed \(x is not a function\)\. Correct the parser, or leave the file out with --exclude\.$/,
  ],
  ['throws what is no error', () => Promise.reject('no'), 'parser_stopped', /the parser note failed \(no\)/],
  [
    'says what is wrong with the file',
    ({ path }) => {
      throw new FootnoteError('file_malformed', { path, line: 7, problem: 'no end' });
    },
    'file_malformed',
    /^a\.note, line 7: no end\./,
  ],
  [
    'says that it was stopped',
    () => {
      throw new FootnoteError('aborted', {});
    },
    'parser_stopped',
    /the parser note failed \(Stopped before/,
  ],
  ['gives nothing', () => undefined, 'parser_stopped', /breaks its contract \(it is missing\)/],
  ['gives no text', () => ({ ...paragraph(far), text: ' \n' }), 'file_empty', /^a\.note contains no text/],
  [
    'gives text that is not cleaned',
    () => paragraph('Near\r\nand far.'),
    'parser_stopped',
    /\(text: it is not cleaned, which cleanText does\)/,
  ],
  [
    'gives no blocks',
    () => ({ ...paragraph(far), blocks: [] }),
    'parser_stopped',
    /\(blocks: there are none\)/,
  ],
  [
    'gives blocks that overlap',
    () => ({
      ...paragraph(far),
      blocks: [
        { kind: 'list', start: 0, end: 8 },
        { kind: 'list', start: 5, end: 13 },
      ],
    }),
    'parser_stopped',
    /\(blocks\.1: it starts at 5, before the end of the one before it at 8\)/,
  ],
  [
    'gives blocks outside the text',
    () => ({ ...paragraph(far), blocks: [{ kind: 'list', start: 0, end: 14 }] }),
    'parser_stopped',
    /\(blocks\.0: it ends at 14, outside the text of 13 characters\)/,
  ],
  [
    'gives blocks of no length',
    () => ({ ...paragraph(far), blocks: [{ kind: 'list', start: 4, end: 4 }] }),
    'parser_stopped',
    /\(blocks\.0: it ends at 4 and starts at 4\)/,
  ],
  [
    'gives a table whose header ends outside of it',
    () => ({ ...paragraph(far), blocks: [{ kind: 'table', start: 0, end: 4, headerEnd: 5 }] }),
    'parser_stopped',
    /\(blocks\.0: its header ends at 5, outside of it\)/,
  ],
  [
    'gives a place of no kind',
    () => ({ ...paragraph(far), places: [{ start: 0, end: 4, page: 0, box: [1, 2] }] }),
    'parser_stopped',
    /\(places\.0/,
  ],
  [
    'gives a place outside the text',
    () => ({ ...paragraph(far), places: [{ start: 0, end: 400, part: '1' }] }),
    'parser_stopped',
    /\(places\.0: it is outside the text, empty or out of order\)/,
  ],
  [
    'gives metadata that are no values',
    () => ({ ...paragraph(far), metadata: { owner: null } }),
    'parser_stopped',
    /\(metadata\.owner: /,
  ],
])('a parser that %s fails with a code', async (_, parse, code, message) => {
  await expect(parserOf(parse).parse(file)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});

test('what keeps the contract comes through as it is', async () => {
  const document: ParsedDocument = {
    text: 'Near\n\n| a |\n| 1 |\n\nlet x',
    blocks: [
      { kind: 'heading', level: 1, title: 'Near', anchor: 'near', start: 0, end: 4 },
      { kind: 'table', start: 6, end: 17, headerEnd: 11, page: 2 },
      { kind: 'code', language: 'js', start: 19, end: 24 },
    ],
    places: [
      { start: 0, end: 4, page: 1, box: [60, 700.5, 40, 10] },
      { start: 6, end: 11, sheet: 'S', cells: 'A1' },
      { start: 6, end: 11, time: [3, 9] },
    ],
    title: 'Near',
    language: 'en',
    metadata: { owner: 'IT', tags: ['a', 'b'], year: 2026, isOld: false },
    warnings: ['odd'],
  };
  expect(await parserOf(() => document).parse(file)).toBe(document);
});

test('what a parser that was given up says later is of no interest', async () => {
  const told: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<ParseOptions>();
  const parsing = parserOf((_, options) => {
    resolve(options);
    return new Promise(() => {});
  }, 5).parse(file, { onProgress: (progress) => told.push(progress) });
  const { onProgress, signal } = await promise;
  onProgress?.({ done: 1, total: 3, unit: 'page' });
  await expect(parsing).rejects.toMatchObject({ code: 'parser_stopped' });
  expect(signal?.aborted).toBe(true);
  onProgress?.({ done: 2, total: 3, unit: 'page' });
  expect(told).toEqual([{ done: 1, total: 3, unit: 'page' }]);
});
