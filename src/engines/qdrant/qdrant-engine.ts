import type { Schemas } from '@qdrant/js-client-rest';
import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import type {
  CallOptions,
  ChunkStore,
  Engine,
  FieldTypes,
  IndexSpec,
  StoredVisitor,
} from '../../contracts/engine.ts';
import { FootnoteError, isFootnoteError, settingInvalid } from '../../errors.ts';
import { serverPlace, usualServers } from '../../servers/server-calls.ts';
import { requireObject, requireText } from '../../values/require-arguments.ts';
import { checkSpec } from '../check-input.ts';
import { termFields } from '../chunk-terms.ts';
import type { ChunkMetadataTable } from './chunk-metadata.ts';
import { fieldIndex } from './qdrant-filter.ts';
import { denseVector, type PointPayload, sparseVector } from './qdrant-point.ts';
import { QdrantServer } from './qdrant-server.ts';
import { QdrantStore } from './qdrant-store.ts';

/** What a {@link qdrantEngine} is made with. */
export interface QdrantEngineOptions {
  /** `http://127.0.0.1:6333`; with a path where a proxy serves it below one. Without a port: 6333. */
  readonly url: string;
  /** Sent as the header `api-key`. */
  readonly apiKey?: string | undefined;
  /** How long a call may take with all its tries, in milliseconds. Default 5000. */
  readonly timeoutMs?: number | undefined;
  /**
   * The Qdrant collection that indexes lie in side by side, by default `footnote`. One holds vectors of one length: the
   * first index decides it, and those of another length lie in a second one with that length behind its name, such as
   * `footnote_1024`.
   */
  readonly collection?: string | undefined;
  /** Turns text into the terms that are stored and sought: the same as that of the core. */
  readonly analyser: Analyser;
  readonly hnsw?: HnswOptions | undefined;
  /** Keys that each point carries beside the engine's own, which win where both have one. */
  readonly payload?: ((chunk: Chunk) => Readonly<Record<string, unknown>>) | undefined;
  /** A table in PostgreSQL that is told of every chunk written and removed. */
  readonly chunkMetadata?: ChunkMetadataTable | undefined;
}

/** The graph that vectors are searched with (Malkov and Yashunin, 2016). */
export interface HnswOptions {
  /** Links of each point. Default 16. Counts when the Qdrant collection is created. */
  readonly m?: number;
  /** Candidates that are kept while a point is put in. Default 100. Counts when the Qdrant collection is created. */
  readonly efConstruct?: number;
  /** Candidates that are kept during a search, more where more hits are asked for. Default 256. */
  readonly efSearch?: number;
}

/**
 * An engine over a Qdrant server, 1.16 or later.
 *
 * Each chunk is a point with a named vector `dense` (its windows; it scores as its best one), a sparse vector `bm25` of
 * its terms, whose rarity the server knows, and a payload that the chunk is given back from. The payload key `index`
 * says which index a point belongs to. Which Qdrant collection an index lies in an alias says, `COLLECTION.INDEX`.
 * Errors of making it: `config_invalid` for an address or a name that cannot be one.
 * @example
 * const engine = qdrantEngine({ url: 'http://127.0.0.1:6333', analyser });
 * const store = await engine.open({ id: 'handbook-1', collection: 'handbook', dimension: 384, fields: {} });
 */
export function qdrantEngine(options: QdrantEngineOptions): Engine {
  requireObject('options', options);
  requireText('url', options.url);
  requireObject('analyser', options.analyser);
  return new QdrantEngine(options);
}

/** Points whose payloads are read at once. */
const pointsRead = 200;

/** Creating a collection or an index over many points takes as long as it takes. */
const unlimited = { timeoutMs: Number.POSITIVE_INFINITY };

class QdrantEngine implements Engine {
  readonly name = 'qdrant';
  readonly place: string;
  readonly #options: QdrantEngineOptions;
  readonly #server: QdrantServer;
  readonly #collection: string;

