import { type Chunk, chunkId } from '../contracts/chunk.ts';
import type { GenerateRequest } from '../contracts/generator.ts';
import { analyser } from '../text/analyser/analyser.ts';
import { distinctTerms } from '../text/distinct-terms.ts';

export const analysis = analyser();

/** A chunk that is all of a document from `start` on. */
export function chunk(document: string, content: string, start = 0): Chunk {
  return {
    id: chunkId(document, 1, start),
    documentId: document,
    version: 1,
    ordinal: start,
    start,
    end: start + content.length,
    content,
    title: document,
    headingPath: [],
    tokens: 0,
    language: 'en',
    metadata: {},
  };
}

/** A question in English about chunks, best first. */
export function request(question: string, chunks: readonly Chunk[]): GenerateRequest {
  const terms = [...distinctTerms(analysis, question, 'en')];
  return {
    question,
    language: 'en',
    terms: terms.map((term) => ({ term, weight: 1 })),
    expansions: [],
    passages: chunks.map((entry, place) => ({ number: place + 1, chunk: entry, score: -place })),
    messages: [],
  };
}
