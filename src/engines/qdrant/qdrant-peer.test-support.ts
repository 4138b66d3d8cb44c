import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Schemas } from '@qdrant/js-client-rest';

/** A request as it came. */
export interface QdrantRequest {
  /** `PUT /collections/{collection_name}/points`, as the published description names it. */
  readonly route: string;
  readonly collection: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What a request meets instead of its answer. */
export type QdrantFault = (response: ServerResponse) => void;

/** A server on a real socket that speaks Qdrant's protocol and keeps points, but ranks and filters nothing. */
export interface QdrantPeer {
  readonly url: string;
  readonly requests: readonly QdrantRequest[];
  /** Answers in the order of `requests`; what a fault said is not among them. */
  readonly answers: readonly unknown[];
  /** What the next requests of a route meet, one each. */
  meet(route: string, ...faults: QdrantFault[]): void;
  /** Requests of a route so far. */
  of(route: string): readonly QdrantRequest[];
  /** Points by collection and id. */
  readonly collections: ReadonlyMap<string, PeerCollection>;
  close(): Promise<void>;
}

/** What the peer keeps of a collection. */
export interface PeerCollection {
  readonly config: Schemas['CreateCollection'];
  readonly schema: Record<string, Schemas['PayloadIndexInfo']>;
  readonly points: Map<string, Schemas['PointStruct']>;
}

/** Refuses with a status, in Qdrant's words. */
export function refuse(status: number, error: string): QdrantFault {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: { error }, time: 0 }));
  };
}

/** Answers what is passed, as a success. */
export function answerWith(result: unknown): QdrantFault {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ result, status: 'ok', time: 0 }));
  };
}

/** Cuts the connection without an answer. */
export const cut: QdrantFault = (response) => response.socket?.resetAndDestroy();

/** Never answers. */
export const hang: QdrantFault = () => {};

/** Starts one, on a free port unless another is named. */
export async function startQdrantPeer(): Promise<QdrantPeer> {
  const requests: QdrantRequest[] = [];
  const answers: unknown[] = [];
  const faults = new Map<string, QdrantFault[]>();
  const state = new PeerState();
  const server = createServer((message, response) => {
    const receive = async () => {
      const text = (await message.toArray()).join('');
      const { pathname, searchParams } = new URL(message.url ?? '/', 'http://peer');
      const [, collection = ''] = /^\/collections\/([^/]+)/.exec(pathname) ?? [];
      const isNamed = collection !== '' && collection !== 'aliases';
      const path = isNamed
        ? pathname.replace(/^\/collections\/[^/]+/, '/collections/{collection_name}')
        : pathname;
      const request = {
        route: `${message.method} ${path}`,
        collection: decodeURIComponent(collection),
        query: searchParams,
        headers: message.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      requests.push(request);
      const fault = faults.get(request.route)?.shift();
      if (fault) return fault(response);
      const result = state.answer(request);
      if (typeof result === 'function') return (result as QdrantFault)(response);
      answers.push({ route: request.route, result });
      answerWith(result)(response);
    };
    receive().catch((error: unknown) => refuse(500, String(error))(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    collections: state.collections,
    meet: (route, ...more) => faults.set(route, [...(faults.get(route) ?? []), ...more]),
    of: (route) => requests.filter((request) => request.route === route),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** What the server knows. */
class PeerState {
  readonly collections = new Map<string, PeerCollection>();
  readonly #aliases = new Map<string, string>();

  answer({ route, collection: name, body }: QdrantRequest): unknown {
    const held = this.collections.get(this.#aliases.get(name) ?? name);
    switch (route) {
      case 'GET /aliases':
        return {
          aliases: Array.from(this.#aliases, ([alias_name, collection_name]) => ({
            alias_name,
            collection_name,
          })),
        };
      case 'POST /collections/aliases':
        for (const action of (body as Schemas['ChangeAliasesOperation']).actions) {
          if ('create_alias' in action)
            this.#aliases.set(action.create_alias.alias_name, action.create_alias.collection_name);
          if ('rename_alias' in action) {
            const { old_alias_name, new_alias_name } = action.rename_alias;
            this.#aliases.set(new_alias_name, this.#aliases.get(old_alias_name) ?? '');
            this.#aliases.delete(old_alias_name);
          }
          if ('delete_alias' in action) this.#aliases.delete(action.delete_alias.alias_name);
        }
        return true;
      case 'GET /collections/{collection_name}/exists':
        return { exists: held !== undefined };
      case 'PUT /collections/{collection_name}':
        if (held) return refuse(409, `Wrong input: Collection \`${name}\` already exists!`);
        this.collections.set(name, {
          config: body as Schemas['CreateCollection'],
          schema: {},
          points: new Map(),
        });
        return true;
      default:
        return held
          ? this.#ofCollection(route, held, body)
          : refuse(404, `Not found: Collection \`${name}\` doesn't exist!`);
    }
  }

  #ofCollection(route: string, { config, schema, points }: PeerCollection, body: unknown): unknown {
    const completed = { operation_id: 1, status: 'completed' };
    switch (route) {
      case 'GET /collections/{collection_name}':
        return infoOf(config, schema, points.size);
      case 'PUT /collections/{collection_name}/index': {
        const { field_name, field_schema } = body as Schemas['CreateFieldIndex'];
        const data_type = typeof field_schema === 'string' ? field_schema : field_schema?.type;
        schema[field_name] = { data_type: data_type as Schemas['PayloadSchemaType'], points: 0 };
        return completed;
      }
      case 'PUT /collections/{collection_name}/points':
        for (const point of (body as Schemas['PointsList']).points) points.set(String(point.id), point);
        return completed;
      case 'POST /collections/{collection_name}/points':
        return (body as Schemas['PointRequest']).ids.flatMap((id) => {
          const point = points.get(String(id));
          return point ? { id, payload: point.payload ?? null } : [];
        });
      case 'POST /collections/{collection_name}/points/batch':
        return (body as Schemas['UpdateOperations']).operations.map(() => completed);
      case 'POST /collections/{collection_name}/points/delete':
        return completed;
      case 'POST /collections/{collection_name}/points/count':
        return { count: points.size };
      case 'POST /collections/{collection_name}/points/query':
        return {
          points: Array.from(points.values(), ({ id, payload }) => ({
            id,
            version: 1,
            score: 1.000_000_1,
            payload: payload ?? null,
          })),
        };
      case 'POST /collections/{collection_name}/facet':
        return { hits: [] };
      default:
        return refuse(404, `there is no ${route}`);
    }
  }
}

function infoOf(
  config: Schemas['CreateCollection'],
  payload_schema: Record<string, Schemas['PayloadIndexInfo']>,
  points_count: number,
): unknown {
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count,
    segments_count: 1,
    config: {
      params: { vectors: config.vectors, sparse_vectors: config.sparse_vectors },
      hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000, ...config.hnsw_config },
      optimizer_config: {
        deleted_threshold: 0.2,
        vacuum_min_vector_number: 1000,
        default_segment_number: 0,
        flush_interval_sec: 5,
      },
    },
    payload_schema,
  };
}
