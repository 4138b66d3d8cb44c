import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ParsedDocument, ParseOptions, Parser, SourceFile } from '../src/contracts/parser.ts';
import { FootnoteError } from '../src/errors.ts';
import type { IngestOptions } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';

type Parse = (file: SourceFile, options: ParseOptions) => unknown;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function paragraph(text: string): ParsedDocument {
  return {
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    metadata: {},
    warnings: [],
  };
}

/** Takes `.note` files; by default their text is what is in them, after the parser's version. */
function noteParser(own: Partial<Omit<Parser, 'parse'>> & { readonly parse?: Parse } = {}): Parser {
  const { version = 1, parse = ({ bytes }: SourceFile) => paragraph(`v${version}: ${decode(bytes)}`) } = own;
  const made = async (file: SourceFile, options: ParseOptions = {}) =>
    (await parse(file, options)) as ParsedDocument;
  return {
    name: 'note',
    version,
    extensions: ['.note'],
    recognise: () => 'maybe',
    ...own,
    parse: made,
  };
}

/** Files in a folder, and what ingests of it make of them under one parser or another. */
function folderOf(given: Readonly<Record<string, string | Uint8Array>>) {
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'files'), given);
  const open = (parsers: readonly Parser[], settings: PartialConfig = {}) =>
    openFootnote({ ...settings, store: join(folder, 'store') }, { embedder: alike(), parsers });
  return {
    files,
    ingest: async (parsers: readonly Parser[], settings?: PartialConfig, options?: IngestOptions) => {
      const footnote = await open(parsers, settings);
      try {
        const { documents, failures } = await footnote.ingest([files], options);
        const texts: Record<string, string> = {};
        for (const { documentId, path } of await footnote.listDocuments()) {
          const { text } = await footnote.getDocumentText(documentId);
          texts[path.slice(files.length + 1)] = text;
        }
        const failed = failures.map(({ path, ...failure }) => ({
          ...failure,
          message: failure.message.replaceAll(`${files}/`, ''),
          path: path.slice(files.length + 1),
        }));
        return { ...documents, texts, failed };
      } finally {
        await footnote.close();
      }
    },
  };
}

test('a parser of one’s own reads files that only it knows, beside those of the package', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.', 'b.txt': 'Far.', 'c.other': 'Gone.' });
  expect(await ingest([noteParser()])).toMatchObject({
    added: 2,
    failed: [],
    texts: { 'a.note': 'v1: Near.', 'b.txt': 'Far.' },
  });
  // Without it what it has read stays.
  expect((await ingest([])).texts).toEqual({ 'a.note': 'v1: Near.', 'b.txt': 'Far.' });
});

test('it wins over the package’s for its ending, and over any for bytes that it knows', async () => {
  const { ingest } = folderOf({
    'a.txt': 'Near.',
    'b.md': '%NOTE far',
    'c.md': 'Away.',
    'whole.note': zipSync({ 'inner.txt': strToU8('Inside.') }),
    'parts.zip': zipSync({ 'inner.note': strToU8('Within.') }),
  });
  const parser = noteParser({
    extensions: ['.note', '.txt'],
    recognise: ({ bytes }) => (decode(bytes).startsWith('%NOTE') ? 'yes' : 'maybe'),
    parse: ({ path, bytes }) =>
      paragraph(path.endsWith('whole.note') ? 'An archive.' : `own ${decode(bytes)}`),
  });
  expect((await ingest([parser])).texts).toEqual({
    'a.txt': 'own Near.',
    'b.md': 'own %NOTE far',
    'c.md': 'Away.',
    'whole.note': 'An archive.',
    'parts.zip/inner.note': 'own Within.',
  });
});

test('of several the first that takes a file reads it; what none takes is refused by its name', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.', 'b.note': '\0\0\0' });
  const refusing = noteParser({ name: 'picky', recognise: () => 'no' });
  const text = noteParser({ recognise: ({ bytes }) => (bytes[0] === 0 ? 'no' : 'maybe') });
  const second = noteParser({ name: 'second', recognise: ({ bytes }) => (bytes[0] === 0 ? 'no' : 'maybe') });
  const { texts, failed } = await ingest([refusing, text, second]);
  expect(texts).toEqual({ 'a.note': 'v1: Near.' });
  expect(failed).toMatchObject([{ path: 'b.note', code: 'file_damaged' }]);
});

