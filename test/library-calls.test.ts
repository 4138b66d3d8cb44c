import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkAnswer } from '../src/answer/check-answer.ts';
import type { ChunkWrite, FieldTypes, VectorWrite } from '../src/contracts/engine.ts';
import { embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import { isFootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { parseFile } from '../src/formats/format-loaders.ts';
import * as library from '../src/index.ts';
import { createChunker } from '../src/ingest/chunk/create-chunker.ts';
import { structureChunker } from '../src/ingest/chunk/structure-chunker.ts';
import { openaiGenerator } from '../src/models/chat/openai-generator.ts';
import { openaiLanguageModel } from '../src/models/chat/openai-language-model.ts';
import { onnxEmbedder } from '../src/models/local/onnx-embedder.ts';
import { openaiEmbedder } from '../src/models/remote/openai-embedder.ts';
import { crossEncoderReranker } from '../src/models/rerankers/cross-encoder-reranker.ts';
import { httpReranker } from '../src/models/rerankers/http-reranker.ts';
import { lateInteractionReranker } from '../src/models/rerankers/late-interaction-reranker.ts';
import { gptTokenizer } from '../src/models/tokenizers.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { handbook, writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

const endpoint = { baseUrl: 'http://localhost/v1', model: 'bge-m3' };
const question = 'How many days of paid leave are there?';
let folder: string;
let files: string;
let footnote: Footnote;
/** The same as a program in plain JavaScript has it. */
let untyped: Record<keyof Footnote, (...args: unknown[]) => Promise<unknown>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-calls-'));
  files = writeFiles(join(folder, 'handbook'), handbook);
  footnote = await openFootnote({ store: join(folder, 'store') }, await quickAdapters());
  untyped = footnote as unknown as typeof untyped;
  await footnote.ingest([files]);
});

afterAll(async () => {
  await footnote.close();
  rmSync(folder, { recursive: true });
});

test.each<[keyof Footnote, unknown[], string, RegExp]>([
  ['embed', ['text'], 'texts', /a list/],
  ['embed', [['text'], { as: 'words' }], 'as', /"passages", "questions"/],
  ['ask', [undefined], 'question', /missing/],
  ['ask', [null], 'question', /a string/],
  ['ask', [question, null], 'options', /an object/],
  ['ask', [question, { topk: 3 }], 'options', /no field "topk" \(did you mean "topK"\?\)/],
  ['ask', [question, { document: [] }], 'options', /no field "document" \(did you mean "documents"\?\)/],
  ['ask', [question, { history: 'hello' }], 'history', /a list/],
  ['ask', [question, { history: [{ role: 'user' }] }], 'history.0.content', /missing/],
  ['ask', [question, { history: [{ role: 'robot', content: '' }] }], 'history.0.role', /"user", "assistant"/],
  ['ask', [question, { conversationId: '' }], 'conversationId', /not be empty/],
  ['ask', [question, { selectedText: 'x'.repeat(10_001) }], 'selectedText', /at most 10000/],
  ['ask', [question, { sessionId: 'x'.repeat(201) }], 'sessionId', /at most 200/],
  ['ask', [question, { signal: {} }], 'signal', /an AbortSignal/],
  ['search', [question, { collections: [5] }], 'collections.0', /a string/],
  ['search', [question, { explain: 'yes' }], 'explain', /true or false/],
  ['ingest', ['./handbook'], 'paths', /a list/],
  ['ingest', [['']], 'paths.0', /not be empty/],
  ['ingest', [['handbook'], { collection: 'My Papers' }], 'collection', /a-z, 0-9/],
  ['ingest', [['handbook'], { dryrun: true }], 'options', /did you mean "dryRun"/],
  ['ingest', [['handbook'], { exclude: '*.md' }], 'exclude', /a list/],
  ['ingest', [['handbook'], { onProgress: true }], 'onProgress', /a function/],
  ['getDocument', [{}], 'idOrPath', /a string/],
  ['manifest', [{ collections: ['a'] }], 'options', /did you mean "collection"/],
  ['getDocumentPassages', ['a.md', { vectors: true }], 'options', /no field "vectors"/],
  ['cancelJob', [undefined], 'id', /missing/],
  ['findDocuments', [{ search: 5 }], 'search', /a string/],
  ['eraseConversations', [{ questionOnly: true, before: '2030-01-01' }], 'selection', /"questionsOnly"/],
  ['eraseConversations', [{ before: new Date() }], 'before', /a string/],
  ['changeConversation', ['c', { name: 'x' }], 'change', /no field "name"/],
  ['branchConversation', ['c', {}], 'before', /missing/],
  ['recordFeedback', [{}], 'messageId', /missing/],
  ['saveCalibration', [{}], 'minCosine', /missing/],
  ['saveCalibration', [undefined], 'calibration', /missing/],
  ['readLog', [{ only: 'open' }], 'only', /one of "unanswered"/],
  ['readLog', [{ offset: -1 }], 'offset', /at least 0/],
  ['backup', [undefined], 'file', /missing/],
])('%s(%j) is refused by name, before anything is done', async (method, args, field, problem) => {
  await expect(untyped[method](...args)).rejects.toMatchObject({
    code: 'request_invalid',
    details: { field, problem: expect.stringMatching(problem) },
  });
  expect(await footnote.listCollections()).toEqual(['default']);
});

