import type { FieldTypes } from '../../contracts/engine.ts';
import type { FootnoteError } from '../../errors.ts';
import type { PostgresqlServer } from './postgresql-server.ts';

/** The engine's tables in one schema, as they are written in SQL. */
export interface Tables {
  readonly migrations: string;
  readonly indexes: string;
  readonly chunks: string;
  readonly windows: string;
  readonly terms: string;
  readonly chunkTerms: string;
}

/** Their names, in any schema. */
const names = {
  migrations: 'footnote_migrations',
  indexes: 'footnote_indexes',
  chunks: 'document_chunks',
  windows: 'document_chunk_vectors',
  terms: 'footnote_terms',
  chunkTerms: 'footnote_chunk_terms',
} as const satisfies Record<keyof Tables, string>;

/** The same in a list. */
export const tableNames: readonly string[] = Object.values(names);

/** The tables of a schema whose name has been checked. */
export function tablesIn(schema: string): Tables {
  const tables = Object.entries(names).map(([table, name]) => [table, `"${schema}".${name}`]);
  return Object.fromEntries(tables) as Record<keyof Tables, string>;
}

/** An index that has been opened. */
export interface OpenIndex {
  readonly server: PostgresqlServer;
  readonly schema: string;
  readonly tables: Tables;
  /** Of the row in `footnote_indexes`, a whole number: it may stand in SQL as it is. */
  readonly number: number;
  readonly collection: string;
  readonly dimension: number;
  readonly fields: FieldTypes;
  /** The error of an index that others have dropped meanwhile. */
  missing(): FootnoteError;
  /**
   * Called where a read found nothing, or less than it asked for: whoever has a dropped index open must not take it for
   * an empty one. Errors: {@link missing}.
   */
  requireThere(signal: AbortSignal | undefined): Promise<void>;
}
