import type { ChromaClient } from 'chromadb';
import type { CallOptions, ChunkStore, Engine, IndexSpec, StoredVisitor } from '../../contracts/engine.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { serverPlace, usualServers } from '../../servers/server-calls.ts';
import { requireObject, requireText, unusable } from '../../values/require-arguments.ts';
import { checkSpec } from '../check-input.ts';
import type { ChromaEngineOptions } from './chroma-options.ts';
import { ChromaServer, isChromaError } from './chroma-server.ts';
import { ChromaStore, readAll, removeAll, Turns } from './chroma-store.ts';

const collectionPattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,399}$/;

/** The distance whose opposite is a cosine; Chroma's own default is the square of the Euclidean one. */
const space = 'cosine';

/**
 * How the graph of a collection is built: thorougher than by default. Where a hundred vectors are nearly the same, some
 * cannot be reached in a graph of few neighbours, however much is asked for. A search asks for more besides
 * ({@link ChromaStore}).
 */
const graph = { space, ef_construction: 400, max_neighbors: 64, ef_search: 200 } as const;

/** Collections that are listed at once. */
const collectionsRead = 100;

/** What a collection says of the index that it is. */
const marks = {
  index: 'footnote:index',
  collection: 'footnote:collection',
  dimension: 'footnote:dimension',
} as const;

/**
 * An engine that keeps chunks in a Chroma server, 1.5 or later, and searches them by their vectors; the core searches
 * by words. Needs the package `chromadb`. Nothing is asked of the server before an index is opened.
 * Errors: `request_invalid` for an address or a name that cannot be one.
 * @example
 * const engine = chromaEngine({ url: 'http://127.0.0.1:8000' });
 * const footnote = await openFootnote({}, { engine });
 */
export function chromaEngine(options: ChromaEngineOptions = {}): Engine {
  requireObject('options', options);
  for (const name of ['url', 'apiKey', 'tenant', 'database', 'collection'] as const)
    if (options[name] !== undefined) requireText(name, options[name]);
  return new ChromaEngine(options);
}

class ChromaEngine implements Engine {
  readonly name = 'chroma';
  readonly place: string;
  readonly #server: ChromaServer;
  readonly #prefix: string;
  /** By index: two handles on one wait for each other. */
  readonly #turns = new Map<string, Turns>();

  constructor({ collection = usualServers.chroma.name, ...server }: ChromaEngineOptions) {
    if (!collectionPattern.test(collection)) {
      const problem =
        'it is not 1–400 characters of letters, digits, ".", "_" and "-", the first of them no sign';
      throw unusable('collection', problem);
    }
    this.#prefix = collection;
    const { url = usualServers.chroma.url, tenant = '', database = '' } = server;
    this.place = serverPlace(url, usualServers.chroma.port, tenant, database, collection);
    this.#server = new ChromaServer(server);
  }

  async open(spec: IndexSpec, options: CallOptions = {}): Promise<ChunkStore> {
    checkSpec(spec);
    const name = this.#collectionOf(spec.id);
    const collection = await this.#server.run((client) => getOrCreate(client, name, spec), options);
    this.#check(collection, spec);
    const turns = this.#turns.get(spec.id) ?? new Turns();
    this.#turns.set(spec.id, turns);
    return new ChromaStore(this.#server, collection.id, spec, turns);
  }

  async drop(indexId: string, { signal }: CallOptions = {}): Promise<void> {
    const name = this.#collectionOf(indexId);
    try {
      const { id, metadata } = await this.#server.run((client) => client.getCollection({ name }), { signal });
      // Another program's is left alone: an index of ours is not in it.
      if (metadata?.[marks.index] !== indexId) return;
      // Its records first, in parts: all at once they would keep the server from everything else, beyond any deadline.
      await removeAll(this.#server, { id, indexId }, signal);
      await this.#server.run((client) => client.deleteCollection({ name }), { signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async readStored(visit: StoredVisitor, { signal }: CallOptions = {}): Promise<void> {
    for (let offset = 0; ; offset += collectionsRead) {
      const page = { limit: collectionsRead, offset };
      const listed = await this.#server.run((client) => client.listCollections(page), { signal });
      for (const { id, name, metadata } of listed) {
        const indexId = metadata?.[marks.index];
        if (!name.startsWith(`${this.#prefix}.`) || typeof indexId !== 'string') continue;
        await readAll(
          this.#server,
          { id, indexId },
          ({ of, value }) => visit({ place: name, of, value }),
          signal,
        );
      }
      if (listed.length < collectionsRead) return;
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    await Promise.all(Array.from(this.#turns.values(), (turns) => turns.ended()));
  }

  /** Names end in a letter or a digit, which an index need not; no index has a dot. */
  #collectionOf(indexId: string): string {
    return `${this.#prefix}.${indexId}${/[a-z0-9]$/.test(indexId) ? '' : '.0'}`;
  }

  #check({ name, configuration, metadata }: OpenedCollection, spec: IndexSpec): void {
    const { collection } = spec;
    const stored = configuration.hnsw?.space ?? configuration.spann?.space ?? 'l2';
    if (stored !== space) {
      const [held, wanted] = [`the distance ${stored}`, `the distance ${space}`];
      throw new FootnoteError('index_mismatch', { collection, stored: held, configured: wanted });
    }
    const { [marks.index]: index, [marks.dimension]: dimension } = metadata ?? {};
    if (index !== spec.id) {
      throw new FootnoteError('engine_rejected', {
        server: this.#server.name,
        reason: `its collection "${name}" belongs to another program`,
        remedy: 'Choose another name in engine.name',
      });
    }
    if (dimension === spec.dimension) return;
    throw new FootnoteError('index_mismatch', {
      collection,
      stored: `vectors of ${JSON.stringify(dimension)} dimensions`,
      configured: `${spec.dimension}`,
    });
  }
}

/** Whether a collection is not there, or not any more. */
function isMissing(error: unknown): boolean {
  return isFootnoteError(error) && isChromaError(error.cause, 'ChromaNotFoundError');
}

type OpenedCollection = Awaited<ReturnType<ChromaClient['getCollection']>>;

/** Made with `get_or_create`, so that of several processes at once each gets the one that the first of them makes. */
async function getOrCreate(client: ChromaClient, name: string, spec: IndexSpec): Promise<OpenedCollection> {
  try {
    return await client.getCollection({ name });
  } catch (error) {
    if (!isChromaError(error, 'ChromaNotFoundError')) throw error;
  }
  return client.getOrCreateCollection({
    name,
    embeddingFunction: null,
    configuration: { hnsw: graph },
    metadata: {
      [marks.index]: spec.id,
      [marks.collection]: spec.collection,
      [marks.dimension]: spec.dimension,
    },
  });
}
