import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { PostgresqlPool } from './postgresql-server.ts';

/** PostgreSQL with pgvector in this process, in memory. */
export function startPglite(): Promise<PGlite> {
  return PGlite.create({ extensions: { vector } });
}

/** The calls under way of each database, over all its pools. */
const lastOf = new WeakMap<PGlite, Promise<unknown>>();

/**
 * A pool of its one connection, which is lent to one caller after another: with a role, as that role. Ending it ends
 * nothing that others use.
 */
export function pglitePool(database: PGlite, role?: string): PostgresqlPool {
  let isEnded = false;
  return {
    async connect() {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const before = lastOf.get(database) ?? Promise.resolve();
      lastOf.set(
        database,
        before.then(() => released),
      );
      await before;
      if (isEnded) {
        release();
        throw new Error('the pool has been ended');
      }
      if (role !== undefined) await database.exec(`set role ${role}`);
      let running: Promise<unknown> = Promise.resolve();
      let isBroken = false;
      return {
        query(text, values) {
          if (isBroken) return Promise.reject(new Error('Connection terminated'));
          const answer = values
            ? database.query<Record<string, unknown>>(text, [...values])
            : database.exec(text).then((results) => ({ rows: results.at(-1)?.rows ?? [] }));
          running = answer.catch(() => {});
          return answer;
        },
        release(broken) {
          isBroken = true;
          // What a server does when a connection breaks off.
          const ending = broken ? running.then(() => database.exec('rollback')) : Promise.resolve();
          ending
            .then(() => (role === undefined ? undefined : database.exec('reset role')))
            .finally(release)
            .catch(() => {});
        },
      };
    },
    async end() {
      await lastOf.get(database);
      isEnded = true;
    },
  };
}
