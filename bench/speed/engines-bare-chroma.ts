import { ChromaClient } from 'chromadb';
import type { EngineServer } from '../../scripts/engines/engine-server.ts';
import type { BareStore } from './engines-bare.ts';

/** A collection by cosine. It has no index of words. */
export async function bareChroma({ url }: EngineServer): Promise<BareStore> {
  const { hostname, port } = new URL(url);
  const client = new ChromaClient({ host: hostname, port: Number(port) });
  const collection = await client.createCollection({
    name: 'bare',
    embeddingFunction: null,
    configuration: { hnsw: { space: 'cosine' } },
  });
  return {
    async write(batch) {
      await collection.upsert({
        ids: batch.map(({ chunk }) => chunk.id),
        embeddings: batch.map(({ vector }) => [...vector]),
        documents: batch.map(({ chunk }) => chunk.content),
        metadatas: batch.map(({ chunk }) => ({
          ...(chunk.metadata as Record<string, string | number>),
          documentId: chunk.documentId,
          version: chunk.version,
          ordinal: chunk.ordinal,
          title: chunk.title,
          heading: chunk.headingPath.join(' > '),
        })),
      });
    },
    settle: async () => {},
    async vector(vector, limit) {
      const found = await collection.query({
        queryEmbeddings: [[...vector]],
        nResults: limit,
        include: ['distances'],
      });
      const [ids = []] = found.ids;
      const [distances = []] = found.distances;
      return ids.map((id, at) => ({ id, score: 1 - (distances[at] ?? 1) }));
    },
    async texts(ids) {
      const { documents } = await collection.get({ ids: [...ids], include: ['documents'] });
      return documents.map((text) => text ?? '');
    },
    close: async () => {},
  };
}
