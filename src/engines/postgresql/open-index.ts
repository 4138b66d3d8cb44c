import type { FieldTypes } from '../../contracts/filter.ts';
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

/** The tables of a schema whose name has been checked. */
export function tablesIn(schema: string): Tables {
  return {
    migrations: `"${schema}".footnote_migrations`,
    indexes: `"${schema}".footnote_indexes`,
    chunks: `"${schema}".document_chunks`,
    windows: `"${schema}".document_chunk_vectors`,
    terms: `"${schema}".footnote_terms`,
    chunkTerms: `"${schema}".footnote_chunk_terms`,
  };
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
