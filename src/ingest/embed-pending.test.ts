import { expect, test } from 'vitest';
import { type Chunk, chunkId } from '../contracts/chunk.ts';
import type { UnembeddedVersion } from '../contracts/document-records.ts';
import { FootnoteError } from '../errors.ts';
import { type EmbedContext, type EmbeddedBatch, embedPending } from './embed-pending.ts';
import { TextWrittenSignal } from './text-written.ts';

const version: UnembeddedVersion = {
  documentId: 'd',
  version: 1,
  path: 'notes/d.md',
  chunks: 3,
  tokens: 9,
  embeddedChunks: 0,
};

test('a passage without a vector is named by its own number, also behind one whose row cannot be read', async () => {
  const waiting = [[version], []];
  const left = [1, 2].map((ordinal) => ({ id: chunkId('d', 1, ordinal), documentId: 'd', ordinal }) as Chunk);
  const subject = 'a text';
  const context = {
    jobId: 'job',
    documents: { claimUnembedded: async () => waiting.shift() ?? [], embedded: async () => {} },
    index: {
      spec: { id: 'default-1' },
      get: async () => left.map((chunk) => ({ ...chunk, title: '', headingPath: [], content: 'x' })),
      addVectors: async () => {},
    },
    embedder: {
      embedDocuments: async (texts: readonly string[]) => {
        if (texts.length === 2)
          throw new FootnoteError('vector_invalid', { subject, problem: 'it is zero', position: 0 });
        return texts.map(() => ({ vectors: [new Float32Array([1])], tokens: 3 }));
      },
    },
  } as unknown as EmbedContext;
  const textWritten = new TextWrittenSignal();
  textWritten.end();
  const batches: EmbeddedBatch[] = [];
  for await (const batch of embedPending(context, textWritten, {})) batches.push(batch);
  expect(batches).toMatchObject([{ chunks: 2, vectors: 1, tokens: 3 }]);
  expect(batches[0]?.warnings).toEqual([
    expect.stringMatching(/^notes\/d\.md: passage 2 is found by its words alone\. The vector of a text/),
  ]);
});

test('an embedder is given as much as it can be busy with, and the claim suffices for that', async () => {
  const given: number[] = [];
  const claims: number[] = [];
  const waiting = [[{ ...version, chunks: 700 }], []];
  const context = {
    jobId: 'job',
    documents: {
      claimUnembedded: async (_index: string, _job: string, limit: number) => {
        claims.push(limit);
        return waiting.shift() ?? [];
      },
      embedded: async () => {},
    },
    index: {
      spec: { id: 'default-1' },
      get: async (ids: readonly string[]) =>
        ids.map((id) => ({ id, documentId: 'd', title: '', headingPath: [], content: 'x' })),
      addVectors: async () => {},
    },
    embedder: {
      passagesAtOnce: 300,
      embedDocuments: async (texts: readonly string[]) => {
        given.push(texts.length);
        return texts.map(() => ({ vectors: [new Float32Array([1])], tokens: 3 }));
      },
    },
  } as unknown as EmbedContext;
  const textWritten = new TextWrittenSignal();
  textWritten.end();
  for await (const batch of embedPending(context, textWritten, {})) expect(batch.vectors).toBe(batch.chunks);
  expect(given).toEqual([300, 300, 100]);
  expect(claims[0]).toBe(300);
});
