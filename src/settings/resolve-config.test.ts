import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { PartialConfig } from './config.ts';
import { defaults } from './default-config.ts';
import { completeConfig, configFileName, misspelledVariables, resolveConfig } from './resolve-config.ts';

const empty = mkdtempSync(join(tmpdir(), 'footnote-config-'));
const place = mkdtempSync(join(tmpdir(), 'footnote-config-'));
afterAll(() => [empty, place].forEach((folder) => rmSync(folder, { recursive: true })));

const folderWith = (content: string | Uint8Array) => {
  const folder = mkdtempSync(join(place, 'folder-'));
  writeFileSync(join(folder, configFileName), content);
  return folder;
};

test('nothing said: the defaults, and each says so', () => {
  const { config, origins } = resolveConfig({ environment: {}, directory: empty });
  expect(config).toEqual(defaults);
  expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
});

test('a machine of more cores than may be used takes as many as may be', async () => {
  vi.doMock('node:os', async (original) => ({
    ...(await original<object>()),
    availableParallelism: () => 96,
  }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('node:os');
    vi.resetModules();
  });
  const { completeConfig: completed } = await import('./resolve-config.ts');
  expect(completed({})).toMatchObject({ embedder: { threads: 64 }, ingest: { parserProcesses: 64 } });
});

test('flags win over the environment, it over the file, it over the defaults', () => {
  const directory = folderWith(
    '{"server": {"port": 1, "host": "file"}, "retrieval": {"topK": 3}, "store": "file"}',
  );
  const environment = { FOOTNOTE_SERVER_PORT: '2', FOOTNOTE_STORE: 'environment' };
  const { config, origins } = resolveConfig({ flags: { store: 'flag' }, environment, directory });
  expect(config.server).toMatchObject({ host: 'file', port: 2 });
  expect(config.retrieval.topK).toBe(3);
  expect(config.store).toBe('flag');
  expect(origins).toMatchObject({
    'server.host': 'file',
    'server.port': 'environment',
    store: 'flag',
    collection: 'default',
  });
});

test('lists in the environment are separated by commas', () => {
  const environment = { FOOTNOTE_SERVER_ALLOWED_HOSTS: 'a.example, b.example' };
  expect(resolveConfig({ environment, directory: empty }).config.server.allowedHosts).toEqual([
    'a.example',
    'b.example',
  ]);
});

test.each([
  [
    'an unknown setting',
    '{"server": {"prot": 1}}',
    /there is no setting "server.prot" \(did you mean "server.port"\?\)/,
  ],
  ['a wrong type', '{"server": {"port": "x"}}', /server.port: it must be a number, not "x"/],
  ['a value out of range', '{"retrieval": {"topK": 0}}', /retrieval.topK: it must be at least 1, not 0/],
  ['a negative k', '{"retrieval": {"rrfK": -1}}', /retrieval.rrfK: /],
  ['a fusion that is none', '{"retrieval": {"fusion": "sum"}}', /retrieval.fusion: /],
  [
    'two weights that do not sum to 1',
    '{"retrieval": {"vectorWeight": 0.5, "keywordWeight": 0.6}}',
    /retrieval: vectorWeight and keywordWeight must sum to 1/,
  ],
  ['a bad collection name', '{"collection": "../x"}', /collection: it must be 1–48 characters/],
  [
    'a password in the address of an engine',
    '{"engine": {"url": "postgresql://localhost/handbook?sslmode=disable&password=swordfish"}}',
    /engine.url: it must not contain a password or key/,
  ],
  [
    'a password in the address of records',
    '{"records": {"url": "postgresql://localhost/handbook?sslpassword=swordfish"}}',
    /records.url: it must not contain a password or key/,
  ],
  ['broken JSON', '{', /footnote.config.json: /],
  ['a list', '[]', /must hold one JSON object/],
])('%s in the file is refused by name', (_, content, message) => {
  const directory = folderWith(content);
  expect(() => resolveConfig({ environment: {}, directory })).toThrow(message);
  expect(() => resolveConfig({ environment: {}, directory })).toThrow(configFileName);
});

