import type { Analyser } from '../../contracts/analyser.ts';
import type { CallOptions, Engine, IndexSpec, StoredVisitor } from '../../contracts/engine.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { readTables } from '../../postgresql/read-tables.ts';
import { serverPlace, usualServers } from '../../servers/server-calls.ts';
import {
  maxTimerMs,
  requireNumbers,
  requireObject,
  requireText,
  unusable,
} from '../../values/require-arguments.ts';
import { checkSpec } from '../check-input.ts';
import { checkSchema, migrationsSql, tablesVersion } from './migrations.ts';
import { graphNames } from './nearest-index.ts';
import { type OpenIndex, type Tables, tableNames, tablesIn } from './open-index.ts';
import { PostgresqlServer, type PostgresqlServerOptions, type Row } from './postgresql-server.ts';
import { PostgresqlStore } from './postgresql-store.ts';

/** Options of {@link postgresqlEngine}. */
export interface PostgresqlEngineOptions extends PostgresqlServerOptions {
  /** Turns text into the terms that are searched for. */
  readonly analyser: Analyser;
  /** Where the tables are, made where it is missing. Default `public`. */
  readonly schema?: string | undefined;
  /**
   * Whether roles see only the rows of the collections that the table `footnote_roles` names for them. Turned on at
   * the first opening by the tables' owner, whom it does not restrict. Default false.
   */
  readonly rowLevelSecurity?: boolean | undefined;
}

/** The oldest pgvector whose filtered searches can be told to go on until they are full. */
const oldestVector = [0, 8] as const;

/** Most numbers that a vector of pgvector has. */
const mostDimensions = 16_000;

/**
 * Chunks in PostgreSQL with pgvector: exact search or HNSW over the vectors, BM25 over the analyser's terms, filters in
 * SQL. Tables are made at the first opening where they are missing. Connections are opened by the first call.
 * Errors: `request_invalid` for an address, schema or number that cannot be used.
 */
export function postgresqlEngine(options: PostgresqlEngineOptions): Engine {
  requireObject('options', options);
  requireText('url', options.url);
  requireObject('analyser', options.analyser);
  requireNumbers(options, { timeoutMs: [1, maxTimerMs], maxConnections: [1, 10_000] });
  const { schema = usualServers.postgresql.name } = options;
  requireText('schema', schema);
  checkSchema(schema);
  return new PostgresqlEngine(options, schema);
}

/** The error of an index that others have dropped while it was open here. */
function indexDropped(server: string, indexId: string): FootnoteError {
  return new FootnoteError('store_unavailable', {
    path: server,
    reason: `the index "${indexId}" was dropped`,
    remedy: 'Try again with the index that replaced it',
  });
}

class PostgresqlEngine implements Engine {
  readonly name = 'postgresql';
  readonly place: string;
  readonly #options: PostgresqlEngineOptions;
  readonly #schema: string;
  readonly #tables: Tables;
  readonly #server: PostgresqlServer;
  readonly #stores = new Set<PostgresqlStore>();
  #prepared: Promise<void> | undefined;

  constructor(options: PostgresqlEngineOptions, schema: string) {
    this.#options = options;
    this.#schema = schema;
    this.place = serverPlace(options.url, usualServers.postgresql.port, schema);
    this.#tables = tablesIn(schema);
    this.#server = new PostgresqlServer(options);
  }

