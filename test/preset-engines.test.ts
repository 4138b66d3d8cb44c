import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ServerEngineName, serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import { cypher } from '../src/engines/neo4j/neo4j-server.test-support.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { type PresetName, presets } from '../src/presets/presets.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { quickAdapters, sharedEmbedder } from './shared-embedder.ts';

/*
 * Each preset on the engine that its description names, set by the variables that docs/presets.md gives.
 */

const folder = mkdtempSync(join(tmpdir(), 'footnote-preset-engines-'));
const files = writeFiles(join(folder, 'handbook'), handbook);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const postgresql = serverOfEnvironment('postgresql');
/** Of schemas, labels and collections that nobody else uses. */
const ownName = `preset_${process.pid}`;

/** The variables that name a server. */
function engineVariables(kind: ServerEngineName, name = ownName): Readonly<Record<string, string>> {
  const server = serverOfEnvironment(kind);
  if (!server) throw new Error(`${kind.toUpperCase()}_URL names no server`);
  const { url, user, password, apiKey } = engineSettings(kind, server);
  return {
    FOOTNOTE_ENGINE_URL: url,
    FOOTNOTE_ENGINE_USER: user,
    FOOTNOTE_ENGINE_PASSWORD: password,
    FOOTNOTE_ENGINE_API_KEY: apiKey,
    FOOTNOTE_ENGINE_NAME: name,
    FOOTNOTE_ENGINE_TIMEOUT_MS: '30000',
  };
}

/** Footnote under a preset on its engine. Its index is moved away from there when the test ends. */
async function open(preset: PresetName, variables: Readonly<Record<string, string>>): Promise<Footnote> {
  const flags = { preset, store: temporaryFolder(), ingest: { parserProcesses: 1 } };
  const environment = { FOOTNOTE_ENGINE_KIND: presets[preset].named.engine.kind, ...variables };
  const { config } = resolveConfig({ flags, environment, directory: folder });
  const footnote = await openFootnote(config, await quickAdapters());
  onTestFinished(async () => {
    await footnote.reindex({ engine: { kind: 'embedded' } });
    await footnote.close();
  });
  return footnote;
}

async function withPostgresql<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: postgresql?.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const dropSchemas = () =>
  withPostgresql((client) => client.query(`drop schema if exists ${ownName} cascade`));

const question = 'How long must a password be, and when is it changed?';
const engineNames = /neo4j|postgres|qdrant|chroma|embedded engine/i;

async function ingestAndAsk(footnote: Footnote): Promise<void> {
  const report = await footnote.ingest([files]);
  expect(report).toMatchObject({ status: 'complete', documents: { added: 4 } });
  const answer = await footnote.ask(question);
  expect(answer.outcome).toBe('answered');
  expect(answer.answer).toContain('fourteen characters');
  for (const warning of [...report.warnings, ...answer.warnings]) expect(warning).not.toMatch(engineNames);
}

/** What is on the server then, for whoever asks it past Footnote. */
const seenThere: Partial<Record<PresetName, (chunkId: string) => Promise<void>>> = {
  async graph(id) {
    const [chunk] = await cypher<{ labels: readonly string[] }>(
      'MATCH (chunk:Chunk {chunk_id: $id}) RETURN labels(chunk) AS labels',
      { id },
    );
    const indexes = await cypher<{ name: string; labels: readonly string[] }>(
      "SHOW INDEXES YIELD name, type, labelsOrTypes AS labels WHERE type IN ['VECTOR', 'FULLTEXT'] RETURN name, labels",
    );
    const own = indexes.filter(({ labels }) => labels.some((label) => chunk?.labels.includes(label)));
    // Where there are other indexes these have a suffix.
    expect(new Set(own.map(({ name }) => name.split('.')[0]))).toEqual(
      new Set(['chunk_fulltext', 'chunk_vector_index']),
    );
    const places = await cypher(
      `MATCH (:Chunk {chunk_id: $id})-[:BELONGS_TO]->(:Document)-[:BELONGS_TO]->(project:Project) RETURN project.id AS id`,
      { id },
    );
    expect(places).toEqual([{ id: 'default' }]);
  },
  async disclosures(id) {
    const query = await (await sharedEmbedder()).embedQuery(question);
    const { rows } = await withPostgresql((client) =>
      client.query(`select id, similarity from ${ownName}.match_documents($1::vector, 'default', .6, 5)`, [
        JSON.stringify(Array.from(query)),
      ]),
    );
    expect(rows[0]).toMatchObject({ id, similarity: expect.any(Number) });
  },
};

