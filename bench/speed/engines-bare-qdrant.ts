import { createHash } from 'node:crypto';
import { QdrantClient } from '@qdrant/js-client-rest';
import type { EngineServer } from '../../scripts/engines/engine-server.ts';
import { fnv1aOfText } from '../../src/engines/embedded/fnv1a.ts';
import { dimension } from './engine-corpus.ts';
import { rank } from './engine-system.ts';
import type { BareStore } from './engines-bare.ts';

/** A collection with a dense vector and a sparse one of the words, whose rarity the server knows. */
export async function bareQdrant({ url, credentials }: EngineServer): Promise<BareStore> {
  const { apiKey } = credentials;
  const client = new QdrantClient({
    url,
    checkCompatibility: false,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const name = 'bare';
  await client.deleteCollection(name);
  await client.createCollection(name, {
    vectors: { dense: { size: dimension, distance: 'Cosine' } },
    sparse_vectors: { words: { modifier: 'idf' } },
  });
  const search = async (
    using: string,
    query: number[] | { indices: number[]; values: number[] },
    limit: number,
  ) => {
    const { points } = await client.query(name, { query, using, limit, with_payload: ['id'] });
    return rank(
      points.map(({ payload, score }) => ({ id: payload?.['id'], score })),
      (row) => Number(row['score']),
    );
  };
  return {
    async write(batch) {
      const points = batch.map(({ chunk, vector }) => ({
        id: pointId(chunk.id),
        vector: { dense: [...vector], words: sparse(chunk.content.toLowerCase().match(/\w+/g) ?? []) },
        payload: {
          ...chunk.metadata,
          id: chunk.id,
          documentId: chunk.documentId,
          version: chunk.version,
          ordinal: chunk.ordinal,
          title: chunk.title,
          heading: chunk.headingPath.join(' > '),
          content: chunk.content,
        },
      }));
      await client.upsert(name, { wait: true, points });
    },
    async settle() {
      // Green: nothing is optimised any more.
      while ((await client.getCollection(name)).status !== 'green') await new Promise(setImmediate);
    },
    vector: (vector, limit) => search('dense', [...vector], limit),
    keyword: (text, limit) => search('words', sparse(text.split(' ')), limit),
    async texts(ids) {
      const points = await client.retrieve(name, { ids: ids.map(pointId), with_payload: ['content'] });
      return points.map(({ payload }) => String(payload?.['content']));
    },
    close: async () => {},
  };
}

/** Ids of points are numbers or UUIDs. */
function pointId(id: string): string {
  const hash = createHash('md5').update(id).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** BM25's share of a document's own, without its length: texts of the corpus are equally long. */
function sparse(words: readonly string[]): { indices: number[]; values: number[] } {
  const counts = new Map<number, number>();
  for (const word of words) {
    const index = fnv1aOfText(word) >>> 0;
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return {
    indices: [...counts.keys()],
    values: Array.from(counts.values(), (count) => (count * 2.2) / (count + 1.2)),
  };
}
