import type { Preset } from './preset.ts';

/**
 * Company disclosures: short windows of characters, vector search with a firm threshold, numbered documents.
 *
 * Corrections: the windows have no shrinking tails at the end of a text, and offsets are those of the content without
 * white space at its ends. A score of .6 was meant for another embedder: the shipped one gives less to many passages
 * that do answer. Calibrate, or lower `retrieval.minScore`.
 */
export const disclosures: Preset = {
  description:
    'Company disclosures: short passages found by meaning, a high threshold, and a source for every statement.',
  settings: {
    // B1
    chunker: { name: 'recursive', maxCharacters: 500, overlapCharacters: 50 },
    // B9, B10: of an embedder behind an endpoint, one batch at a time with a rest after it.
    embedder: { cacheMaxBytes: 2 ** 30, batchSize: 100, concurrency: 1, pauseMs: 1000 },
    retrieval: {
      // B3: the cosine alone ranks and decides.
      topK: 5,
      fusion: 'cosine',
      documentSupport: 0,
      minScore: 0.6,
      minCosine: 0.6,
      minCoverage: 0,
    },
    answer: {
      // B3
      maxPassages: 5,
      // B5
      minPassages: 1,
      confidence: 'reciprocal-rank',
      // B6
      contextFormat: 'documents',
      prompt: 'disclosures',
      // B7
      citationFormat: 'citation',
      // B8
      fallback: "I don't have enough information in the provided disclosures to answer that question.",
    },
    // B12: the log holds questions and answers in words.
    log: { enabled: true, storeQuestions: true },
  },
  named: { engine: { kind: 'postgresql', title: 'PostgreSQL' } },
  // B3
  projectField: 'company_slug',
  variables: {},
};
