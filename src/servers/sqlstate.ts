import type { ServerFailure } from './server-calls.ts';

/** What the failures of one server are told with. */
interface SqlFailureWords {
  /** The section of the settings that remedies name. */
  readonly section: 'engine' | 'records';
  /**
   * What it is where other writers were in the way: `unavailable` for calls that may be repeated as a whole, `busy` for
   * statements of a transaction that their caller begins anew.
   */
  readonly conflict: 'unavailable' | 'busy';
  /** What to do where the user may not do it. */
  readonly denied: string;
}

type Tell = (words: SqlFailureWords, message: string) => ServerFailure;

/**
 * What was parsed is not there any more when it is to be run: a pooler went on with another connection in between, or
 * somebody ran `discard all`.
 */
const lostStatement = '26000';

/**
 * Codes that begin so, longer ones first: SQLSTATE, from
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const failures: Readonly<Record<string, Tell>> = {
  '08': () => ({ kind: 'unavailable', reason: 'the connection broke off' }),
  25006: () => ({
    kind: 'rejected',
    reason: 'it takes no writes',
    remedy: 'Connect to the primary server, not to a read-only copy',
  }),
  [lostStatement]: ({ conflict: kind }) => ({
    kind,
    reason: 'it lost a statement between parsing and running it',
    remedy: 'Try again; a pooler in front of it must pool by transaction or session',
  }),
  '28': ({ section }) => ({
    kind: 'rejected',
    reason: 'it refuses this user or password',
    remedy: `Check ${section}.user and ${section}.password`,
  }),
  '3D000': ({ section }) => ({
    kind: 'rejected',
    reason: 'it has no such database',
    remedy: `Create it, or check ${section}.url`,
  }),
  '40': ({ conflict: kind }) => ({ kind, reason: 'other writers were in the way', remedy: 'Try again' }),
  42501: ({ denied: remedy }, message) => ({
    kind: 'rejected',
    reason: `this user lacks a permission (${message})`,
    remedy,
  }),
  '42P07': ({ section }, reason) => ({
    kind: 'rejected',
    reason,
    remedy: `Choose another ${section === 'records' ? 'records.schema' : 'engine.name'}, since another program has this one`,
  }),
  '53': () => ({ kind: 'unavailable', reason: 'it is short of resources', remedy: 'See its log' }),
  53100: () => ({ kind: 'full', reason: 'its disk is full' }),
  53300: () => ({
    kind: 'unavailable',
    reason: 'it has no connection left',
    remedy: 'Raise its max_connections, or connect through a pooler',
  }),
  '55P03': ({ conflict: kind }) => ({ kind, reason: 'a lock is held by others', remedy: 'Try again' }),
  57014: () => ({
    kind: 'unavailable',
    reason: 'it cancelled the call',
    remedy: 'Raise its statement_timeout, or see what keeps it busy',
  }),
  '57P': () => ({ kind: 'unavailable', reason: 'it is shutting down or starting' }),
};

/** What `pg` says by itself, without a code, when none is to be had in time, and when a connection is lost. */
const noConnection = /connection timeout|timeout exceeded when trying to connect/i;
const lostConnection =
  /connection terminated|not queryable|connection error|connection ended|client was closed/i;

const noPassword = /password must be a string|no password/i;

/** What an error of `pg` says: PostgreSQL's own have a severity, and SQLSTATE as their code. */
interface ClientError {
  readonly severity?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Reads an error of PostgreSQL or of its client; undefined for others, such as those of the network. */
export function sqlFailure(error: unknown, words: SqlFailureWords): ServerFailure | undefined {
  const { severity, code = '', message = '' } = error as ClientError;
  if (severity !== undefined) {
    const tell = failures[code] ?? failures[code.slice(0, 3)] ?? failures[code.slice(0, 2)];
    return tell?.(words, message) ?? { kind: 'rejected', reason: `${message} (SQLSTATE ${code})` };
  }
  if (noPassword.test(message)) return failures['28']?.(words, message);
  if (noConnection.test(message))
    return { kind: 'unavailable', reason: 'no connection was to be had in time' };
  if (lostConnection.test(message)) return { kind: 'unavailable', reason: 'the connection broke off' };
  return undefined;
}

/** Whether the connection is of no more use: the server says so, or it is the client that failed. */
export function endsConnection(error: unknown): boolean {
  const { severity, code = '' } = error as ClientError;
  return severity === undefined || code === lostStatement || /^(08|57P)/.test(code);
}

/** Whether a statement was not run at all, since the server had lost it. */
export function isLostStatement(error: unknown): boolean {
  const { severity, code } = error as ClientError;
  return severity !== undefined && code === lostStatement;
}