  constructor(options: QdrantEngineOptions) {
    this.#options = options;
    this.#server = new QdrantServer(options);
    this.#collection = options.collection || usualServers.qdrant.name;
    this.place = serverPlace(options.url, usualServers.qdrant.port, this.#collection);
    if (!/^[^/\\:*?"<>|.\p{Cc}]{1,150}$/u.test(this.#collection))
      throw settingInvalid(
        `engine.name: a Qdrant collection cannot be named "${this.#collection}". Choose 1–150 letters, digits, - or _`,
      );
  }

  async open(spec: IndexSpec, { signal }: CallOptions = {}): Promise<ChunkStore> {
    this.#server.enter(signal);
    checkSpec(spec);
    await this.#prepare(spec, signal);
    const { analyser, hnsw, payload, chunkMetadata } = this.#options;
    return new QdrantStore({
      server: this.#server,
      spec,
      alias: this.#aliasOf(spec.id),
      analyser,
      efSearch: hnsw?.efSearch ?? 256,
      payload,
      chunkMetadata,
    });
  }

  async drop(indexId: string, { signal }: CallOptions = {}): Promise<void> {
    this.#server.enter(signal);
    const alias = this.#aliasOf(indexId);
    if ((await this.#aliases(signal)).has(alias))
      await this.#changeAlias(
        { rename_alias: { old_alias_name: alias, new_alias_name: droppedAlias(alias) } },
        signal,
      );
    await this.#finishDropping(indexId, signal);
  }

  async readStored(visit: StoredVisitor, { signal }: CallOptions = {}): Promise<void> {
    this.#server.enter(signal);
    const { collections } = await this.#server.ask((api, init) => api.getCollections({}, init), { signal });
    const isOurs = (name: string) =>
      name.startsWith(this.#collection) && /^(?:_\d+)?$/.test(name.slice(this.#collection.length));
    for (const { name: collection_name } of collections.filter(({ name }) => isOurs(name))) {
      let offset: Schemas['ExtendedPointId'] | undefined;
      do {
        const page = { limit: pointsRead, with_payload: true, with_vector: false, ...(offset && { offset }) };
        const { points, next_page_offset: next } = await this.#server.ask(
          (api, init) => api.scrollPoints({ collection_name, ...page }, init),
          { signal },
        );
        for (const { payload } of points) {
          const { document_id: documentId, version } = (payload ?? {}) as Partial<PointPayload>;
          const isOne = documentId !== undefined && version !== undefined;
          await visit({
            place: collection_name,
            of: isOne ? { documentId, version } : undefined,
            value: payload,
          });
        }
        offset = (next as Schemas['ExtendedPointId'] | null | undefined) ?? undefined;
      } while (offset !== undefined);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    await this.#options.chunkMetadata?.close?.();
  }

  /**
   * Takes away the points of an index whose alias says that it is dropped. Whoever has it open finds that it is gone
   * before the first of them goes, and what breaks off is gone on with at the next call.
   */
  async #finishDropping(indexId: string, signal: AbortSignal | undefined): Promise<void> {
    const alias = droppedAlias(this.#aliasOf(indexId));
    const collection_name = (await this.#aliases(signal)).get(alias);
    if (collection_name === undefined) return;
    await this.#server.write(
      (api, init) =>
        api.deletePoints(
          { collection_name, wait: true, filter: { must: [{ key: 'index', match: { value: indexId } }] } },
          init,
        ),
      { signal, ...unlimited },
    );
    await this.#options.chunkMetadata?.drop(indexId, { signal });
    await this.#changeAlias({ delete_alias: { alias_name: alias } }, signal);
  }

  /** Finds the Qdrant collection of an index, or decides on one, and makes it ready for the index. */
  async #prepare(spec: IndexSpec, signal: AbortSignal | undefined): Promise<void> {
    await this.#finishDropping(spec.id, signal);
    const alias = this.#aliasOf(spec.id);
    const known = (await this.#aliases(signal)).get(alias);
    const candidates =
      known === undefined ? [this.#collection, `${this.#collection}_${spec.dimension}`] : [known];
    for (const [at, name] of candidates.entries()) {
      const info = (await this.#info(name, signal)) ?? (await this.#create(name, spec, signal));
      const problem = unlikeOurs(info, spec.dimension);
      if (problem === undefined) {
        await this.#indexPayload(name, info, spec.fields, signal);
        if (known === undefined)
          await this.#changeAlias({ create_alias: { collection_name: name, alias_name: alias } }, signal);
        return;
      }
      // Another length alone says that others came first; any other difference that it is not ours to write to.
      if (!problem.isLength || at === candidates.length - 1)
        throw new FootnoteError('index_mismatch', {
          collection: spec.collection,
          stored: `${problem.found} (Qdrant collection "${name}")`,
          configured: problem.wanted,
        });
    }
    throw new Error('there is always a candidate');
  }

  async #info(
    collection_name: string,
    signal: AbortSignal | undefined,
  ): Promise<Schemas['CollectionInfo'] | undefined> {
    const { exists } = await this.#server.ask(
      (api, init) => api.collectionExists({ collection_name }, init),
      {
        signal,
      },
    );
    if (!exists) return undefined;
    return this.#server.ask((api, init) => api.getCollection({ collection_name }, init), { signal });
  }

  async #create(
    collection_name: string,
    { dimension }: IndexSpec,
    signal: AbortSignal | undefined,
  ): Promise<Schemas['CollectionInfo']> {
    const { m = 16, efConstruct = 100 } = this.#options.hnsw ?? {};
    try {
      await this.#server.ask(
        (api, init) =>
          api.createCollection(
            {
              collection_name,
              vectors: {
                [denseVector]: {
                  size: dimension,
                  distance: 'Cosine',
                  multivector_config: { comparator: 'max_sim' },
                },
              },
              sparse_vectors: { [sparseVector]: { modifier: 'idf' } },
              hnsw_config: { m, ef_construct: efConstruct },
            },
            init,
          ),
        { signal, ...unlimited },
      );
    } catch (error) {
      // Another process was faster, or an answer was lost and this was the second try: what is there is looked at.
      if (!isFootnoteError(error) || !/already exists/.test(error.message)) throw error;
    }
    return this.#server.ask((api, init) => api.getCollection({ collection_name }, init), { signal });
  }

  /** Makes the payload indexes that are missing, that of the tenant first: points are stored in its order. */
  async #indexPayload(
    collection_name: string,
    info: Schemas['CollectionInfo'],
    fields: FieldTypes,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const declared = Object.entries(fields).map(([name, type]) => fieldIndex(name, type));
    const wanted = new Map([...ownIndexes, ...declared].map(({ path, schema }) => [path, schema]));
    for (const [field_name, field_schema] of wanted) {
      if (Object.hasOwn(info.payload_schema, field_name)) continue;
      await this.#server.write(
        (api, init) => api.createFieldIndex({ collection_name, wait: true, field_name, field_schema }, init),
        { signal, ...unlimited },
      );
    }
  }

  /** Ids have no dot, so that the last one parts them from the name. */
  #aliasOf(indexId: string): string {
    return `${this.#collection}.${indexId}`;
  }

