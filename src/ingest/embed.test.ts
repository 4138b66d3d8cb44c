import { expect, test } from 'vitest';
import type { UnembeddedVersion } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import { FootnoteError } from '../errors.ts';
import { type EmbedContext, type EmbeddedBatch, embedPending, TextWrittenSignal } from './embed.ts';

const version: UnembeddedVersion = {
  documentId: 'd',
  version: 1,
  path: 'notes/d.md',
  chunks: 3,
  tokens: 9,
  embeddedChunks: 0,
};

const embed: Embedder['embedDocuments'] = async (texts) =>
  texts.map(() => ({ vectors: [new Float32Array([1])], tokens: 3 }));

/** Embeds a version, the first rows of which cannot be read: the batches, and how many versions each claim was for. */
async function embedOne(pending: UnembeddedVersion, unreadable: number, embedder: Partial<Embedder>) {
  const claims: number[] = [];
  const waiting = [[pending]];
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
        ids
          .map((id, ordinal) => ({
            id,
            documentId: 'd',
            ordinal,
            title: '',
            headingPath: [],
            content: 'x',
            tokens: 3,
          }))
          .slice(unreadable),
      vectors: { add: async () => {} },
    },
    embedder,
  } as unknown as EmbedContext;
  const textWritten = new TextWrittenSignal();
  textWritten.end();
  const batches: EmbeddedBatch[] = [];
  for await (const batch of embedPending(context, textWritten, {})) batches.push(batch);
  return { batches, claims };
}

test('a passage without a vector is named by its own number, also behind one whose row cannot be read', async () => {
  const { batches } = await embedOne(version, 1, {
    embedDocuments: async (texts) => {
      if (texts.length < 2) return embed(texts);
      throw new FootnoteError('vector_invalid', { subject: 'a text', problem: 'it is zero', position: 0 });
    },
  });
  expect(batches).toMatchObject([{ chunks: 2, vectors: 1, tokens: 6 }]);
  expect(batches[0]?.warnings).toEqual([
    expect.stringMatching(/^notes\/d\.md: passage 2 can be found only by its words\. The vector of a text/),
  ]);
});

test('an embedder is given as much as it can be busy with, and the claim suffices for that', async () => {
  const { batches, claims } = await embedOne({ ...version, chunks: 700 }, 0, {
    passagesAtOnce: 300,
    embedDocuments: embed,
  });
  expect(batches.map(({ chunks, vectors }) => [chunks, vectors])).toEqual([
    [300, 300],
    [300, 300],
    [100, 100],
  ]);
  expect(claims[0]).toBe(300);
});
