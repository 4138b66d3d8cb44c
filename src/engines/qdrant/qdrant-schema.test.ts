import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { FieldTypes, Filter } from '../../contracts/engine.ts';
import { gramAnalyser } from '../embedded/word-analyser.test-support.ts';
import { qdrantEngine } from './qdrant-engine.ts';
import { startQdrantPeer } from './qdrant-peer.test-support.ts';
import { textbookPayload } from './textbook-payload.ts';

/** Qdrant's published descriptions; they are no part of the project. */
const fileOf = (version: string) =>
  resolve(import.meta.dirname, `../../../../shared/schemas/qdrant-${version}.x.json`);

type Json = Readonly<Record<string, unknown>>;
interface Content {
  readonly content?: { readonly 'application/json': { readonly schema: Json } };
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/**
 * Reads a description strictly: what it does not name is refused, and "nullable" alone allows null and nothing else.
 */
class Description {
  readonly #paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly #definitions: Json;
  readonly #schemas = new Map<string, z.ZodType>();

  constructor(version: string) {
    const text = readFileSync(fileOf(version), 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
    const { paths, components } = JSON.parse(text, strict) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Json };
    };
    this.#paths = paths;
    this.#definitions = components.schemas;
  }

  operation(route: string): Operation | undefined {
    const [method = '', path = ''] = route.split(' ');
    return this.#paths[path]?.[method.toLowerCase()];
  }

  /** The schema of a request's or an answer's body; undefined where there is none. */
  body(key: string, content: Content | undefined): z.ZodType | undefined {
    const schema = content?.content?.['application/json'].schema;
    if (!schema) return undefined;
    let known = this.#schemas.get(key);
    if (!known) {
      const whole = { ...schema, $defs: this.#definitions };
      known = z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0]);
      this.#schemas.set(key, known);
    }
    return known;
  }
}

function strict(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { nullable, ...rest } = value as Json;
  const isObject = rest.type === 'object' && rest.properties !== undefined;
  const closed =
    isObject && rest.additionalProperties === undefined ? { ...rest, additionalProperties: false } : rest;
  if (nullable !== true)
    return value === undefined ? value : { ...closed, ...(nullable !== undefined && { nullable }) };
  return Object.keys(closed).length === 0 ? { type: 'null' } : { anyOf: [closed, { type: 'null' }] };
}

const fields: FieldTypes = { topic: 'string', year: 'number', done: 'boolean', at: 'date', 'a "b"': 'list' };

const filters: readonly Filter[] = [
  { field: 'topic', op: 'eq', value: 'law' },
  { field: 'a "b"', op: 'in', value: ['x', 'y'] },
  { field: 'documentId', op: 'in', value: ['one', 'two'] },
  { field: 'year', op: 'in', value: [1, 2.5, Number.NEGATIVE_INFINITY] },
  { field: 'year', op: 'gte', value: Number.NEGATIVE_INFINITY },
  { and: [{ field: 'done', op: 'eq', value: true }, { not: { field: 'at', op: 'eq', value: '2024-02' } }] },
  {
    or: [
      { field: 'at', op: 'gte', value: '2024' },
      { field: 'at', op: 'lte', value: '2020-01-31' },
    ],
  },
];

function chunk(ordinal: number, more: Partial<Chunk> = {}): Chunk {
  const content = `apple number ${ordinal}`;
  return {
    id: chunkId('one', 1, ordinal),
    documentId: 'one',
    version: 1,
    ordinal,
    start: 0,
    end: content.length,
    content,
    title: 'A title',
    headingPath: ['Chapter 1: Motion', 'Speed'],
    tokens: 3,
    language: 'en',
    metadata: { topic: 'law', year: 2020.5, done: true, at: '2024-02-29', 'a "b"': ['x'], empty: [] },
    ...more,
  };
}

/** Everything that an engine asks of its server. */
async function wholeSession() {
  const peer = await startQdrantPeer();
  const engine = qdrantEngine({
    url: peer.url,
    analyser: gramAnalyser,
    payload: textbookPayload,
    hnsw: { m: 8 },
  });
  const store = await engine.open({ id: 'index', collection: 'docs', dimension: 2, fields });
  const window = Float32Array.of(0.6, 0.8);
  await store.write([
    { chunk: chunk(0), vectors: [window] },
    { chunk: chunk(1, { page: 3 }), vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)] },
    { chunk: chunk(2, { content: 'half a pair \ud800' }), vectors: [] },
  ]);
  await store.vectors?.add?.([
    { chunkId: chunkId('one', 1, 0), vectors: [] },
    { chunkId: chunkId('one', 1, 1), vectors: [window, window] },
    { chunkId: chunkId('one', 1, 2), vectors: [window] },
  ]);
  await store.get([chunkId('one', 1, 0)]);
  const terms = [
    { field: 'content', term: 'apple', weight: 1 },
    { field: 'grams', term: 'ap-', weight: 0.5 },
  ] as const;
  for (const filter of [undefined, ...filters]) {
    const filtered = filter ? { filter } : {};
    expect(filter && store.canFilter?.(filter)).not.toBe(false);
    await store.vectors?.search({ vector: window, limit: 5, ...filtered });
    await store.terms?.search({ terms, limit: 5, ...filtered });
    await store.terms?.statistics(terms, filtered);
    await store.count(filtered);
  }
  await store.terms?.vocabulary?.();
  await store.vectors?.count();
  await store.versions();
  await store.remove([{ documentId: 'one' }, { documentId: 'two', version: 3 }]);
  await engine.drop('index');
  await engine.close();
  await peer.close();
  return peer;
}

test.skipIf(!existsSync(fileOf('1.16'))).each(['1.16', '1.19'])(
  'what is sent to Qdrant, and what the tests answer for it, is what %s publishes (skipped without ../shared/schemas)',
  async (version) => {
    const published = new Description(version);
    const peer = await wholeSession();

    const query = published.body(
      'check',
      published.operation('POST /collections/{collection_name}/points/query')?.requestBody,
    );
    expect(query?.safeParse({ query: [1], usign: 'dense' }).success).toBe(false);
    expect(
      query?.safeParse({ query: [1], filter: { must: [{ kex: 'index', match: { value: 1 } }] } }).success,
    ).toBe(false);
    expect(query?.safeParse({ query: [1], limit: '5' }).success).toBe(false);

    const routes = new Set<string>();
    for (const { route, query: parameters, body } of peer.requests) {
      const operation = published.operation(route);
      expect(operation, route).toBeDefined();
      routes.add(route);
      const known = operation?.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
      for (const name of parameters.keys()) expect(known, route).toContain(name);
      const schema = published.body(`to ${route}`, operation?.requestBody);
      if (schema)
        expect(schema.safeParse(body).error?.issues ?? [], `${route} ${JSON.stringify(body)}`).toEqual([]);
      else expect(body, route).toBeUndefined();
    }
    for (const answer of peer.answers as { route: string; result: unknown }[]) {
      const content = published.operation(answer.route)?.responses['200'];
      const schema = published.body(`from ${answer.route}`, content);
      const whole = { result: answer.result, status: 'ok', time: 0 };
      expect(schema?.safeParse(whole).error?.issues ?? [], answer.route).toEqual([]);
    }
    expect(routes.size).toBe(13);
  },
);