test('what is no file is not waited for', () => {
  const directory = mkdtempSync(join(place, 'folder-'));
  mkdirSync(join(directory, configFileName));
  expect(() => resolveConfig({ environment: {}, directory })).toThrow(
    /footnote.config.json: it is not a file/,
  );
});

test('a wrong number in the environment names the environment', () => {
  expect(() => resolveConfig({ environment: { FOOTNOTE_SERVER_PORT: 'x' }, directory: empty })).toThrow(
    /^The environment: FOOTNOTE_SERVER_PORT: "x" is not a number/,
  );
});

test('where one weight of retrieval is given the other has the rest, and the strongest place decides', () => {
  const directory = folderWith('{"retrieval": {"vectorWeight": 0.4}}');
  const weights = (environment: Record<string, string>) => {
    const { vectorWeight, keywordWeight } = resolveConfig({ environment, directory }).config.retrieval;
    return [vectorWeight, keywordWeight];
  };
  expect(weights({})).toEqual([0.4, 0.6]);
  expect(weights({ FOOTNOTE_RETRIEVAL_KEYWORD_WEIGHT: '0.9' })).toEqual([0.1, 0.9]);
  expect(
    weights({ FOOTNOTE_RETRIEVAL_KEYWORD_WEIGHT: '0.3', FOOTNOTE_RETRIEVAL_VECTOR_WEIGHT: '0.7' }),
  ).toEqual([0.7, 0.3]);
});

test('the result cannot be changed, and is its own data', () => {
  const config = completeConfig({ retrieval: { topK: 7 } });
  expect(config.retrieval).toEqual({ ...defaults.retrieval, topK: 7 });
  expect(Object.isFrozen(config.retrieval)).toBe(true);
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
});

test('a record is one value: from the file, or as JSON from the environment', () => {
  const directory = folderWith('{"metadata": {"fields": {"team": "string", "year": "number"}}}');
  const fromFile = resolveConfig({ environment: {}, directory });
  expect(fromFile.config.metadata.fields).toEqual({ team: 'string', year: 'number' });
  expect(fromFile.origins).toMatchObject({ 'metadata.fields': 'file', 'metadata.file': 'default' });
  const environment = { FOOTNOTE_METADATA_FIELDS: '{"since": "date"}' };
  expect(resolveConfig({ environment, directory }).config.metadata.fields).toEqual({ since: 'date' });
  for (const broken of ['since', '{"since": "day"}', '[]']) {
    const read = () => resolveConfig({ environment: { FOOTNOTE_METADATA_FIELDS: broken }, directory: empty });
    expect(read, broken).toThrow(/^The environment: /);
  }
});

test('a preset lies over the defaults and under all else, and the strongest place names it', () => {
  const directory = folderWith('{"preset": "graph", "retrieval": {"topK": 3}}');
  const { config, origins } = resolveConfig({ environment: {}, directory });
  expect(config.retrieval).toMatchObject({ fusion: 'rrf', topK: 3, minCosine: defaults.retrieval.minCosine });
  expect(origins).toMatchObject({
    preset: 'file',
    'retrieval.fusion': 'preset',
    'retrieval.topK': 'file',
    'retrieval.minCosine': 'default',
  });
  const named = (environment: Record<string, string>, flags: PartialConfig) =>
    resolveConfig({ environment, directory, flags }).config;
  expect(named({ FOOTNOTE_PRESET: 'tutor' }, {}).chunker.maxTokens).toBe(600);
  expect(named({ FOOTNOTE_PRESET: 'tutor' }, { preset: 'textbook' }).reranker.kind).toBe('features');
  expect(named({ FOOTNOTE_PRESET: 'none' }, {}).retrieval.fusion).toBe(defaults.retrieval.fusion);
  expect(() => named({ FOOTNOTE_PRESET: 'wizard' }, {})).toThrow(/^The environment: preset: .*"graph"/);
});

const topKUnder = (environment: Record<string, string>) =>
  resolveConfig({ environment, directory: empty }).config.retrieval.topK;