test('a question that is refused is no line of the log, and none that was lost', async () => {
  const before = await footnote.readLog();
  await expect(untyped.ask(undefined)).rejects.toMatchObject({ code: 'request_invalid' });
  expect(await footnote.readLog()).toEqual(before);
});

async function firstOf(stream: AsyncIterable<unknown>): Promise<unknown> {
  for await (const entry of stream) return entry;
  return undefined;
}

test('a stream that is refused fails in its loop', async () => {
  await expect(firstOf(footnote.ask(question, { topK: 0 }))).rejects.toMatchObject({
    details: { field: 'topK' },
  });
  await expect(firstOf(footnote.watch('handbook' as unknown as string[]))).rejects.toMatchObject({
    details: { field: 'paths' },
  });
});

test.each([
  [null, /they must be an object/],
  [[], /they must be an object/],
  ['store', /they must be an object/],
  [{ retrieval: null }, /retrieval: it must be an object/],
  [{ retrieval: 5 }, /retrieval: it must be an object/],
])('the settings %j are refused by name', async (settings, message) => {
  await expect(openFootnote(settings as PartialConfig)).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(message),
  });
});

test.each<[string, () => unknown, string]>([
  ['a path in the place of a file', () => parseFile('a.md' as never), 'file: it must be {path, bytes}'],
  ['a text in the place of bytes', () => parseFile({ path: 'a.md', bytes: '# A' } as never), 'file: '],
  ['an answer that is missing', () => checkAnswer(undefined as never, []), 'answer: it must be a string'],
  [
    'a source that is a text',
    () => checkAnswer('So.', ['So.'] as never),
    'sources.0.text: it must be a string',
  ],
  [
    'an option that is misspelt',
    () => checkAnswer('So.', [], { citationformat: 'title' } as never),
    'options: there is no field "citationformat" (did you mean "citationFormat"?)',
  ],
  [
    'an encoding that is none',
    () => gptTokenizer('foo' as never),
    'encoding: it must be one of "cl100k_base", ',
  ],
  ['options that are null', () => onnxEmbedder(null as never), 'options: it must be an object'],
  [
    'an option that no embedder has',
    () => onnxEmbedder({ dir: 'model', thread: 2 } as never),
    'options: there is no field "dir"; the fields are directory, threads, languages, queryPrefix, documentPrefix.',
  ],
  [
    'a model without a name',
    () => openaiEmbedder({ baseUrl: 'http://localhost/v1' } as never),
    'embedder.model: it must be a string',
  ],
  [
    'a key that is misspelt',
    () => openaiEmbedder({ baseUrl: 'http://localhost/v1', model: 'bge-m3', apikey: 'secret' } as never),
    'options: there is no field "apikey" (did you mean "apiKey"?)',
  ],
  ['a folder that is missing', () => crossEncoderReranker({} as never), 'directory: it must be a string'],
  [
    'a shape that is none',
    () => httpReranker({ shape: 'rest' } as never),
    'shape: it must be one of "cohere", ',
  ],
  [
    'an embedder that is missing',
    () => lateInteractionReranker({} as never),
    'embedder: it must be an object',
  ],
  ['chunks of no token', () => chunkerOf({ name: 'structure', maxTokens: 0 }), 'chunker.maxTokens: '],
  [
    'an option that no chunker has',
    () => chunkerOf({ name: 'structure', maxToken: 64 }),
    'chunker: there is no field "maxToken" (did you mean "maxTokens"?)',
  ],
  [
    'an option that this chunker has not',
    () => structureChunker({ maxToken: 64, tokenizer: gptTokenizer('cl100k_base') } as never),
    'chunker: there is no field "maxToken" (did you mean "maxTokens"?)',
  ],
  [
    'a text in the place of a document',
    () => chunkerOf({ name: 'structure' }).chunk('A text.' as never),
    'document: it must be an object',
  ],
  ...(['structure', 'recursive', 'tokens', 'sentences', 'page'] as const).map(
    (name) =>
      [
        `a document without blocks, by ${name}`,
        () => chunkerOf({ name }).chunk({ text: 'A text.' } as never),
        'document.blocks: it must be a list',
      ] as [string, () => unknown, string],
  ),
  ['requests of which none may run', () => openaiEmbedder({ ...endpoint, concurrency: 0 }), 'concurrency: '],
  ['requests of no text', () => openaiEmbedder({ ...endpoint, batchSize: 0 }), 'batchSize: '],
  ['vectors of no number', () => openaiEmbedder({ ...endpoint, dimension: -1 }), 'dimension: '],
  [
    'a time that no timer waits',
    () => openaiEmbedder({ ...endpoint, timeoutMs: Infinity }),
    'timeoutMs: it must be a number from 1 to 2147483647, not Infinity',
  ],
  ['repetitions below none', () => openaiEmbedder({ ...endpoint, maxRetries: -1 }), 'maxRetries: '],
  ['answers of which none may run', () => openaiGenerator({ ...endpoint, concurrency: 0 }), 'concurrency: '],
  [
    'a reranker that takes nothing',
    () => httpReranker({ ...endpoint, shape: 'tei', maxCandidates: 0 }),
    'maxCandidates: ',
  ],
  [
    'a text in the place of messages',
    () => openaiLanguageModel('generator', endpoint).complete('Why?' as never),
    'messages: it must be a list',
  ],
  ['a folder that is none', () => resolveConfig({ directory: 5 as never }), 'directory: it must be a string'],
  ['a tokenizer that is missing', () => structureChunker({} as never), 'tokenizer: it must be an object'],
  ['a chunker that is none', () => chunkerOf({ name: 'lines' }), 'chunker.name: '],
])('single stages refuse by name: %s', async (_, call, message) => {
  await expect((async () => call())()).rejects.toMatchObject({
    code: expect.stringMatching(/^(request|config)_invalid$/),
    message: expect.stringContaining(message),
  });
});

