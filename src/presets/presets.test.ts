import { expect, test } from 'vitest';
import { knownEmbeddingModel } from '../models/remote/known-models.ts';
import { defaults, flattenSettings } from '../settings/default-config.ts';
import { completeConfig, resolveConfig } from '../settings/resolve-config.ts';
import { type PresetName, presets, presetWarnings } from './presets.ts';

const names = Object.keys(presets) as PresetName[];

test.each(names)('%s is plain data, and its settings are valid and in force', (name) => {
  const { settings, withShippedEmbedder = {} } = presets[name];
  expect(JSON.parse(JSON.stringify(presets[name]))).toEqual(presets[name]);
  const config = new Map(flattenSettings(completeConfig({ preset: name })));
  const own = new Map([...flattenSettings(settings), ...flattenSettings(withShippedEmbedder)]);
  for (const [setting, value] of own) expect(config.get(setting), setting).toEqual(value);
});

test('a preset leaves alone where things are kept, who may reach them, and who answers or embeds', () => {
  const untouched = new Set(['store', 'collection', 'embedder.kind', 'embedder.directory', 'generator.kind']);
  for (const name of names) {
    const { origins } = resolveConfig({ flags: { preset: name }, environment: {}, directory: '/' });
    const made = Object.keys(origins).filter((setting) => origins[setting] === 'preset');
    expect(made.filter((setting) => untouched.has(setting) || /^(server|metadata)\./.test(setting))).toEqual(
      [],
    );
  }
});

/** The settings under a preset and variables of the environment. */
function configUnder(preset: PresetName, environment: Readonly<Record<string, string>> = {}) {
  return resolveConfig({ flags: { preset }, environment, directory: '/' }).config;
}

test('A1: graph expands questions', () => {
  expect(configUnder('graph').question).toMatchObject({ spelling: true, compounds: true });
});

test('A2: graph takes ten candidates a leg, and e5 its prefixes where that is set', () => {
  const { retrieval, embedder } = configUnder('graph', { FOOTNOTE_EMBEDDER_KIND: 'openai' });
  expect(retrieval).toMatchObject({ candidates: 10, topK: 10 });
  expect(knownEmbeddingModel(embedder.model)).toMatchObject({
    dimension: embedder.dimension,
    queryPrefix: 'query: ',
    documentPrefix: 'passage: ',
  });
});

test.each([
  [{}, { fusion: 'rrf', rrfK: 60, vectorWeight: 0.4, keywordWeight: 0.6, minScore: 0.005 }],
  [
    { HYBRID_MERGE_METHOD: 'rrf', RRF_K: '10' },
    { fusion: 'rrf', rrfK: 10, minScore: 1 / 150 },
  ],
  // What rank 140 in one search scores: at 60 that is .005, which no hit can reach at 500, and few at 300.
  [{ RRF_K: '500' }, { rrfK: 500, minScore: 1 / 640 }],
  [
    { RRF_K: '300', HYBRID_MERGE_METHOD: 'rrf_rerank' },
    { rrfK: 300, minScore: 1 / 440 },
  ],
  [{ FOOTNOTE_RETRIEVAL_RRF_K: '300' }, { rrfK: 300, minScore: 1 / 440 }],
  [
    { RRF_K: '500', HYBRID_MERGE_METHOD: 'weighted' },
    { rrfK: 500, minScore: 0.3 },
  ],
  [
    { RRF_K: '500', MIN_RELEVANCE_SCORE: '0.002' },
    { rrfK: 500, minScore: 0.002 },
  ],
  [
    { HYBRID_MERGE_METHOD: 'weighted', MIN_RELEVANCE_SCORE: '0.4' },
    { fusion: 'weighted', minScore: 0.4 },
  ],
  [
    { HYBRID_MERGE_METHOD: 'weighted', HYBRID_VECTOR_WEIGHT: '0.3' },
    { fusion: 'weighted', vectorWeight: 0.3, keywordWeight: 0.7, minScore: 0.3 },
  ],
  [
    { HYBRID_MERGE_METHOD: 'weighted', HYBRID_VECTOR_WEIGHT: '0.2', HYBRID_KEYWORD_WEIGHT: '0.8' },
    { vectorWeight: 0.2, keywordWeight: 0.8 },
  ],
  [{ HYBRID_MERGE_METHOD: 'rrf_rerank' }, { fusion: 'rrf-rerank', minScore: 0.005 }],
  [{ HYBRID_SEARCH_ENABLED: 'True' }, { fusion: 'rrf' }],
  [
    { HYBRID_SEARCH_ENABLED: 'false', HYBRID_MERGE_METHOD: 'weighted' },
    { fusion: 'cosine', minScore: 0.005 },
  ],
])('A5, A6, A10: graph under %j', (environment, retrieval) => {
  expect(configUnder('graph', environment).retrieval).toMatchObject(retrieval);
});