test("a preset's own names of variables are weaker than the setting's, and mean nothing without it", () => {
  const preset = { FOOTNOTE_PRESET: 'knowledge-base' };
  expect(topKUnder({ ...preset, RETRIEVAL_TOP_K: '7' })).toBe(7);
  expect(topKUnder({ ...preset, RETRIEVAL_TOP_K: '7', FOOTNOTE_RETRIEVAL_TOP_K: '8' })).toBe(8);
  expect(topKUnder({ RETRIEVAL_TOP_K: '7' })).toBe(defaults.retrieval.topK);
  expect(() => topKUnder({ ...preset, RETRIEVAL_TOP_K: 'x' })).toThrow(
    /^The environment: RETRIEVAL_TOP_K: "x" is not a number/,
  );
  expect(() => topKUnder({ FOOTNOTE_PRESET: 'graph', HYBRID_MERGE_METHOD: 'sum' })).toThrow(
    /HYBRID_MERGE_METHOD: "sum" is not one of rrf, weighted, rrf_rerank/,
  );
});

test('a preset of given settings is taken into account, and complete settings stay as they are', () => {
  const config = completeConfig({ preset: 'disclosures', chunker: { maxCharacters: 900 } });
  expect(config.chunker).toMatchObject({ name: 'recursive', maxCharacters: 900, overlapCharacters: 50 });
  expect(completeConfig(config)).toEqual(config);
});

const spellingUnder = (value: string) =>
  resolveConfig({ environment: { FOOTNOTE_QUESTION_SPELLING: value }, directory: empty }).config.question
    .spelling;

test('true and false in the environment', () => {
  expect([spellingUnder('true'), spellingUnder('false')]).toEqual([true, false]);
  expect(() => spellingUnder('yes')).toThrow(/FOOTNOTE_QUESTION_SPELLING: "yes" is neither true nor false/);
});

test.each(['utf8', 'utf16le'] as const)('the file may begin with a byte order mark, in %s', (encoding) => {
  const directory = folderWith(Buffer.from('\uFEFF{"retrieval": {"topK": 3}}', encoding));
  expect(resolveConfig({ environment: {}, directory }).config.retrieval.topK).toBe(3);
});

test('variables that are nearly settings are found, with the one that was meant', () => {
  const environment = {
    FOOTNOTE_SERVER_PRT: '1',
    FOOTNOTE_RETRIEVAL_TOPK: '3',
    FOOTNOTE_RETRIEVAL_TOP_K: '3',
    FOOTNOTE_SERVICE_HOST_OF_A_CLUSTER: 'x',
    SERVER_PORT: '1',
  };
  expect(misspelledVariables(environment)).toEqual([
    { given: 'FOOTNOTE_SERVER_PRT', meant: 'FOOTNOTE_SERVER_PORT' },
    { given: 'FOOTNOTE_RETRIEVAL_TOPK', meant: 'FOOTNOTE_RETRIEVAL_TOP_K' },
  ]);
});

test.each([
  'https://user:hidden@example.org/v1',
  'https://example.org/v1?key=hidden',
  'https://hidden@example.org',
])('an address that holds a secret is refused, and not repeated: %s', (baseUrl) => {
  for (const section of ['embedder', 'reranker', 'generator'])
    expect(() =>
      resolveConfig({ environment: {}, directory: folderWith(JSON.stringify({ [section]: { baseUrl } })) }),
    ).toThrow(
      expect.objectContaining({
        code: 'config_invalid',
        message: expect.not.stringContaining('hidden'),
      }),
    );
});

test.each(['http://127.0.0.1:8080', 'https://gateway.example.org/v1/@cf/team', 'http://[::1]:11434/v1/'])(
  'an address of a server is taken: %s',
  (baseUrl) => {
    const environment = { FOOTNOTE_GENERATOR_BASE_URL: baseUrl, FOOTNOTE_RERANKER_BASE_URL: baseUrl };
    expect(resolveConfig({ environment, directory: empty }).config.generator).toMatchObject({ baseUrl });
  },
);
