import type { Analyser } from '../../contracts/analyser.ts';
import type { CallOptions, ChunkStore, Engine, IndexSpec, StoredVisitor } from '../../contracts/engine.ts';
import { throwIfAborted } from '../../errors.ts';
import { serverPlace, usualServers } from '../../servers/server-calls.ts';
import { requireNumbers, requireObject, requireText, unusable } from '../../values/require-arguments.ts';
import { checkSpec } from '../check-input.ts';
import { type Neo4jAddress, Neo4jConnection } from './neo4j-connection.ts';
import { dropIndex, type NamingOptions, openIndex, readNodes } from './neo4j-schema.ts';
import { Neo4jStore } from './neo4j-store.ts';

export interface Neo4jEngineOptions extends Neo4jAddress {
  /** Turns texts into the terms that the full-text index holds. */
  readonly analyser: Analyser;
  /** The label of all chunks, and what the labels of each index begin with. Default `Chunk`. */
  readonly label?: string;
  /**
   * Name of the vector index of the first of our indexes in a database; others have a suffix. Default
   * `chunk_vector_index`.
   */
  readonly vectorIndex?: string;
  /** The same for the full-text index. Default `chunk_fulltext`. */
  readonly fulltextIndex?: string;
}

/**
 * Chunks as a graph in Neo4j 5.26 or later: `(:Chunk)-[:BELONGS_TO]->(:Document)-[:BELONGS_TO]->(:Project {id})` and
 * `(:Chunk)-[:NEXT_CHUNK]->(:Chunk)`, with a vector index and a full-text index over our analyser's terms. The project
 * is the one that a document's metadata name, else the collection. The server is asked by the first call. Needs the
 * package `neo4j-driver`.
 * Errors: `request_invalid` for options that cannot be used.
 * @example
 * neo4jEngine({ url: 'bolt://127.0.0.1:7687', password: process.env.NEO4J_PASSWORD, analyser })
 */
export function neo4jEngine(options: Neo4jEngineOptions): Engine {
  requireObject('options', options);
  requireText('url', options.url);
  requireObject('analyser', options.analyser);
  requireNumbers(options, { timeoutMs: [1, Number.POSITIVE_INFINITY] });
  const {
    label = usualServers.neo4j.name,
    vectorIndex = 'chunk_vector_index',
    fulltextIndex = 'chunk_fulltext',
  } = options;
  const naming = { label, vectorIndex, fulltextIndex };
  for (const [name, value] of Object.entries(naming)) {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/.test(value))
      throw unusable(name, 'it must be up to 63 letters, digits, _ and -, the first no digit');
  }
  return new Neo4jEngine(options, naming);
}

class Neo4jEngine implements Engine {
  readonly name = 'neo4j';
  readonly place: string;
  readonly #analyser: Analyser;
  readonly #naming: NamingOptions;
  readonly #connection: Neo4jConnection;

  constructor(options: Neo4jEngineOptions, naming: NamingOptions) {
    this.#analyser = options.analyser;
    this.#naming = naming;
    const { url, database = '' } = options;
    this.place = serverPlace(url, usualServers.neo4j.port, database, naming.label);
    this.#connection = new Neo4jConnection(options);
  }

  async open(spec: IndexSpec, { signal }: CallOptions = {}): Promise<ChunkStore> {
    throwIfAborted(signal);
    checkSpec(spec);
    const connection = this.#connection;
    const names = await openIndex(connection, spec, this.#naming, { signal });
    return new Neo4jStore({ connection, spec, names, analyser: this.#analyser });
  }

  async drop(indexId: string, { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    requireText('indexId', indexId);
    await dropIndex(this.#connection, indexId, this.#naming.label, { signal });
  }

  async readStored(visit: StoredVisitor, { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    await readNodes(this.#connection, this.#naming.label, visit, { signal });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
