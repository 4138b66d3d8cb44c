import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { ServerCalls, type ServerFailure } from '../engines/server-calls.ts';
import { type FootnoteError, messageOf } from '../errors.ts';
import type { PostgresqlClient, PostgresqlPool } from './postgresql-pool.ts';

/** For how long others may be waited for, at most: longer than a statement may take. */
const lockTimeoutMs = 60_000;

/** Begins a statement that waits for others, for as long as its first value says. */
export const lockStatement = `select set_config('lock_timeout', $1, true),`;

/** Makes all calls to one server: within a deadline, with three tries to connect, and with typed errors. */
export class PostgresqlCalls {
  readonly #calls: ServerCalls;

  /** @param server for messages, without credentials */
  constructor(server: string, timeoutMs: number) {
    this.#calls = new ServerCalls({ server, timeoutMs, section: 'records', explain });
  }

  get server(): string {
    return this.#calls.server;
  }

  /** Calls after it reject with `engine_unavailable`. */
  close(): void {
    this.#calls.close();
  }

  /** A pool as Kysely takes one. It is not ended with Kysely. */
  over(pool: PostgresqlPool): PostgresPool {
    return {
      options: {},
      connect: async () =>
        this.#client(
          await this.#calls.run(async (signal) => {
            const client = await pool.connect();
            // Too late: nobody waits for it any more.
            if (signal.aborted) client.release();
            return client;
          }),
        ),
      end: async () => {},
    };
  }

  #client(client: PostgresqlClient): PostgresPoolClient {
    let isBroken = false;
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        const deadline = text.startsWith(lockStatement) ? { timeoutMs: lockTimeoutMs } : {};
        const run = () => client.query(text, values.length > 0 ? values.map(storable) : undefined);
        return await this.#calls.run(run, { ...deadline, tries: 1 });
      } catch (error) {
        // What it still says would be taken for the answer to the next statement.
        if ((error as FootnoteError).code === 'engine_unavailable') isBroken = true;
        throw error;
      }
    };
    return {
      // Kysely streams with it what nobody streams here.
      query: query as unknown as PostgresPoolClient['query'],
      release: (mustGo = false) => client.release(mustGo || isBroken),
    };
  }
}

/** PostgreSQL holds no NUL in a text; what stands for it is as long. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  return Array.isArray(value) ? value.map(storable) : value;
}

const unavailable = (reason: string): ServerFailure => ({
  kind: 'unavailable',
  reason,
  remedy: 'Start it, or check records.url',
});

/** What `pg` says without a code. */
const broken = /^(?:Connection terminated|Client has encountered|Client was closed|timeout exceeded when)/;
const unauthenticated = /password must be a string|password authentication|no password supplied/i;

/**
 * What a failure of a statement or a connection means, by its code:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function explain(error: unknown): ServerFailure | undefined {
  const reason = messageOf(error);
  const { code = '' } = error as { readonly code?: string };
  if (/^(?:08|57P0)/.test(code) || broken.test(reason)) return unavailable('the connection broke off');
  if (code.startsWith('28') || unauthenticated.test(reason))
    return {
      kind: 'rejected',
      reason: 'it does not accept the user or the password',
      remedy: 'Check records.user and records.password',
    };
  switch (code) {
    case '53300':
      return unavailable('it has as many connections as it may have');
    case '53100':
      return { kind: 'full', reason };
    case '55P03':
    case '40P01':
    case '40001':
      return { kind: 'busy', reason };
    case '3D000':
      return { kind: 'rejected', reason, remedy: 'Make the database, or check records.url' };
    case '42501':
      return { kind: 'rejected', reason, remedy: 'Let this user do it, or choose another records.user' };
    case '42P07':
      return {
        kind: 'rejected',
        reason,
        remedy: 'Choose another records.schema, since another program has this one',
      };
    case '25006':
      return { kind: 'rejected', reason, remedy: 'Check records.url, since it can only be read' };
    default:
      return undefined;
  }
}