test.each([
  [
    'A3: graph looks for words in titles, and above what is defined',
    'graph',
    { retrieval: { titleWeight: 0.3, headingWeight: 0.4 } },
  ],
  ['A7, A10: graph reads on forward only', 'graph', { retrieval: { expansion: 'next' } }],
  [
    'B1: disclosures cuts by characters',
    'disclosures',
    { chunker: { name: 'recursive', maxCharacters: 500, overlapCharacters: 50 } },
  ],
  ['B10: disclosures rests between batches', 'disclosures', { embedder: { batchSize: 100, pauseMs: 1000 } }],
  [
    'C1: tutor cuts 400–600 tokens as its embedder counts them, blocks of any kind',
    'tutor',
    {
      chunker: { minTokens: 400, maxTokens: 600, tokenizer: 'cl100k_base', splitBlocks: true },
      embedder: { dimension: 1536 },
    },
  ],
  [
    'C3: tutor fuses twenty of each leg by rank, of vectors only those over what .6 is with the shipped model',
    'tutor',
    {
      question: { maxLength: 2000 },
      retrieval: { candidates: 20, fusion: 'rrf', vectorMinCosine: 0.36 },
    },
  ],
  ['C4: tutor reranks twenty and keeps five', 'tutor', { retrieval: { rerankCandidates: 20, topK: 5 } }],
  [
    'E2: textbook cuts by structure, and blocks of any kind overlap',
    'textbook',
    {
      chunker: {
        name: 'structure',
        maxTokens: 512,
        minTokens: 100,
        overlapTokens: 50,
        overlapBlocks: true,
        splitBlocks: false,
      },
    },
  ],
  ['E3: textbook embeds in batches of 32', 'textbook', { embedder: { batchSize: 32, dimension: 384 } }],
  [
    'B12: disclosures logs every interaction',
    'disclosures',
    { log: { enabled: true, storeQuestions: true } },
  ],
  ['E11: textbook keeps no question in words', 'textbook', { log: { storeQuestions: false } }],
] as const)('%s', (_, preset, settings) => {
  expect(configUnder(preset)).toMatchObject(settings);
});

test('D2, D3, D4: knowledge-base reads the names of its variables', () => {
  const config = configUnder('knowledge-base', {
    RETRIEVAL_TOP_K: '7',
    RELEVANCE_THRESHOLD: '0.2',
    MAX_CONTEXT_TOKENS: '900',
    LLM_MODEL: 'tiny',
    LLM_TEMPERATURE: '0',
    LLM_MAX_TOKENS: '50',
    LLM_BASE_URL: 'http://127.0.0.1:1/v1',
    LLM_API_KEY: 'secret',
  });
  expect(config).toMatchObject({
    retrieval: { topK: 7, minScore: 0.2, minCosine: 0.2 },
    answer: { maxContextTokens: 900 },
    generator: {
      kind: 'openai',
      model: 'tiny',
      temperature: 0,
      maxTokens: 50,
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'secret',
    },
  });
});

test('D2, D3, D4: what knowledge-base has without them', () => {
  expect(configUnder('knowledge-base')).toMatchObject({
    retrieval: { topK: 10, minScore: 0.15 },
    answer: { maxContextTokens: 2000, contextTokenizer: 'four-characters' },
    generator: { kind: 'extractive', model: 'llama-3.1-8b-instant', temperature: 0.3, maxTokens: 500 },
  });
  const named = Object.keys(presets['knowledge-base'].variables);
  const environment = Object.fromEntries(named.map((name) => [name, '1']));
  expect(resolveConfig({ environment, directory: '/' }).config).toEqual(defaults);
});

test('what takes the place of what a description names is one warning, and less where it is set', () => {
  expect(presetWarnings(defaults)).toEqual([]);
  const tutor = presetWarnings(configUnder('tutor')).join(' ');
  for (const part of ['Qdrant', 'text-embedding-3-small (1536', 'cross-encoder', 'gpt-4-turbo'])
    expect(tutor).toContain(part);
  const equipped = configUnder('tutor', {
    FOOTNOTE_EMBEDDER_KIND: 'openai',
    FOOTNOTE_RERANKER_KIND: 'cross-encoder',
    FOOTNOTE_GENERATOR_KIND: 'openai',
  });
  expect(presetWarnings(equipped)).toEqual([
    'The preset tutor runs with substitutes: the embedded engine for Qdrant. See docs/presets.md.',
  ]);
  expect(presetWarnings({ ...equipped, engine: { ...equipped.engine, kind: 'qdrant' } })).toEqual([]);
  const folder = configUnder('graph', { FOOTNOTE_EMBEDDER_DIRECTORY: '/models/multilingual-e5-large' });
  expect(presetWarnings(folder).join(' ')).not.toContain('e5');
  expect(presetWarnings(configUnder('textbook'))).toEqual([
    'The preset textbook runs with substitutes: the embedded engine for Qdrant, records in a file for PostgreSQL. See docs/presets.md.',
  ]);
  const onServers = configUnder('textbook', {
    FOOTNOTE_ENGINE_KIND: 'qdrant',
    FOOTNOTE_RECORDS_KIND: 'postgresql',
    FOOTNOTE_RECORDS_URL: 'postgresql://127.0.0.1/textbook',
  });
  expect(presetWarnings(onServers)).toEqual([]);
});

test('C3: the least cosine of tutor is that of its own embedder, else what it is with the shipped one, and a warning says so', () => {
  const cosine = (environment: Readonly<Record<string, string>>) =>
    configUnder('tutor', environment).retrieval.vectorMinCosine;
  expect(cosine({ FOOTNOTE_EMBEDDER_KIND: 'openai' })).toBe(0.6);
  expect(cosine({ FOOTNOTE_EMBEDDER_DIRECTORY: '/models/other' })).toBe(0.6);
  expect(cosine({ FOOTNOTE_RETRIEVAL_VECTOR_MIN_COSINE: '0.5' })).toBe(0.5);
  expect(presetWarnings(configUnder('tutor')).join(' ')).toContain(
    'with the least cosine 0.36 of the vector search for 0.6',
  );
  const other = configUnder('tutor', { FOOTNOTE_EMBEDDER_DIRECTORY: '/models/other' });
  expect(presetWarnings(other).join(' ')).toContain('0.6 of the vector search was not chosen');
});
