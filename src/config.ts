import { z } from 'zod';

/** Collections and engine indexes are named alike, so that a name is always also a safe part of an address. */
export const collectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,47}$/, '1–48 characters of a-z, 0-9, _ and -, the first a letter or digit');

/**
 * A name or an address as a `Host` header has it before the port, in lower case: the source of a regular expression.
 */
export const hostNamePattern = String.raw`(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)`;

const hostName = z
  .string()
  .regex(
    new RegExp(`^${hostNamePattern}$`, 'i'),
    'it must be a name such as papers.example.org, without scheme and port, or an IPv6 address in brackets',
  );

/** Of a model's server. A password in it would be printed wherever addresses are; `apiKey` is the place for secrets. */
const serverAddress = z
  .url({ protocol: /^https?$/ })
  .regex(/^https?:\/\/[^@/?]+(\/[^?]*)?$/i, 'it must have no user, password and query');

const weight = z.number().min(0).max(1);

/** Beside the words of a passage, which weigh 1. */
const fieldWeight = z.number().min(0).max(10);

/** What {@link Config} may hold. */
export const configSchema = z.strictObject({
  store: z.string().min(1),
  collection: collectionName,
  /** The reference pipeline whose settings lie under those given. */
  preset: z.enum(['none', 'graph', 'disclosures', 'tutor', 'knowledge-base', 'textbook']),
  ingest: z.strictObject({
    maxFileBytes: z
      .int()
      .min(1)
      .max(2 ** 30),
    archiveMaxMembers: z.int().min(1),
    archiveMaxBytes: z.int().min(1),
    archiveMaxRatio: z.number().min(1),
    archiveMaxDepth: z.int().min(1).max(16),
    parserProcesses: z.int().min(1).max(64),
    parserTimeoutMs: z.int().min(1),
    parserMaxMemoryMb: z.int().min(256),
  }),
  metadata: z.strictObject({
    file: z.string(),
    baseUrl: z.string(),
    fields: z.record(z.string().min(1), z.enum(['string', 'number', 'boolean', 'date', 'list'])),
  }),
  chunker: z.strictObject({
    name: z.enum(['structure', 'recursive', 'tokens', 'sentences', 'page']),
    /** What counts tokens: the embedder's own tokenizer, or one of OpenAI's. */
    tokenizer: z.enum(['embedder', 'cl100k_base', 'o200k_base']),
    maxTokens: z.int().min(16).max(8192),
    minTokens: z.int().min(0).max(4096),
    overlapTokens: z.int().min(0).max(4096),
    maxCharacters: z.int().min(50).max(100_000),
    overlapCharacters: z.int().min(0).max(50_000),
    maxSentences: z.int().min(1).max(1000),
    overlapSentences: z.int().min(0).max(100),
  }),
  embedder: z.strictObject({
    kind: z.enum(['onnx', 'openai']),
    /** Empty: what the model says. */
    languages: z.array(z.string().regex(/^[a-z]{2,3}$/, 'language codes such as en, or any')),
    queryPrefix: z.string().max(200),
    documentPrefix: z.string().max(200),
    /** 0: nothing is kept. */
    cacheMaxBytes: z.int().min(0),
    /** Empty: the model that comes with the package. */
    directory: z.string(),
    threads: z.int().min(1).max(64),
    baseUrl: serverAddress,
    model: z.string().min(1),
    /** Empty: none is sent. */
    apiKey: z.string(),
    /** 0: what is known of the model. */
    dimension: z.int().min(0).max(16_384),
    maxTokens: z.int().min(0).max(131_072),
    batchSize: z.int().min(1).max(2048),
    concurrency: z.int().min(1).max(64),
    pauseMs: z.int().min(0).max(600_000),
    timeoutMs: z.int().min(1000).max(300_000),
  }),
  retrieval: z
    .strictObject({
      candidates: z.int().min(1).max(1000),
      topK: z.int().min(1).max(100),
      fusion: z.enum(['convex', 'cosine', 'rrf', 'weighted', 'rrf-rerank']),
      vectorWeight: weight,
      keywordWeight: weight,
      titleWeight: fieldWeight,
      headingWeight: fieldWeight,
      rrfK: z.int().min(0).max(10_000),
      documentSupport: weight,
      /** 0: any. */
      vectorMinCosine: weight,
      minCosine: weight,
      minCoverage: weight,
      /** 0: none. */
      minScore: weight,
      rerankCandidates: z.int().min(1).max(50),
      dateField: z.string().min(1).max(128),
      /** 0: repetitions stay. */
      duplicateSimilarity: weight,
      /** 0: any number. */
      maxPerDocument: z.int().min(0).max(100),
      /** 0: none. */
      diversity: weight,
      expansion: z.enum(['none', 'neighbours', 'section', 'document']),
      expansionTokens: z.int().min(0).max(100_000),
    })
    .refine(({ vectorWeight, keywordWeight }) => Math.abs(vectorWeight + keywordWeight - 1) < 1e-9, {
      error: 'vectorWeight and keywordWeight must sum to 1; give one of them, and the other has the rest',
    }),
  reranker: z.strictObject({
    kind: z.enum(['none', 'features', 'late-interaction', 'cross-encoder', 'http', 'llm']),
    cacheMaxBytes: z.int().min(0),
    directory: z.string(),
    shape: z.enum(['cohere', 'jina', 'tei']),
    /** Empty: there is none. */
    baseUrl: z.union([z.literal(''), serverAddress]),
    model: z.string(),
    /** Empty: none is sent. */
    apiKey: z.string(),
    timeoutMs: z.int().min(100).max(300_000),
  }),
  generator: z.strictObject({
    kind: z.enum(['extractive', 'openai']),
    baseUrl: serverAddress,
    model: z.string().min(1),
    /** Empty: none is sent. */
    apiKey: z.string(),
    temperature: z.number().min(0).max(2),
    maxTokens: z.int().min(1).max(1_000_000),
    /** 0: what is known of the model. */
    contextWindow: z.int().min(0).max(100_000_000),
    concurrency: z.int().min(1).max(1000),
    timeoutMs: z.int().min(100).max(300_000),
    firstTokenTimeoutMs: z.int().min(100).max(300_000),
  }),
  verifier: z.strictObject({
    kind: z.enum(['none', 'judge', 'entailment']),
    directory: z.string(),
    timeoutMs: z.int().min(100).max(300_000),
  }),
  answer: z.strictObject({
    /** What is quoted where no model answers. */
    quote: z.enum(['sentences', 'passages']),
    maxSentences: z.int().min(1).max(10),
    maxQuoteCharacters: z.int().min(50).max(10_000),
    maxAnswerCharacters: z.int().min(50).max(100_000),
    maxPassages: z.int().min(1).max(20),
    minPassages: z.int().min(1).max(20),
    maxContextTokens: z.int().min(16).max(1_000_000),
    /** How passages are laid out for a language model. */
    contextFormat: z.enum(['numbered', 'documents', 'titled', 'chapters', 'metadata']),
    /** What counts the tokens of the context. */
    contextTokenizer: z.enum(['model', 'four-characters']),
    /** How a language model is told to cite. */
    citationFormat: z.enum(['number', 'citation', 'title']),
    /** A template that comes with the package by its name, or a file by its path. */
    prompt: z.string().min(1),
    /** What becomes of sentences that their sources do not bear out. */
    verify: z.enum(['mark', 'drop', 'regenerate']),
    confidence: z.enum(['relevance', 'reciprocal-rank', 'levels', 'mean', 'calibrated']),
    searchSelection: z.boolean(),
    rewriteFollowUps: z.boolean(),
    /** Empty: why there is no answer, and what the collection covers. */
    fallback: z.string().max(1000),
    /** Of what Footnote itself says; `question`: that of the question. */
    language: z.enum(['question', 'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'zh', 'ja', 'ar']),
  }),
  question: z.strictObject({
    maxLength: z.int().min(1).max(100_000),
    spelling: z.boolean(),
    compounds: z.boolean(),
    /** Empty: none. */
    synonyms: z.string(),
    rephrase: z.boolean(),
  }),
  log: z.strictObject({
    enabled: z.boolean(),
    storeQuestions: z.boolean(),
    /** 0: for ever. */
    retentionDays: z.int().min(0).max(36_500),
  }),
  server: z.strictObject({
    host: z.string().min(1),
    port: z.int().min(0).max(65_535),
    allowedHosts: z.array(hostName),
    maxBodyBytes: z.int().min(1024),
    maxQuestions: z.int().min(1).max(100_000),
  }),
});

/** Every setting of Footnote, JSON-serialisable, validated and frozen. */
export type Config = z.infer<typeof configSchema>;

/** What a file, the environment or the flags may set: any part of {@link Config}. */
export type PartialConfig = { readonly [Section in keyof Config]?: Partial<Config[Section]> };