test('a new version, a parser that comes and one that goes have their files read again, and no others', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.', 'b.txt': 'Far.' });
  const parser = (version: number) => noteParser({ version });
  await ingest([parser(1)]);
  expect(await ingest([parser(1)])).toMatchObject({ unchanged: 2, updated: 0 });
  const again = await ingest([parser(2)]);
  expect(again).toMatchObject({ unchanged: 1, updated: 1, texts: { 'a.note': 'v2: Near.' } });
  // A parser of the package has this name too.
  const own = noteParser({ name: 'text', version: 11, extensions: ['.txt'] });
  expect(await ingest([parser(2), own])).toMatchObject({ updated: 1, texts: { 'b.txt': 'v11: Far.' } });
  expect(await ingest([parser(2), own])).toMatchObject({ unchanged: 2, updated: 0 });
  expect(await ingest([parser(2)])).toMatchObject({ updated: 1, texts: { 'b.txt': 'Far.' } });
  expect(await ingest([parser(2)], {}, { dryRun: true })).toMatchObject({ unchanged: 2, updated: 0 });
});

test('one that fails, fails its file alone, and is asked again where that was not the file’s fault', async () => {
  const files = ['a.note', 'b.note', 'c.note', 'd.note', 'e.txt'];
  const { ingest } = folderOf(Object.fromEntries(files.map((name) => [name, `In ${name}.`])));
  const parser = noteParser({
    parse({ path, bytes }) {
      if (path.endsWith('a.note')) throw new TypeError('x is not a function');
      if (path.endsWith('b.note'))
        throw new FootnoteError('file_malformed', { path, line: 7, problem: 'no end' });
      const document = paragraph(decode(bytes));
      return path.endsWith('c.note') ? { ...document, text: 'In' } : document;
    },
  });
  const { texts, failed } = await ingest([parser]);
  expect(texts).toEqual({ 'd.note': 'In d.note.', 'e.txt': 'In e.txt.' });
  expect(failed.map(({ path, code }) => [path, code])).toEqual([
    ['a.note', 'parser_stopped'],
    ['b.note', 'file_malformed'],
    ['c.note', 'parser_stopped'],
  ]);
  // Corrected, it needs no new version; what it said of the file itself stays said.
  const again = await ingest([noteParser()]);
  expect(again.failed.map(({ path }) => path)).toEqual(['b.note']);
  expect(again.texts).toMatchObject({ 'a.note': 'v1: In a.note.', 'c.note': 'v1: In c.note.' });
});

test.each<[string, Parser['recognise'], RegExp]>([
  [
    'fails',
    () => {
      throw new TypeError('x is not a function');
    },
    /the parser note failed \(x is not a function\)/,
  ],
  ['answers something else', () => true as unknown as 'yes', /recognise answers other than yes, maybe or no/],
])('one whose recognise %s fails the files that it was asked about', async (_, recognise, message) => {
  const { ingest } = folderOf({ 'a.note': 'Near.', 'b.txt': 'Far.' });
  const parser = noteParser({ recognise: (file) => (file.path.endsWith('.txt') ? 'no' : recognise(file)) });
  const { texts, failed } = await ingest([parser]);
  expect(texts).toEqual({ 'b.txt': 'Far.' });
  expect(failed).toEqual([
    { path: 'a.note', code: 'parser_stopped', message: expect.stringMatching(message) as string },
  ]);
});

test('one that waits forever is given up at the limit, and told so', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.', 'b.note': 'Far.' });
  const told: unknown[] = [];
  const parser = noteParser({
    parse({ path }, { signal }) {
      if (path.endsWith('b.note')) return paragraph('Far.');
      signal?.addEventListener('abort', () => told.push(path.slice(-6)));
      return new Promise(() => {});
    },
  });
  const { texts, failed } = await ingest([parser], { ingest: { parserTimeoutMs: 20 } });
  expect(texts).toEqual({ 'b.note': 'Far.' });
  expect(failed).toEqual([
    {
      path: 'a.note',
      code: 'parser_stopped',
      message:
        'a.note could not be parsed: the parser note took longer than 0.02 s. Split the file, or raise ingest.parserTimeoutMs.',
    },
  ]);
  expect(told).toEqual(['a.note']);
});

test('an ingest that is stopped does not wait for it', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.' });
  const stop = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const parser = noteParser({
    parse(_, { signal }) {
      signals.push(signal);
      stop.abort();
      return new Promise(() => {});
    },
  });
  await expect(ingest([parser], {}, { signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test('it says how far it is, and gets bytes whose slice is its own', async () => {
  const { ingest } = folderOf({ 'a.note': 'Near.' });
  const parsing: unknown[] = [];
  const types: unknown[] = [];
  const parser = noteParser({
    recognise({ bytes }) {
      types.push(bytes.constructor.name);
      return 'maybe';
    },
    parse({ bytes }, { onProgress }) {
      types.push(bytes.constructor.name);
      onProgress?.({ done: 1, total: 2, unit: 'page' });
      return paragraph('Near.');
    },
  });
  await ingest([parser], {}, { onProgress: (progress) => parsing.push(progress) });
  expect(new Set(types)).toEqual(new Set(['Uint8Array']));
  expect(JSON.stringify(parsing)).toContain('"total":2,"unit":"page"');
});
