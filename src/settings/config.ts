import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { spokenLanguages } from '../language/language-pack.ts';

/** Collections and engine indexes are named alike, so that a name is always also a safe part of an address. */
export const collectionName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,47}$/,
    'it must be 1–48 characters of a-z, 0-9, _ and -, the first a letter or digit',
  );

/**
 * A name or an address as a `Host` header has it before the port, in lower case: the source of a regular expression.
 */
export const hostNamePattern = String.raw`(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)`;

const hostName = z
  .string()
  .regex(
    new RegExp(`^${hostNamePattern}$`, 'i'),
    'it must be a name such as papers.example.org, without scheme or port, or an IPv6 address in brackets',
  );

/** Of a proxy: an address, a network as 10.0.0.0/8, or a name for the networks of this machine or site. */
const proxyAddress = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
  { error: 'it must be an address, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal' },
);

/** Of a model's server. A password in it would be printed wherever addresses are; `apiKey` is the place for secrets. */
const serverAddress = z
  .url({ protocol: /^https?$/ })
  .regex(/^https?:\/\/[^@/?]+(\/[^?]*)?$/i, 'it must not contain a user, password or query');

/** A query such as `?password=…`, which drivers of databases read too. */
const secretInQuery = /[?&][^=&]*(?:passw|secret|token|api[-_]?key)[^=&]*=/i;

/** Of a provider of tokens: whoever can change what it says on the way can be anyone. */
const issuerAddress = serverAddress.regex(
  /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$))/i,
  'it must begin with https://, but on this machine',
);

/** Of an engine's server. A password has a setting of its own. */
const engineAddress = z
  .string()
  .regex(
    /^(?:(?:https?|postgres(?:ql)?|bolt|neo4j)(?:\+ssc|\+s)?:\/\/[^@?\s]+(?:\?[^?\s]*)?)?$/i,
    'it must be an address such as http://localhost:6333, without user or password',
  )
  .refine((url) => !secretInQuery.test(url), 'it must not contain a password or key');

/** Of a database server. */
const databaseAddress = z
  .string()
  .regex(
    /^(?:postgres(?:ql)?:\/\/[^@\s]+)?$/i,
    'it must be an address such as postgresql://localhost:5432/footnote, without user or password',
  )
  .refine((url) => !secretInQuery.test(url), 'it must not contain a password or key');

const weight = z.number().min(0).max(1);

/** Beside the words of a passage, which weigh 1. */
const fieldWeight = z.number().min(0).max(10);

/** Threads or processes that work side by side. */
const mostAtOnce = 64;
const cores = Math.min(mostAtOnce, availableParallelism());

const gibibyte = 2 ** 30;

