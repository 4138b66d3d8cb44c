import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { FootnoteError } from '../errors.ts';
import { ServerCalls, type ServerFailure } from '../servers/server-calls.ts';
import { isLostStatement, sqlFailure } from '../servers/sqlstate.ts';
import type { PostgresqlClient, PostgresqlPool } from './postgresql-pool.ts';

/** For how long others may be waited for, at most: longer than a statement may take. */
const lockTimeoutMs = 60_000;

/** What Kysely begins and ends transactions with. */
const beginsTransaction = /^(?:begin|start transaction)\b/i;
const endsTransaction = /^(?:commit|rollback)(?! to\b)/i;

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
    let isInTransaction = false;
    const query = async (text: string, values: readonly unknown[]) => {
      try {
        const deadline = text.startsWith(lockStatement) ? { timeoutMs: lockTimeoutMs } : {};
        const run = () => client.query(text, values.length > 0 ? values.map(storable) : undefined);
        // Nothing of it was run. Within a transaction, which is over then, its caller begins that anew.
        const runAgain = (error: unknown) => {
          if (isInTransaction || !isLostStatement(error)) throw error;
          return run();
        };
        const result = await this.#calls.run(() => run().catch(runAgain), { ...deadline, tries: 1 });
        if (beginsTransaction.test(text)) isInTransaction = true;
        else if (endsTransaction.test(text)) isInTransaction = false;
        return result;
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

function explain(error: unknown): ServerFailure | undefined {
  return sqlFailure(error, {
    section: 'records',
    conflict: 'busy',
    denied: 'Let this user do it, or choose another records.user',
  });
}
