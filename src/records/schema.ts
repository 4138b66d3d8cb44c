import type { JobCanceller } from '../contracts/job.ts';
import type { ErrorCode } from '../errors.ts';
import type { InteractionTables } from './asked/interaction-schema.ts';

/** Tables of the records as Kysely sees them. Times are ISO 8601 strings; booleans are 0 and 1. */
export interface RecordTables extends InteractionTables {
  indexes: IndexRow;
  documents: DocumentRow;
  sources: SourceRow;
  document_versions: DocumentVersionRow;
  index_documents: IndexDocumentRow;
  jobs: JobRow;
  job_documents: JobDocumentRow;
  failed_parses: FailedParseRow;
}

export interface IndexRow {
  id: string;
  collection: string;
  /** 1 for the index that questions are answered from; one a collection. */
  live: number;
  embedder: string;
  chunker: string;
  analyser: string;
  dimension: number;
  /** The declared metadata fields that filters may name, as JSON; null: none. */
  fields: string | null;
  /** The thresholds that were chosen for this index, as JSON; null until it is calibrated. */
  calibration: string | null;
  created_at: string;
}

export interface DocumentRow {
  id: string;
  collection: string;
  /** Null until the first version is published, and again once the document is retired. */
  live_version: number | null;
}

export interface SourceRow {
  collection: string;
  source: string;
  document_id: string;
  path: string;
  bytes: number;
  modified_ms: number;
}

export interface DocumentVersionRow {
  document_id: string;
  version: number;
  /** The job that is making this version; null once published. */
  job_id: string | null;
  title: string;
  language: string;
  content_hash: string;
  parser: string;
  metadata: string;
  /** The part of the metadata that is in the file, as JSON. */
  own_metadata: string;
  metadata_hash: string;
  /** The source that this version was made from; it becomes the document's when the version is published. */
  source: string;
  published_at: string | null;
  /** The job that published it. */
  published_by: string | null;
  blocks: string;
  text: string;
}

/** What a version's chunks in one index came to. */
export interface IndexDocumentRow {
  index_id: string;
  document_id: string;
  version: number;
  chunks: number;
  tokens: number;
  embedded_chunks: number;
  /** The job that is embedding them; null once done. */
  job_id: string | null;
}

export interface JobRow {
  id: string;
  collection: string;
  kind: 'ingest' | 'reindex';
  state: 'running' | 'done' | 'failed' | 'cancelled';
  paths: string;
  host: string;
  pid: number;
  started_at: string;
  heartbeat_at: string;
  finished_at: string | null;
  cancel_requested: number;
  progress: string | null;
  report: string | null;
  /** As JSON. */
  error: string | null;
  cancelled_by: JobCanceller | null;
  /** 1 where globs kept it from looking at all that is in its paths. */
  is_limited: number;
  /** Working directory of its process, which relative paths start at. */
  directory: string;
  /** Size of the store when the job ended. */
  store_bytes: number | null;
}

/** Why the content that a source had last could not be parsed. It goes with the job that came upon it last. */
export interface FailedParseRow {
  collection: string;
  source: string;
  job_id: string;
  content_hash: string;
  /** What the parser ran as. */
  parser: string;
  code: ErrorCode;
  /** As JSON. */
  details: string;
}

/** What a job made of one document, whatever became of it later. */
export interface JobDocumentRow {
  job_id: string;
  path: string;
  chunks: number;
  tokens: number;
}
