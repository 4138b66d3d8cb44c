import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { onTestFinished } from 'vitest';
import type { Records } from '../contracts/records.ts';
import type { PostgresqlPool } from '../postgresql/postgresql-pool.ts';
import { postgresqlRecords } from './postgresql-records.ts';
import { sqliteRecords } from './sqlite-records.ts';

/** Where records can be kept. What is no matter of a file is tested on each. */
export const recordKinds = ['sqlite', 'postgresql'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Records of one test. */
export interface OpenedRecords {
  /** A new folder. */
  readonly folder: string;
  /** The file in it that keeps them; there is none where a server does. */
  readonly file: string;
  /** The schema on the server that keeps them. */
  readonly schema: string;
  /** Where they are kept, as messages name it. */
  readonly place: string | RegExp;
  readonly records: Records;
  /** Opens them once more, as another process would. */
  readonly reopen: (options?: { readOnly?: boolean }) => Promise<Records>;
  /** Reads or changes the tables themselves. */
  readonly query: (statements: string) => Promise<readonly Record<string, unknown>[]>;
}

/** Opens records for the test that runs; once it is over all of them are closed and what they left goes. */
export async function openedRecords(kind: RecordKind = 'sqlite'): Promise<OpenedRecords> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-records-'));
  const file = join(folder, 'footnote.db');
  const server = kind === 'sqlite' ? onFile(file) : await onServer();
  const opened: Records[] = [];
  const reopen = async (options?: { readOnly?: boolean }) => {
    const records = await server.open(options);
    opened.push(records);
    return records;
  };
  onTestFinished(async () => {
    for (const records of opened) await records.close();
    await server.drop?.();
    rmSync(folder, { recursive: true, force: true });
  });
  const { place, schema, query } = server;
  return { folder, file, place, schema, records: await reopen(), reopen, query };
}

function onFile(file: string) {
  return {
    place: file,
    schema: '',
    open: (options?: { readOnly?: boolean }) => sqliteRecords(file, options),
    drop: undefined,
    query: async (statements: string) => {
      const database = new DatabaseSync(file);
      try {
        if (/^select/i.test(statements)) return database.prepare(statements).all();
        database.exec(statements);
        return [];
      } finally {
        database.close();
      }
    },
  };
}

/** A server that the environment names, as `npm run engines` does; undefined: PostgreSQL runs in this process. */
export function serverUrl(): string | undefined {
  const { POSTGRESQL_URL: url, POSTGRESQL_USER: user, POSTGRESQL_PASSWORD: password } = process.env;
  if (!url) return undefined;
  const address = new URL(url);
  if (user) address.username = user;
  if (password) address.password = password;
  return address.href;
}

/** Schemas of tests, so that each has its own. */
let schemas = 0;

/** A schema of its own: on the server at `POSTGRESQL_URL`, or else in this process. */
async function onServer() {
  const schema = `records_${process.pid}_${++schemas}`;
  const url = serverUrl();
  const options = { url: url ?? 'postgresql://in-process/test', schema };
  const run = url ? await sessionOf(url) : await pgliteSession();
  return {
    schema,
    place: new RegExp(`, schema ${schema}$`),
    open: async () => postgresqlRecords(url ? options : { ...options, pool: await pglitePool() }),
    query: (statements: string) =>
      run(`begin; set local search_path to ${schema}; ${statements}; commit`).then(
        (results) => results.at(-2) ?? [],
      ),
    drop: () => run(`drop schema if exists ${schema} cascade; drop schema if exists ${schema}_queue cascade`),
  };
}

/** Runs statements and gives the rows of each. */
type Session = (statements: string) => Promise<readonly (readonly Record<string, unknown>[])[]>;

async function sessionOf(url: string): Promise<Session> {
  const { default: pg } = await import('pg');
  return async (statements) => {
    const client = new pg.Client({
      connectionString: url,
      types: {
        getTypeParser: (type: number) => (type === 20 ? Number : pg.types.getTypeParser(type, 'text')),
      },
    });
    await client.connect();
    try {
      return [await client.query(statements)].flat().map(({ rows }) => rows);
    } finally {
      await client.end();
    }
  };
}

async function pgliteSession(): Promise<Session> {
  return async (statements) => {
    const client = await (await pglitePool()).connect();
    try {
      return (await (await instance()).exec(statements)).map(({ rows }) => rows as Record<string, unknown>[]);
    } catch (error) {
      await (await instance()).exec('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
}

/** Its one connection as pg-boss takes it. */
export async function pgliteDatabase() {
  const [pool, database] = [await pglitePool(), await instance()];
  const alone = async <Result>(work: () => Promise<Result>) => {
    const client = await pool.connect();
    try {
      return await work();
    } finally {
      client.release();
    }
  };
  return {
    query: <Row>(text: string, values?: unknown[]) => alone(() => database.query<Row>(text, values)),
    exec: (text: string) => alone(() => database.exec(text)),
  };
}

let starting: Promise<PGlite> | undefined;

/** The one PostgreSQL of this process: it takes seconds to start. */
function instance(): Promise<PGlite> {
  return (starting ??= PGlite.create());
}

/** The last who asked for its only connection. */
let turn: Promise<void> = Promise.resolve();

/** Its one connection as a pool, which callers get one after the other. */
export async function pglitePool(): Promise<PostgresqlPool> {
  const database = await instance();
  return {
    async connect() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = turn;
      turn = promise;
      await before;
      return {
        async query(text, values) {
          const parsers = { 20: Number, 1700: Number };
          const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
          const result = values
            ? await database.query<object>(text, [...values], { parsers })
            : (await database.exec(text, { parsers })).at(-1);
          return { command, rowCount: result?.affectedRows ?? null, rows: result?.rows ?? [] };
        },
        release: () => resolve(),
      };
    },
    end: async () => {},
  };
}
