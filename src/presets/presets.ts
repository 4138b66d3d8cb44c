import type { Config, PartialConfig } from '../settings/config.ts';

/** A setting by its dotted name: `retrieval.topK`. */
export type SettingName = {
  [Section in keyof Config]: Config[Section] extends string
    ? Section
    : `${Section}.${keyof Config[Section] & string}`;
}[keyof Config];

/** The settings that a preset may make: all but where things are kept and who may reach them. */
export type PresetSettings = Omit<PartialConfig, 'preset' | 'store' | 'collection' | 'server'>;

/** What a variable of the environment means, under the name that the pipeline's own description gives it. */
export interface PresetVariable {
  /** Settings that take its value as it is. */
  readonly sets?: readonly SettingName[];
  /** Settings by value; no other value is taken. */
  readonly chooses?: Readonly<Record<string, PresetSettings>>;
  /** Settings that hold as soon as it has a value. */
  readonly with?: PresetSettings;
}

/** What a pipeline's description runs on: what takes its place where the settings have it not is said in warnings. */
export interface NamedParts {
  readonly engine: {
    readonly kind: Exclude<Config['engine']['kind'], 'embedded'>;
    readonly title: string;
    /** What passages are kept under there where `engine.name` is empty. */
    readonly name?: string;
  };
  /** Where it keeps what is no passage. */
  readonly records?: { readonly kind: Config['records']['kind']; readonly title: string };
  readonly embedder?: { readonly model: string; readonly dimension: number };
  readonly reranker?: Config['reranker']['kind'];
  readonly generator?: string;
}

/**
 * A reference pipeline: the one engine under other settings. Plain data, JSON-serialisable. `A1` and the like in its
 * comments are rows of the requirements in docs/presets.md.
 */
export interface Preset {
  /** What it is for, in one sentence. */
  readonly description: string;
  readonly settings: PresetSettings;
  readonly named: NamedParts;
  /**
   * What takes the place of the preset's own settings where the shipped embedder takes the place of the named one:
   * least cosines belong to an embedder.
   */
  readonly withShippedEmbedder?: PresetSettings;
  /** The metadata field by which the `project` of a question limits its search. Default: `project`. */
  readonly projectField?: 'project' | 'company_slug';
  /** By name, in the order in which they count: of two that make the same setting, the later. */
  readonly variables: Readonly<Record<string, PresetVariable>>;
}

/**
 * A tutor over a textbook: hybrid search with a second look at the best, chapters and sections in what the model reads.
 * What is not found is met with the topics that there are, which is how Footnote refuses anyway.
 */
export const tutor: Preset = {
  description:
    'A textbook tutor: hybrid search, reranking of the best passages, chapter and section in each answer.',
  settings: {
    // C1
    chunker: {
      name: 'structure',
      tokenizer: 'cl100k_base',
      minTokens: 400,
      maxTokens: 600,
      overlapBlocks: true,
      splitBlocks: true,
    },
    // C1; where the model runs is `embedder.kind`, which stays what it is.
    embedder: { model: 'text-embedding-3-small', dimension: 1536 },
    // C3
    question: { maxLength: 2000 },
    retrieval: {
      // C3
      candidates: 20,
      fusion: 'rrf',
      documentSupport: 0,
      vectorMinCosine: 0.6,
      // C4
      rerankCandidates: 20,
      topK: 5,
    },
    // C4: the second look that needs no further model.
    reranker: { kind: 'late-interaction' },
    // C5; who answers is `generator.kind`, which stays what it is.
    generator: { model: 'gpt-4-turbo' },
    answer: {
      // C4
      maxPassages: 5,
      // C5
      contextFormat: 'chapters',
      prompt: 'tutor',
    },
  },
  // C3: of 95 of 100 questions that their documents answer a passage passes, by bench/quality/tutor-thresholds.ts. How
  // many pass .6 of the named embedder cannot be measured here; the description wants a result for each of them.
  withShippedEmbedder: { retrieval: { vectorMinCosine: 0.36 } },
  named: {
    engine: { kind: 'qdrant', title: 'Qdrant' },
    embedder: { model: 'text-embedding-3-small', dimension: 1536 },
    reranker: 'cross-encoder',
    generator: 'gpt-4-turbo',
  },
  variables: {},
};

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

/**
 * A knowledge base: vector search with a low threshold, articles under their titles, levels of confidence.
 *
 * Corrections: similarity is the cosine itself, not one minus a squared Euclidean distance. A title contains another by
 * whole words: `[sic]` cites no "Classics".
 */
const knowledgeBase: Preset = {
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

/** A preset's name, as the setting `preset` takes it. */
export type PresetName = Exclude<Config['preset'], 'none'>;

/** The reference pipelines by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  graph,
  disclosures,
  tutor,
  'knowledge-base': knowledgeBase,
  textbook,
};

/** The embedding model that comes with the package. */
const shippedModel = 'all-MiniLM-L6-v2';

/**
 * What takes the place of parts that the preset's description names and the settings do not have, as one warning;
 * none where no preset is set.
 */
export function presetWarnings(
  config: Pick<Config, 'preset' | 'engine' | 'records' | 'embedder' | 'retrieval' | 'generator' | 'reranker'>,
): string[] {
  if (config.preset === 'none') return [];
  const { engine, records, embedder, reranker, generator } = presets[config.preset].named;
  const taken: string[] = [];
  if (config.engine.kind !== engine.kind) taken.push(`the ${config.engine.kind} engine for ${engine.title}`);
  if (records && config.records.kind !== records.kind) taken.push(`records in a file for ${records.title}`);
  if (embedder && !isModel(config.embedder, embedder.model)) {
    const here = modelOf(config.embedder);
    taken.push(`${here} for ${embedder.model} (${embedder.dimension} dimensions)${otherCosine(config)}`);
  }
  if (reranker && config.reranker.kind !== reranker) taken.push(`${config.reranker.kind} for a ${reranker}`);
  if (generator && config.generator.kind === 'extractive') taken.push(`quoted sentences for ${generator}`);
  if (taken.length === 0) return [];
  return [`The preset ${config.preset} runs with substitutes: ${taken.join(', ')}. See docs/presets.md.`];
}

/** What becomes of a least cosine that was chosen for the named embedder; empty where there is none. */
function otherCosine({
  preset,
  retrieval: { vectorMinCosine },
}: Pick<Config, 'preset' | 'retrieval'>): string {
  const own = preset === 'none' ? undefined : presets[preset].settings.retrieval?.vectorMinCosine;
  if (own === undefined) return '';
  return vectorMinCosine === own
    ? `, for which the least cosine ${own} of the vector search was not chosen`
    : ` with the least cosine ${vectorMinCosine} of the vector search for ${own}`;
}

/** Providers put an owner before a model's name and a tag behind it; folders have any path before it. */
function isModel(settings: Config['embedder'], model: string): boolean {
  return modelOf(settings).toLowerCase().includes(model.toLowerCase());
}

function modelOf({ kind, model, directory }: Config['embedder']): string {
  if (kind === 'openai') return model;
  return directory === '' ? shippedModel : directory;
}
