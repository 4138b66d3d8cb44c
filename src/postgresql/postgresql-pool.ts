import { loadClient } from '../servers/server-calls.ts';

/** Connections to a server, as `pg` has them. */
export interface PostgresqlPool {
  connect(): Promise<PostgresqlClient>;
  end(): Promise<void>;
}

/** A connection of a pool, until it is released. */
export interface PostgresqlClient {
  /** Without values there may be several statements. */
  query(text: string, values?: readonly unknown[]): Promise<PostgresqlResult>;
  release(isBroken?: boolean): void;
}

/** What a statement came to. Numbers of every size are numbers. */
export interface PostgresqlResult {
  /** Such as `UPDATE`. */
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly object[];
}

/** A server and who comes to it. */
export interface PostgresqlAddress {
  /** `postgresql://host:port/database`, and what else belongs to a connection, such as `?sslmode=require`. */
  readonly url: string;
  /** Default: the user of this process. */
  readonly user?: string | undefined;
  /** Default: none is sent. */
  readonly password?: string | undefined;
}

/** The address with who comes to it: for clients, and never for messages. */
export function signedIn({ url, user, password }: PostgresqlAddress): string {
  const address = new URL(url);
  if (user) address.username = encodeURIComponent(user);
  if (password) address.password = encodeURIComponent(password);
  return address.href;
}

/** 64-bit integers and sums, which `pg` gives as texts: none here is beyond what a number holds. */
const numbers = new Set([20, 1700]);

/** Makes pools of `pg` of so many connections, which are opened as they are needed and keep no process awake. */
export async function postgresqlPools({ url, user, password }: PostgresqlAddress, timeoutMs: number) {
  const { default: pg } = await loadClient('pg', 'PostgreSQL', () => import('pg'));
  const connectionString = signedIn({ url, user, password });
  return (max: number): PostgresqlPool => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: timeoutMs / 2,
      allowExitOnIdle: true,
      application_name: 'footnote',
      types: {
        getTypeParser: (type: number, format?: 'text' | 'binary') =>
          numbers.has(type) ? Number : pg.types.getTypeParser(type, format),
      },
    });
    // An idle connection that breaks is no failure: the next call makes another.
    pool.on('error', () => {});
    return {
      async connect() {
        const client = await pool.connect();
        return {
          query: (text, values) => client.query(text, values as unknown[]),
          release: (isBroken) => client.release(isBroken),
        };
      },
      end: () => pool.end(),
    };
  };
}