type Untyped = (...args: unknown[]) => unknown;

const bound = <Owner extends object>(owner: Owner, ...names: (keyof Owner)[]): readonly Untyped[] =>
  names.map((name) => (owner[name] as Untyped).bind(owner));

const functions = Object.entries(library).filter(
  ([name, value]) => typeof value === 'function' && name !== 'FootnoteError',
) as [string, Untyped][];

test.each(functions)('%s throws nothing without a code, whatever it is called with', async (_, call) => {
  for (const args of [[], [null], [5], [{}], [[{}], {}], [{}, {}]]) {
    try {
      const made = (await call(...args)) as { close?(): Promise<void> } | null | undefined;
      await made?.close?.();
    } catch (error) {
      expect(error, JSON.stringify(args)).toSatisfy(isFootnoteError);
    }
  }
});

/** What a program in plain JavaScript may have wrong in what it writes. */
interface WrongWrite {
  readonly chunk?: object;
  readonly vectors?: unknown;
}

const chunk = {
  id: 'passage',
  documentId: 'note',
  version: 1,
  ordinal: 0,
  start: 0,
  end: 3,
  content: 'abc',
  title: '',
  headingPath: [],
  tokens: 1,
  language: 'en',
  metadata: {},
};

test.each<[string, WrongWrite, string]>([
  [
    'a chunk without its text',
    { chunk: { content: undefined } },
    'batch.0.chunk.content: it must be a string',
  ],
  ['a chunk without an id', { chunk: { id: undefined } }, 'batch.0.chunk.id: '],
  [
    'a place that is none',
    { chunk: { start: -1 } },
    'batch.0.chunk.start: it must be a whole number, 0 or more',
  ],
  ['metadata that is missing', { chunk: { metadata: undefined } }, 'batch.0.chunk.metadata: '],
  ['a page that has no number', { chunk: { page: 'iv' } }, 'batch.0.chunk.page: it must be a whole number'],
  [
    'metadata within metadata',
    { chunk: { metadata: { by: { name: 'Ada' } } } },
    'batch.0.chunk.metadata.by: it must be a string',
  ],
  ['a list of numbers for a vector', { vectors: [[1, 0]] }, 'batch.0.vectors.0: it must be a Float32Array'],
  ['vectors that are missing', { vectors: undefined }, 'batch.0.vectors: it must be a list'],
])('an index takes nothing of a batch with %s', async (_, { chunk: wrong, ...others }, message) => {
  const engine = embeddedEngine({ file: join(folder, 'passages.db'), analyser: analyser() });
  onTestFinished(() => engine.close());
  const index = await engine.open({ id: 'passages', collection: 'passages', dimension: 2, fields: {} });
  const write = { chunk: { ...chunk, ...wrong }, vectors: [], ...others };
  await expect(index.write([write as ChunkWrite])).rejects.toMatchObject({
    code: 'request_invalid',
    message: expect.stringContaining(message),
  });
  const late = { chunkId: 'passage', vectors: write.vectors };
  if ('vectors' in others) {
    await expect(index.vectors.add([late as VectorWrite])).rejects.toMatchObject({ code: 'request_invalid' });
  }
  expect(await index.count()).toBe(0);
});

