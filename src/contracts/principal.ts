/** What one may do, each role also what those before it may. */
export const roles = ['read', 'write', 'admin'] as const;

/**
 * `read` asks questions, searches and reads documents, and keeps conversations of its own. `write` also adds and
 * removes documents. `admin` does everything, in all collections: who makes keys could give itself any right.
 */
export type Role = (typeof roles)[number];

/** Whether a role may do what needs another. */
export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** How much may be asked with a key. Days and months are those of UTC; what is absent is not limited. */
export interface Quota {
  /** Questions and searches. */
  readonly questionsPerDay?: number;
  readonly questionsPerMonth?: number;
  /** Tokens that language models read and write. A question that begins below the limit is answered whole. */
  readonly tokensPerDay?: number;
  readonly tokensPerMonth?: number;
}

/** Who asks, and what they may see and do: what a key or a token stands for. */
export interface Principal {
  /** The same for all requests of one key or user, and no one else's: conversations are kept under it. */
  readonly id: string;
  readonly role: Role;
  /** Names of the collections that are there for them. */
  readonly collections: 'all' | readonly string[];
  /** A document that has groups is there for them only where they share one of these. */
  readonly groups: 'all' | readonly string[];
  /** Default: none. */
  readonly quota?: Quota;
}

/** Who asks on a server without keys that only this machine reaches. */
export const localAdmin: Principal = { id: 'local', role: 'admin', collections: 'all', groups: 'all' };
