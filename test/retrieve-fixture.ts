import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Chunk, chunkId } from '../src/contracts/chunk.ts';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { SearchIndex } from '../src/contracts/engine.ts';
import { type EmbeddedEngine, embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import { onnxEmbedder } from '../src/models/local/onnx-embedder.ts';
import type { RetrieveContext } from '../src/retrieve/retrieve.ts';
import { defaults } from '../src/settings/default-config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';

/** Titles and texts; the last is an older version of the first. */
const documents: readonly (readonly [id: string, version: number, text: string])[] = [
  ['lobster', 2, 'A lobster regrows a lost claw over several molts. Its first claws appear in the larva.'],
  ['crab', 1, 'Crabs walk sideways because their legs bend to the side. A crab can also drop a claw.'],
  ['bridge', 1, 'The suspension bridge over the bay was opened in 1937 after four years of building.'],
  ['tea', 1, 'Green tea is steamed or roasted soon after picking, so that the leaves do not oxidise.'],
  ['lobster', 1, 'A lobster regrows a lost claw at once.'],
];

/** What a document among them answers. */
export const question = 'How does a lobster regrow its claw?';

/** The documents in an index of their own, for the tests of a file. */
export function animals() {
  const analysis = analyser();
  let folder: string;
  let embedder: Embedder;
  let engine: EmbeddedEngine;
  let index: SearchIndex;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retrieve-'));
    embedder = await onnxEmbedder({ threads: 1 });
    engine = embeddedEngine({ file: join(folder, 'store.db'), analyser: analysis });
    index = await engine.open({
      id: 'animals',
      collection: 'animals',
      dimension: embedder.dimension,
      fields: { language: 'string', visible_to: 'list' },
    });
    const embeddings = await embedder.embedDocuments(documents.map(([, , text]) => text));
    await index.write(
      documents.map(([documentId, version, content], place) => ({
        chunk: chunkOf(documentId, version, content),
        vectors: embeddings[place]?.vectors ?? [],
      })),
    );
  });

  afterAll(async () => {
    await engine.close();
    await embedder.close();
    await rm(folder, { recursive: true });
  });

  return {
    get engine() {
      return engine;
    },
    get embedder() {
      return embedder;
    },
    get index() {
      return index;
    },
    /** What a question is retrieved with: all of them, by the default settings but for these. */
    context(settings: Partial<RetrieveContext['settings']> = {}): RetrieveContext {
      return {
        collections: [{ name: 'animals', index }],
        embedder,
        analyser: analysis,
        liveDocuments: {
          // Each document's first entry is its live version.
          versions: async () => new Map(documents.toReversed().map(([id, version]) => [id, version])),
          paths: async () => new Map(documents.map(([id]) => [id, `${id}.md`])),
        },
        documentList: async () =>
          documents.map(([documentId]) => ({
            documentId,
            path: `${documentId}.md`,
            title: `About the ${documentId}`,
          })),
        sourceText: async (id, version) => {
          const found = documents.find(([other, itsVersion]) => other === id && itsVersion === version);
          return found && { text: found[2], blocks: [] };
        },
        settings: { ...defaults.retrieval, ...settings },
        maxQuestionLength: defaults.question.maxLength,
        questionExpansion: { settings: defaults.question },
      };
    },
  };
}

/** The only chunk of a document's version. */
export function chunkOf(documentId: string, version: number, content: string): Chunk {
  return {
    id: chunkId(documentId, version, 0),
    documentId,
    version,
    ordinal: 0,
    start: 0,
    end: content.length,
    content,
    title: `About the ${documentId}`,
    headingPath: [],
    tokens: 20,
    language: 'en',
    metadata: { language: 'en', visible_to: ['*'] },
  };
}