/** What {@link Config} may hold, and what it holds where nothing else is said. */
export const configSchema = z.strictObject({
  store: z.string().min(1).default('.footnote'),
  collection: collectionName.default('default'),
  /** The reference pipeline whose settings lie under those given. */
  preset: z.enum(['none', 'graph', 'disclosures', 'tutor', 'knowledge-base', 'textbook']).default('none'),
  records: z
    .strictObject({
      kind: z.enum(['sqlite', 'postgresql']).default('sqlite'),
      url: databaseAddress.default(''),
      /** Empty: that of this process. */
      user: z.string().default(''),
      /** Empty: none is sent. */
      password: z.string().default(''),
      schema: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'it must be up to 63 of a-z, 0-9 and _, the first no digit')
        .default('footnote'),
      timeoutMs: z.int().min(100).max(600_000).default(10_000),
      maxConnections: z.int().min(3).max(1000).default(13),
    })
    .refine(({ kind, url }) => kind === 'sqlite' || url !== '', {
      error: 'kind postgresql needs url, the address of the server and the database',
    }),
  ingest: z.strictObject({
    maxFileBytes: z
      .int()
      .min(1)
      .max(gibibyte)
      .default(gibibyte / 4),
    archiveMaxMembers: z.int().min(1).default(10_000),
    archiveMaxBytes: z.int().min(1).default(gibibyte),
    archiveMaxRatio: z.number().min(1).default(200),
    archiveMaxDepth: z.int().min(1).max(16).default(3),
    parserProcesses: z.int().min(1).max(mostAtOnce).default(cores),
    parserTimeoutMs: z.int().min(1).default(60_000),
    parserMaxMemoryMb: z.int().min(256).default(1024),
    keepOriginals: z.boolean().default(false),
    /** Of all originals that a collection keeps. 0: any number. */
    maxKeptBytes: z.int().min(0).default(0),
    ocr: z.enum(['off', 'auto', 'always']).default('auto'),
    ocrTimeoutMs: z.int().min(1).default(3_600_000),
  }),
  web: z.strictObject({
    crawlPages: z.int().min(1).max(1_000_000).default(1000),
    crawlDepth: z.int().min(0).max(100).default(10),
    delayMs: z.int().min(0).max(60_000).default(250),
    timeoutMs: z.int().min(100).max(600_000).default(30_000),
    privateAddresses: z.boolean().default(false),
  }),
  metadata: z.strictObject({
    file: z.string().default(''),
    baseUrl: z.string().default(''),
    fields: z.record(z.string().min(1), z.enum(['string', 'number', 'boolean', 'date', 'list'])).default({}),
    /** What folders of documents are called where readers see them. */
    categories: z.record(z.string().min(1), z.string().min(1)).default({}),
  }),
  chunker: z.strictObject({
    name: z.enum(['structure', 'recursive', 'tokens', 'sentences', 'page']).default('structure'),
    /** What counts tokens: the embedder's own tokenizer, or one of OpenAI's. */
    tokenizer: z.enum(['embedder', 'cl100k_base', 'o200k_base']).default('embedder'),
    maxTokens: z.int().min(16).max(8192).default(512),
    minTokens: z.int().min(0).max(4096).default(100),
    overlapTokens: z.int().min(0).max(4096).default(50),
    overlapBlocks: z.boolean().default(false),
    splitBlocks: z.boolean().default(false),
    maxCharacters: z.int().min(50).max(100_000).default(500),
    overlapCharacters: z.int().min(0).max(50_000).default(50),
    maxSentences: z.int().min(1).max(1000).default(8),
    overlapSentences: z.int().min(0).max(100).default(1),
  }),
  embedder: z.strictObject({
    kind: z.enum(['auto', 'onnx', 'openai']).default('auto'),
    /** Empty: what the model says. */
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/, 'it must be a language code such as en, or any'))
      .default([]),
    queryPrefix: z.string().max(200).default(''),
    documentPrefix: z.string().max(200).default(''),
    /** 0: nothing is kept. */
    cacheMaxBytes: z.int().min(0).default(gibibyte),
    /** Of a model that runs here, or the name of one that was added. Empty: the one that comes with the package. */
    directory: z.string().default(''),
    /** Where models are added. Empty: the folder `models` in the store's. */
    modelsDirectory: z.string().default(''),
    threads: z.int().min(1).max(mostAtOnce).default(cores),
    baseUrl: serverAddress.default('https://api.openai.com/v1'),
    model: z.string().min(1).default('text-embedding-3-small'),
    /** Empty: none is sent. */
    apiKey: z.string().default(''),
    /** 0: what is known of the model. */
    dimension: z.int().min(0).max(16_384).default(0),
    maxTokens: z.int().min(0).max(131_072).default(0),
    batchSize: z.int().min(1).max(2048).default(100),
    concurrency: z.int().min(1).max(64).default(4),
    pauseMs: z.int().min(0).max(600_000).default(0),
    timeoutMs: z.int().min(1000).max(300_000).default(120_000),
  }),
  engine: z.strictObject({
    kind: z.enum(['embedded', 'postgresql', 'qdrant', 'neo4j', 'chroma']).default('embedded'),
    /** Empty: where a server of that kind is by default on this machine. */
    url: engineAddress.default(''),
    user: z.string().default(''),
    /** Empty: none is sent. */
    password: z.string().default(''),
    apiKey: z.string().default(''),
    /** Empty: the server's default. */
    database: z.string().default(''),
    /** The schema of PostgreSQL, or the collection, or the label of Neo4j. Empty: the engine's default. */
    name: z
      .string()
      .regex(
        /^(?:[A-Za-z_][A-Za-z0-9_-]{0,62})?$/,
        'it must be up to 63 letters, digits, _ and -, the first no digit',
      )
      .default(''),
    timeoutMs: z.int().min(100).max(600_000).default(5000),
    /** Of PostgreSQL. */
    maxConnections: z.int().min(1).max(1000).default(10),
    /** Of PostgreSQL. */
    rowLevelSecurity: z.boolean().default(false),
  }),
  retrieval: z
    .strictObject({
      candidates: z.int().min(1).max(1000).default(100),
      topK: z.int().min(1).max(100).default(10),
      fusion: z.enum(['convex', 'cosine', 'rrf', 'weighted', 'rrf-rerank']).default('convex'),
      vectorWeight: weight.default(0.52),
      keywordWeight: weight.default(0.48),
      titleWeight: fieldWeight.default(0.3),
      headingWeight: fieldWeight.default(0.3),
      rrfK: z.int().min(0).max(10_000).default(60),
      documentSupport: weight.default(0.1),
      /** 0: any. */
      vectorMinCosine: weight.default(0),
      minCosine: weight.default(0.4),
      minCoverage: weight.default(0.45),
      /** 0: none. */
      minScore: weight.default(0),
      rerankCandidates: z.int().min(1).max(50).default(20),
      dateField: z.string().min(1).max(128).default('date'),
      /** 0: repetitions stay. */
      duplicateSimilarity: weight.default(0.9),
      /** 0: any number. */
      maxPerDocument: z.int().min(0).max(100).default(0),
      /** 0: none. */
      diversity: weight.default(0),
      expansion: z.enum(['none', 'next', 'neighbours', 'section', 'document']).default('none'),
      expansionTokens: z.int().min(0).max(100_000).default(1000),
    })
    .refine(({ vectorWeight, keywordWeight }) => Math.abs(vectorWeight + keywordWeight - 1) < 1e-9, {
      error:
        'vectorWeight and keywordWeight must sum to 1; set only one of them, and the other gets the rest',
    }),
  reranker: z.strictObject({
    kind: z.enum(['none', 'features', 'late-interaction', 'cross-encoder', 'http', 'llm']).default('none'),
    cacheMaxBytes: z
      .int()
      .min(0)
      .default(gibibyte / 8),
    directory: z.string().default(''),
    shape: z.enum(['cohere', 'jina', 'tei']).default('cohere'),
    /** Empty: there is none. */
    baseUrl: z.union([z.literal(''), serverAddress]).default(''),
    model: z.string().default(''),
    /** Empty: none is sent. */
    apiKey: z.string().default(''),
    timeoutMs: z.int().min(100).max(300_000).default(30_000),
  }),
  generator: z.strictObject({
    kind: z.enum(['extractive', 'openai']).default('extractive'),
    baseUrl: serverAddress.default('https://api.openai.com/v1'),
    model: z.string().min(1).default('gpt-4.1-mini'),
    /** Empty: none is sent. */
    apiKey: z.string().default(''),
    temperature: z.number().min(0).max(2).default(0.3),
    maxTokens: z.int().min(1).max(1_000_000).default(500),
    /** 0: what is known of the model. */
    contextWindow: z.int().min(0).max(100_000_000).default(0),
    concurrency: z.int().min(1).max(1000).default(16),
    timeoutMs: z.int().min(100).max(300_000).default(120_000),
    firstTokenTimeoutMs: z.int().min(100).max(300_000).default(60_000),
    /** Of an answer's text in UTF-8, whoever writes it. */
    maxAnswerBytes: z.int().min(1000).max(gibibyte).default(262_144),
  }),
  verifier: z.strictObject({
    kind: z.enum(['none', 'judge', 'entailment']).default('none'),
    directory: z.string().default(''),
    timeoutMs: z.int().min(100).max(300_000).default(15_000),
  }),
  answer: z.strictObject({
    /** What is quoted where no model answers. */
    quote: z.enum(['sentences', 'passages']).default('sentences'),
    /** What chooses sentences where no model answers: one that reads them beside the question, or features alone. */
    reader: z.enum(['model', 'features']).default('model'),
    maxSentences: z.int().min(1).max(10).default(3),
    maxQuoteCharacters: z.int().min(50).max(10_000).default(500),
    maxAnswerCharacters: z.int().min(50).max(100_000).default(2000),
    maxPassages: z.int().min(1).max(20).default(5),
    minPassages: z.int().min(1).max(20).default(1),
    maxContextTokens: z.int().min(16).max(1_000_000).default(4000),
    /** How passages are laid out for a language model. */
    contextFormat: z.enum(['numbered', 'documents', 'titled', 'chapters', 'metadata']).default('numbered'),
    /** What counts the tokens of the context. */
    contextTokenizer: z.enum(['model', 'four-characters']).default('model'),
    /** How a language model is told to cite. */
    citationFormat: z.enum(['number', 'citation', 'title']).default('number'),
    /** A template that comes with the package by its name, or a file by its path. */
    prompt: z.string().min(1).default('default'),
    /** What becomes of sentences that their sources do not bear out. */
    verify: z.enum(['mark', 'drop', 'regenerate']).default('mark'),
    confidence: z.enum(['relevance', 'reciprocal-rank', 'levels', 'mean', 'calibrated']).default('relevance'),
    searchSelection: z.boolean().default(false),
    rewriteFollowUps: z.boolean().default(true),
    /** Empty: why there is no answer, and what the collection covers. */
    fallback: z.string().max(1000).default(''),
    /** Of what Footnote itself says; `question`: that of the question. */
    language: z.enum(['question', ...spokenLanguages]).default('question'),
  }),
  question: z.strictObject({
    maxLength: z.int().min(1).max(100_000).default(4000),
    spelling: z.boolean().default(true),
    compounds: z.boolean().default(true),
    /** Words in quotation marks must stand in what is found, in whatever question. */
    exactPhrases: z.boolean().default(false),
    /** Empty: none. */
    synonyms: z.string().default(''),
    rephrase: z.boolean().default(false),
  }),
  log: z.strictObject({
    enabled: z.boolean().default(true),
    storeQuestions: z.boolean().default(false),
    /** 0: for ever. */
    retentionDays: z.int().min(0).max(36_500).default(90),
  }),
  audit: z.strictObject({
    enabled: z.boolean().default(true),
    /** What is kept of addresses: a hash that changes daily, all of it, or nothing. */
    addresses: z.enum(['hash', 'plain', 'none']).default('hash'),
    /** 0: for ever. */
    retentionDays: z.int().min(0).max(36_500).default(365),
  }),
  oidc: z
    .strictObject({
      /** Whose tokens are taken. Empty: nobody's. */
      issuer: z.union([z.literal(''), issuerAddress]).default(''),
      /** Whom tokens must be for. Empty: `clientId`. */
      audience: z.string().default(''),
      /** What this server is called by the provider. */
      clientId: z.string().default(''),
      /** Empty: none is sent. */
      clientSecret: z.string().default(''),
      /** Where the provider sends people back to. Empty: `/auth/callback` of the address that they use. */
      redirectUrl: z.union([z.literal(''), serverAddress]).default(''),
      scopes: z.string().default('openid profile'),
      roleClaim: z.string().default('roles'),
      /** What the values of that claim stand for. None: roles by their own names. */
      roles: z.record(z.string().min(1), z.enum(['read', 'write', 'admin'])).default({}),
      /** Of whoever has no role by a claim. */
      defaultRole: z.enum(['none', 'read', 'write']).default('none'),
      /** Empty: everyone may see all collections. */
      collectionsClaim: z.string().default(''),
      groupsClaim: z.string().default('groups'),
      clockSkewSeconds: z.int().min(0).max(600).default(30),
    })
    .refine(({ issuer, audience, clientId }) => issuer === '' || audience !== '' || clientId !== '', {
      error: 'issuer needs audience or clientId: tokens that are for another program must not be taken',
    })
    .refine(({ issuer, audience, clientId }) => issuer !== '' || (audience === '' && clientId === ''), {
      error: 'audience and clientId need issuer: without one nobody could sign in by them',
    }),
  server: z.strictObject({
    host: z.string().min(1).default('127.0.0.1'),
    port: z.int().min(0).max(65_535).default(8787),
    allowedHosts: z.array(hostName).default([]),
    /** Whether other machines may reach a server without keys, whose users may then do everything. */
    allowAnyone: z.boolean().default(false),
    maxBodyBytes: z.int().min(1024).default(262_144),
    maxQuestions: z.int().min(1).max(100_000).default(100),
    /** Questions that wait for their turn. */
    maxQueued: z.int().min(0).max(100_000).default(100),
    /** Longest wait for it. */
    maxQueueMs: z.int().min(1).max(600_000).default(10_000),
    /** Requests a minute from one address of another machine. 0: any number. */
    rateLimitPerAddress: z.int().min(0).max(1_000_000).default(600),
    /** Requests a minute with one key or of one user. 0: any number. */
    rateLimitPerKey: z.int().min(0).max(1_000_000).default(600),
    /** How long one stays signed in on the page. */
    sessionHours: z.int().min(1).max(8760).default(12),
    /** How many proxies there are in front, or which. False: none. */
    trustProxy: z
      .union([z.literal(false), z.int().min(1).max(16), z.array(proxyAddress).min(1)], {
        error: 'it must be false, a number of proxies from 1 to 16, or a list of their addresses',
      })
      .default(false),
    /** That one address may have open; 0: any number. */
    maxConnectionsPerAddress: z.int().min(0).max(1_000_000).default(1000),
    /** From connecting to the last byte of a request. */
    requestTimeoutMs: z.int().min(100).max(3_600_000).default(30_000),
    /** Whom `/metrics` answers: this machine, everybody, or nobody. */
    metrics: z.enum(['local', 'public', 'off']).default('local'),
    /** Of all documents that one request puts in. */
    maxUploadBytes: z
      .int()
      .min(1)
      .max(1024 * gibibyte)
      .default(gibibyte),
    maxUploadFiles: z.int().min(1).max(100_000).default(1000),
    /** Folders that requests may have read. */
    folders: z.array(z.string().min(1)).default([]),
    /** Leaves what is put in to `footnote worker`. */
    useWorkers: z.boolean().default(false),
  }),
});

/** Every setting of Footnote, JSON-serialisable, validated and frozen. */
export type Config = z.infer<typeof configSchema>;

/** What a file, the environment or the flags may set: any part of {@link Config}. */
export type PartialConfig = { readonly [Section in keyof Config]?: Partial<Config[Section]> };
