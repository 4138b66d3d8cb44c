import { type Chunk, chunkId } from '../contracts/chunk.ts';
import type { FoundPassage } from './passage.ts';

/** A chunk of the document `documentId`; what is not given does not matter to the test. */
export function chunkOf(documentId: string, ordinal: number, change: Partial<Chunk> = {}): Chunk {
  const content = change.content ?? `${documentId} ${ordinal}`;
  const start = change.start ?? 0;
  return {
    id: chunkId(documentId, 1, ordinal),
    documentId,
    version: 1,
    ordinal,
    start,
    end: start + content.length,
    content,
    title: documentId,
    headingPath: [],
    tokens: 10,
    language: 'en',
    metadata: {},
    ...change,
  };
}

/** A passage that the vector leg found, of this score. */
export function passageOf(chunk: Chunk, score = 0): FoundPassage {
  const { id, documentId, version } = chunk;
  const candidate = {
    collection: 'default',
    chunkId: id,
    documentId,
    version,
    vector: { rank: 1, score },
    keyword: null,
    matchedTerms: [],
    gramScore: 0,
  };
  return { ranked: { candidate, vectorShare: score, keywordShare: 0, documentSupport: 0, score }, chunk };
}