  /** All aliases, with the Qdrant collections that they stand for. */
  async #aliases(signal: AbortSignal | undefined): Promise<ReadonlyMap<string, string>> {
    const { aliases } = await this.#server.ask((api, init) => api.getCollectionsAliases({}, init), {
      signal,
    });
    return new Map(aliases.map(({ alias_name, collection_name }) => [alias_name, collection_name]));
  }

  async #changeAlias(action: Schemas['AliasOperations'], signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#server.ask((api, init) => api.updateAliases({ actions: [action] }, init), { signal });
    } catch (error) {
      // Another process has dropped the index at the same time, or an answer was lost and this was the second try.
      const isDone = isFootnoteError(error) && /Alias .* does not exist/i.test(error.message);
      if (!isDone || 'create_alias' in action) throw error;
    }
  }
}

/** The alias of an index while its points are being taken away. */
const droppedAlias = (alias: string) => `${alias}.dropped`;

interface PayloadIndex {
  readonly path: string;
  readonly schema: Schemas['PayloadFieldSchema'];
}

const wholeNumbers = { type: 'integer', lookup: true, range: false } as const;

const ownIndexes: readonly PayloadIndex[] = [
  { path: 'index', schema: { type: 'keyword', is_tenant: true } },
  { path: 'document_id', schema: 'keyword' },
  { path: 'document_version', schema: 'keyword' },
  { path: 'windows', schema: wholeNumbers },
  ...termFields.map((field) => ({ path: `terms.${field}`, schema: 'keyword' as const })),
  ...termFields.map((field) => ({ path: `lengths.${field}`, schema: wholeNumbers })),
];

/** What stands between a collection and the points of an index. */
interface Difference {
  /** Nothing but the length of its vectors. */
  readonly isLength: boolean;
  readonly found: string;
  readonly wanted: string;
}

const otherShape = (found: string, wanted: string): Difference => ({ isLength: false, found, wanted });

/** Why points of an index cannot lie in a collection; undefined where they can. */
function unlikeOurs(
  { config: { params } }: Schemas['CollectionInfo'],
  dimension: number,
): Difference | undefined {
  const { vectors, sparse_vectors } = params;
  const dense =
    vectors && denseVector in vectors ? (vectors[denseVector] as Schemas['VectorParams']) : undefined;
  if (!dense) return otherShape('vectors of other names', `a vector named "${denseVector}"`);
  if (dense.distance !== 'Cosine') return otherShape(`the distance ${dense.distance}`, 'the distance Cosine');
  if (dense.multivector_config?.comparator !== 'max_sim')
    return otherShape('one vector a point', 'several, compared by max_sim');
  if (sparse_vectors?.[sparseVector]?.modifier !== 'idf')
    return otherShape(
      'no sparse vector for words',
      `a sparse vector "${sparseVector}" with the modifier idf`,
    );
  if (dense.size === dimension) return undefined;
  return {
    isLength: true,
    found: `vectors of ${dense.size} numbers`,
    wanted: `vectors of ${dimension} numbers`,
  };
}