describe.each([
  ['A2, A3, A7', 'graph', ''],
  ['B3', 'disclosures', ownName],
  ['C3', 'tutor', ownName],
  ['D2', 'knowledge-base', ownName],
] as const)('%s', (_, preset, name) => {
  const { kind, title } = presets[preset].named.engine;
  const isThere = serverOfEnvironment(kind) !== undefined;
  const reason = isThere ? '' : ` (${kind.toUpperCase()}_URL names no server)`;
  test.skipIf(!isThere)(
    `${preset} ingests into ${title}, answers from there and warns of no engine${reason}`,
    async () => {
      if (kind === 'postgresql') onTestFinished(async () => void (await dropSchemas()));
      const footnote = await open(preset, engineVariables(kind, name));
      await ingestAndAsk(footnote);
      const { hits } = await footnote.search(question);
      await seenThere[preset]?.(hits[0]?.chunkId ?? '');
    },
    120_000,
  );
});

const passages = async (footnote: Footnote) =>
  (await footnote.listDocuments()).reduce((sum, { chunks }) => sum + chunks, 0);

/** What Qdrant says of the collection that textbook makes there, and of a passage in it. */
async function textbookPoint(chunkId: string) {
  const server = serverOfEnvironment('qdrant');
  const ask = async (path: string, body?: object) => {
    const response = await fetch(new URL(`/collections/textbook_chunks${path}`, server?.url), {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'api-key': server?.credentials.apiKey ?? '' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  };
  const filter = { must: [{ key: 'chunk_id', match: { value: chunkId } }] };
  const { points } = await ask('/points/scroll', { filter, with_payload: true, limit: 1 });
  const [point] = points as { payload: object }[];
  return { collection: (await ask('')).config, point: point?.payload };
}

const lacksOne = !postgresql || !serverOfEnvironment('qdrant');
test.skipIf(lacksOne)(
  `E4, E5: beside textbook_chunks in Qdrant textbook keeps a row for each passage in PostgreSQL, and none of what is gone${
    lacksOne ? ' (QDRANT_URL or POSTGRESQL_URL names no server)' : ''
  }`,
  async () => {
    if (!postgresql) return;
    onTestFinished(async () => void (await dropSchemas()));
    const { url, user, password } = engineSettings('postgresql', postgresql);
    const variables = {
      // Without a name: what the preset calls it.
      ...engineVariables('qdrant', ''),
      FOOTNOTE_RECORDS_KIND: 'postgresql',
      FOOTNOTE_RECORDS_URL: url,
      FOOTNOTE_RECORDS_USER: user,
      FOOTNOTE_RECORDS_PASSWORD: password,
      FOOTNOTE_RECORDS_SCHEMA: ownName,
    };
    const footnote = await open('textbook', variables);
    await ingestAndAsk(footnote);
    const rows = () =>
      withPostgresql(async (client) => {
        const found = await client.query(
          `select chunk_id, section_id, source_file, token_count from ${ownName}.chunk_metadata`,
        );
        return found.rows as { chunk_id: string; section_id: string; source_file: string }[];
      });
    const written = await rows();
    const { hits } = await footnote.search(question);
    expect(written.find(({ chunk_id }) => chunk_id === hits[0]?.chunkId)).toMatchObject({
      section_id: 'rules-for-passwords',
      source_file: join(files, 'security/passwords.md'),
      token_count: expect.any(Number),
    });
    const { collection, point } = await textbookPoint(hits[0]?.chunkId ?? '');
    expect(collection).toMatchObject({
      params: { vectors: { dense: { distance: 'Cosine' } } },
      hnsw_config: { m: 16, ef_construct: 100 },
    });
    expect(point).toMatchObject({
      chapter_title: expect.any(String),
      section_id: 'rules-for-passwords',
      section_title: 'Rules for passwords',
      content: expect.stringContaining('fourteen characters'),
      content_type: 'text',
      page_number: null,
    });
    expect(written).toHaveLength(await passages(footnote));

    const finer = await open('textbook', {
      ...variables,
      FOOTNOTE_CHUNKER_MAX_TOKENS: '32',
      FOOTNOTE_CHUNKER_MIN_TOKENS: '4',
      FOOTNOTE_CHUNKER_OVERLAP_TOKENS: '0',
    });
    await finer.reindex();
    expect(await rows()).toHaveLength(await passages(finer));
    expect(await passages(finer)).toBeGreaterThan(written.length);
    await footnote.reindex();
    expect(await rows()).toHaveLength(written.length);
    const [document] = await footnote.listDocuments();
    await footnote.removeDocument(document?.documentId as string);
    expect(await rows()).toHaveLength(written.length - (document?.chunks ?? 0));
    await footnote.reindex({ engine: { kind: 'embedded' } });
    expect(await rows()).toEqual([]);
  },
  120_000,
);
