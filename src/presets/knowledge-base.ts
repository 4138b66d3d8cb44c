import type { Preset } from './preset.ts';

/**
 * A knowledge base: vector search with a low threshold, articles under their titles, levels of confidence.
 *
 * Corrections: similarity is the cosine itself, not one minus a squared Euclidean distance. A title contains another by
 * whole words: `[sic]` cites no "Classics".
 */
export const knowledgeBase: Preset = {
  description:
    'A knowledge base: many passages under a low threshold, cited by title, with a level of confidence.',
  settings: {
    // D1
    question: { maxLength: 1000 },
    retrieval: {
      // D2: the cosine alone ranks and decides.
      topK: 10,
      fusion: 'cosine',
      documentSupport: 0,
      minScore: 0.15,
      minCosine: 0.15,
      minCoverage: 0,
    },
    // D4; `generator.kind` stays what it is until there is a key.
    generator: {
      baseUrl: 'https://api.groq.com/openai/v1',
      model: 'llama-3.1-8b-instant',
      temperature: 0.3,
      maxTokens: 500,
    },
    answer: {
      // D2: as many as are found.
      maxPassages: 20,
      // D3
      contextFormat: 'titled',
      contextTokenizer: 'four-characters',
      maxContextTokens: 2000,
      // D4
      prompt: 'knowledge-base',
      // D5
      citationFormat: 'title',
      // D7
      confidence: 'levels',
      // D8
      fallback: "I don't have specific information on this in the knowledge base.",
    },
  },
  named: { engine: { kind: 'chroma', title: 'Chroma' }, generator: 'llama-3.1-8b-instant' },
  variables: {
    // D2
    RETRIEVAL_TOP_K: { sets: ['retrieval.topK'] },
    RELEVANCE_THRESHOLD: { sets: ['retrieval.minScore', 'retrieval.minCosine'] },
    // D6
    CATEGORY_MAP: { sets: ['metadata.categories'] },
    // D3
    MAX_CONTEXT_TOKENS: { sets: ['answer.maxContextTokens'] },
    // D4: whoever gives an address or a key wants the model to be asked.
    LLM_MODEL: { sets: ['generator.model'] },
    LLM_TEMPERATURE: { sets: ['generator.temperature'] },
    LLM_MAX_TOKENS: { sets: ['generator.maxTokens'] },
    LLM_BASE_URL: { sets: ['generator.baseUrl'], with: { generator: { kind: 'openai' } } },
    LLM_API_KEY: { sets: ['generator.apiKey'], with: { generator: { kind: 'openai' } } },
  },
};
