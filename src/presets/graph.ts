import type { Preset } from './preset.ts';

/**
 * Hybrid search by reciprocal rank fusion, what follows each passage that is found, and passages with all their fields.
 *
 * Corrections: of ten candidates a leg the last has a fused score of 1/70, so the threshold .005, which is that of rank
 * 140 in one of them, refuses nothing; what is out of scope is decided by `minCosine` and `minCoverage`, as everywhere.
 * The index that is described has no field of definitions to boost: the headings, which name what is defined below
 * them, have its weight. The weights of the two searches are those of `weighted`; `rrf` has none.
 */
export const graph: Preset = {
  description: 'Hybrid search by reciprocal rank fusion, read together with what follows each passage.',
  settings: {
    // A2; of another embedder than this one only if it is set: `embedder.kind` stays what it is.
    embedder: { model: 'multilingual-e5-large', dimension: 1024 },
    // A1
    question: { spelling: true, compounds: true },
    retrieval: {
      // A2
      candidates: 10,
      topK: 10,
      // A3
      titleWeight: 0.3,
      headingWeight: 0.4,
      // A4: the score is the sum over the two ranks, and nothing else.
      fusion: 'rrf',
      documentSupport: 0,
      // A5
      rrfK: 60,
      vectorWeight: 0.4,
      keywordWeight: 0.6,
      // A6
      minScore: 0.005,
      // A7, A10: forward only.
      expansion: 'next',
    },
    answer: {
      // A8
      contextFormat: 'metadata',
      // A2: all that is found is read.
      maxPassages: 10,
      // A6
      fallback: 'No relevant information found',
    },
  },
  named: {
    engine: { kind: 'neo4j', title: 'Neo4j' },
    embedder: { model: 'multilingual-e5-large', dimension: 1024 },
  },
  variables: {
    // A5, and with each method the threshold that A6 has for it; that of ranks follows RRF_K.
    HYBRID_MERGE_METHOD: {
      chooses: {
        rrf: { retrieval: { fusion: 'rrf' } },
        weighted: { retrieval: { fusion: 'weighted', minScore: 0.3 } },
        rrf_rerank: { retrieval: { fusion: 'rrf-rerank' } },
      },
    },
    HYBRID_SEARCH_ENABLED: {
      chooses: { true: {}, false: { retrieval: { fusion: 'cosine', minScore: 0.005 } } },
    },
    HYBRID_VECTOR_WEIGHT: { sets: ['retrieval.vectorWeight'] },
    HYBRID_KEYWORD_WEIGHT: { sets: ['retrieval.keywordWeight'] },
    RRF_K: { sets: ['retrieval.rrfK'] },
    // A10
    MIN_RELEVANCE_SCORE: { sets: ['retrieval.minScore'] },
  },
};