  async open(spec: IndexSpec, { signal }: CallOptions = {}): Promise<PostgresqlStore> {
    throwIfAborted(signal);
    checkSpec(spec);
    requireText('collection', spec.collection);
    if (spec.dimension > mostDimensions)
      throw unusable(
        'dimension',
        `${spec.dimension} is more than the ${mostDimensions} that pgvector stores`,
      );
    await this.#ready();
    throwIfAborted(signal);
    const row = (await this.#find(spec.id, signal)) ?? (await this.#create(spec, signal));
    if (row['dimension'] !== spec.dimension) {
      throw new FootnoteError('index_mismatch', {
        collection: spec.id,
        stored: `vectors of ${String(row['dimension'])} dimensions`,
        configured: `${spec.dimension}`,
      });
    }
    const index: OpenIndex = {
      server: this.#server,
      schema: this.#schema,
      tables: this.#tables,
      number: row['number'] as number,
      collection: spec.collection,
      dimension: spec.dimension,
      fields: spec.fields,
      missing: () => indexDropped(this.#server.name, spec.id),
      requireThere: async (asked) => {
        const found = await this.#server.query(
          `select number from ${this.#tables.indexes} where number = $1`,
          [row['number']],
          { signal: asked },
        );
        if (found.length === 0) throw indexDropped(this.#server.name, spec.id);
      },
    };
    const store = new PostgresqlStore(spec, index, this.#options.analyser);
    store.nearest.noteWrite();
    this.#stores.add(store);
    return store;
  }

  async drop(indexId: string, { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    requireText('indexId', indexId);
    await this.#ready();
    const row = await this.#find(indexId, signal);
    if (!row) return;
    const options = { signal, timeoutMs: Number.POSITIVE_INFINITY };
    for (const name of graphNames(row['number'] as number))
      await this.#server.query(`drop index if exists "${this.#schema}"."${name}"`, [], options);
    const { indexes, terms } = this.#tables;
    await this.#server.transaction(async (client) => {
      // Locked first, as writers do, and deleted last: a role sees the terms of the indexes that it sees.
      await client.query(`select from ${indexes} where number = $1 for update`, [row['number']]);
      await client.query(`delete from ${terms} where index_number = $1`, [row['number']]);
      await client.query(`delete from ${indexes} where number = $1`, [row['number']]);
    }, options);
  }

  async readStored(visit: StoredVisitor, { signal }: CallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    const names = tableNames.map((name) => `'${name}'`).join(', ');
    const condition = `table_schema = '${this.#schema}' and table_name in (${names})`;
    await this.#server.transaction(
      (client) => readTables(async (text) => (await client.query(text)).rows, condition, visit),
      { signal, timeoutMs: Number.POSITIVE_INFINITY, begin: 'begin read only' },
    );
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#stores, (store) => store.nearest.settled()));
    await this.#server.close();
  }

  async #find(indexId: string, signal: AbortSignal | undefined): Promise<Row | undefined> {
    const [row] = await this.#server.query(
      `select number, dimension from ${this.#tables.indexes} where id = $1`,
      [indexId],
      { signal },
    );
    return row;
  }

  /** Another process may make the same index at this moment: whoever comes second takes what it finds. */
  async #create(spec: IndexSpec, signal: AbortSignal | undefined): Promise<Row> {
    await this.#server.query(
      `insert into ${this.#tables.indexes} (id, collection, dimension) values ($1, $2, $3) on conflict (id) do nothing`,
      [spec.id, spec.collection, spec.dimension],
      { signal },
    );
    const row = await this.#find(spec.id, signal);
    if (row) return row;
    throw this.#rejected(
      `this user may not see its index "${spec.id}"`,
      'Name the collection for this role in footnote_roles, or check engine.user',
    );
  }

  /** Whether the server has what is needed, and the tables are there; asked anew after it failed. */
  #ready(): Promise<void> {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  async #prepare(): Promise<void> {
    const { migrations } = this.#tables;
    const asked = `select to_regclass($1) is not null as has_tables, to_regtype('vector') is not null as has_type,
      (select extversion from pg_extension where extname = 'vector') as vector_version,
      (select default_version from pg_available_extensions where name = 'vector') as vector_offered`;
    const [state = {}] = await this.#server.query(asked, [migrations]);
    this.#requireVector(state);
    const [applied] =
      state['has_tables'] === true
        ? await this.#server.query(`select max(version) as version from ${migrations}`)
        : [];
    const version = (applied?.['version'] as number | null | undefined) ?? 0;
    if (version > tablesVersion) {
      throw this.#rejected(
        `its tables are of version ${version}, those of this release of version ${tablesVersion}`,
        'Update Footnote',
      );
    }
    if (version < tablesVersion || this.#options.rowLevelSecurity)
      await this.#migrate(version === tablesVersion);
    const [prepared = {}] = await this.#server.query(asked, [migrations]);
    this.#requireVector(prepared);
  }

  async #migrate(hasTables: boolean): Promise<void> {
    const { rowLevelSecurity = false } = this.#options;
    if (hasTables && rowLevelSecurity && (await this.#isSecured())) return;
    const script = migrationsSql({ schema: this.#schema, rowLevelSecurity });
    await this.#server.run(async (client) => {
      try {
        await client.query(script);
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    });
  }

  async #isSecured(): Promise<boolean> {
    const [row] = await this.#server.query(
      'select relrowsecurity from pg_class where oid = to_regclass($1)',
      [this.#tables.chunks],
    );
    return row?.['relrowsecurity'] === true;
  }

  #requireVector(state: Row): void {
    const { vector_version: installed, vector_offered: offered, has_type: hasType } = state;
    const version = (installed ?? offered) as string | null;
    if (version === null)
      throw this.#rejected(
        'it has no pgvector',
        'Install pgvector 0.8 or newer on the server (https://github.com/pgvector/pgvector), for example with the package postgresql-17-pgvector or the image pgvector/pgvector',
      );
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < oldestVector[0] || (major === oldestVector[0] && minor < oldestVector[1]))
      throw this.#rejected(
        `its pgvector is ${version}`,
        'Update pgvector on the server to 0.8 or newer, then run in the database: alter extension vector update',
      );
    if (installed !== null && hasType !== true)
      throw this.#rejected(
        'pgvector is in a schema that is not searched',
        'Add its schema to the search_path of the user',
      );
  }

  #rejected(reason: string, remedy: string): FootnoteError {
    return new FootnoteError('engine_rejected', { server: this.#server.name, reason, remedy });
  }
}