test('an index has no field of another type than there are', async () => {
  const engine = embeddedEngine({ file: join(folder, 'passages.db'), analyser: analyser() });
  onTestFinished(() => engine.close());
  const fields = { year: 'int' } as unknown as FieldTypes;
  await expect(engine.open({ id: 'passages', collection: 'passages', dimension: 2, fields })).rejects.toThrow(
    'fields.year: it must be one of "string", "number", "boolean", "date", "list"',
  );
});

test('an engine throws nothing without a code, whatever it is called with', async () => {
  const engine = embeddedEngine({ file: join(folder, 'passages.db'), analyser: analyser() });
  onTestFinished(() => engine.close());
  const index = await engine.open({ id: 'passages', collection: 'passages', dimension: 2, fields: {} });
  const calls = [
    ...bound(engine, 'open', 'drop'),
    ...bound(index, 'write', 'remove', 'get', 'neighbours'),
    ...bound(index.vectors, 'add', 'search'),
    ...bound(index.keywords, 'search', 'statistics', 'similarTerms'),
  ];
  for (const call of calls) {
    for (const args of [
      [],
      [null],
      [5],
      [{}],
      ['a'],
      ['a', {}],
      [[{}]],
      [[], {}],
      [{ limit: 3, text: 'a' }],
    ]) {
      const error = await Promise.resolve(call(...args)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error === undefined || isFootnoteError(error), `${JSON.stringify(args)}: ${String(error)}`).toBe(
        true,
      );
    }
  }
});

test('a chunker takes its defaults where its options are left out', async () => {
  const document = await parseFile({ path: 'a.md', bytes: Buffer.from('# Robots\n\nSix joints.') });
  for (const name of ['structure', 'recursive', 'tokens', 'sentences', 'page'])
    expect(await chunkerOf({ name }).chunk(document)).toHaveLength(1);
});

function chunkerOf(settings: object) {
  return createChunker(settings as Parameters<typeof createChunker>[0], gptTokenizer('cl100k_base'));
}
