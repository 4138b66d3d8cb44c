import type { Preset } from './preset.ts';

/**
 * A textbook chatbot without a language model: vector search on the shipped model, features that reorder, quotes.
 *
 * Corrections: a piece under 100 tokens joins its neighbour instead of being thrown away, and a unit over 512 is cut
 * at its own seams. The model reads 256 word pieces at a time: longer passages have several vectors. Questions are not
 * kept in words.
 */
export const textbook: Preset = {
  description:
    'A textbook chatbot without a language model: passages found by meaning, reordered by words and date.',
  settings: {
    // E2
    chunker: {
      name: 'structure',
      tokenizer: 'embedder',
      maxTokens: 512,
      minTokens: 100,
      overlapTokens: 50,
      overlapBlocks: true,
    },
    // E3: of an embedder behind an endpoint.
    embedder: { model: 'all-MiniLM-L6-v2', dimension: 384, batchSize: 32 },
    // E7: a question of 1000 characters with 2000 that are marked, and the word between them.
    question: { maxLength: 3010 },
    retrieval: {
      // E9: the cosine alone ranks and decides; the best five are reordered, three of them stay.
      fusion: 'cosine',
      documentSupport: 0,
      minScore: 0.5,
      minCosine: 0.5,
      minCoverage: 0,
      rerankCandidates: 5,
      dateField: 'date',
      topK: 3,
    },
    // E9
    reranker: { kind: 'features' },
    answer: {
      // E9
      searchSelection: true,
      maxPassages: 3,
      // E10
      quote: 'passages',
      maxQuoteCharacters: 500,
      maxAnswerCharacters: 2000,
      confidence: 'mean',
      prompt: 'textbook',
      contextFormat: 'chapters',
      // E12
      fallback: 'No relevant content found for your question',
    },
    // E11
    log: { enabled: true, storeQuestions: false },
  },
  named: {
    // E4
    engine: { kind: 'qdrant', title: 'Qdrant', name: 'textbook_chunks' },
    // E5
    records: { kind: 'postgresql', title: 'PostgreSQL' },
    embedder: { model: 'all-MiniLM-L6-v2', dimension: 384 },
  },
  variables: {},
};
