import type { Generated } from 'kysely';
import type { JobCanceller } from '../contracts/job.ts';
import type { Role } from '../contracts/principal.ts';
import type { ErrorCode } from '../errors.ts';

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
  api_keys: ApiKeyRow;
  key_usage: KeyUsageRow;
  watched_folders: WatchedFolderRow;
  contents: ContentRow;
  content_parts: ContentPartRow;
  /** The bytes of all contents of a collection that have a name. The database keeps it in step with them. */
  kept_bytes: { collection: string; bytes: number };
  uploads: UploadRow;
  /** Who is signed in on the page. */
  sessions: SessionRow;
  /** Who did what. No row is ever changed. */
  audit_log: AuditRow & { sequence: Generated<number> };
}

/** See `WatchedFolder`. */
export interface WatchedFolderRow {
  id: string;
  collection: string;
  path: string;
  /** Name of the machine that follows it. */
  host: string;
  active: number;
  added_at: string;
  last_run_at: string | null;
  /** As JSON. */
  last_run: string | null;
  /** Likewise. */
  error: string | null;
}

export interface SessionRow {
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  /** Null where it is for a principal of a provider of identities. */
  key_id: string | null;
  /** As JSON. */
  principal: string | null;
  expires_at: string;
}

/** See `AuditEntry`. */
export interface AuditRow {
  at: string;
  actor: string;
  action: string;
  collection: string | null;
  target: string | null;
  client: string | null;
  outcome: string;
}

export interface IndexRow {
  id: string;
  collection: string;
  /** 1 for the index that questions are answered from, one a collection; 0 while it is built; -1 once it is to go. */
  live: number;
  embedder: string;
  chunker: string;
  analyser: string;
  dimension: number;
  /** The engine that it lives in. */
  engine: string;
  /** Where that engine is; empty where it is the only one of its name, or where that is not known. */
  place: string;
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
  /** The groups that the live version is for, as JSON; null: it is for everybody. */
  visible_to: string | null;
  /** What was written over what it says of itself, as JSON: `DocumentEdits`; null: nothing. */
  edits: string | null;
}

export interface SourceRow {
  collection: string;
  source: string;
  document_id: string;
  path: string;
  bytes: number;
  modified_ms: number;
  tag: string | null;
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
  /** What the title would be without edits; null where it is the same. */
  unedited_title: string | null;
  /** The same of the metadata, as JSON. */
  unedited_metadata: string | null;
  /** The source that this version was made from; it becomes the document's when the version is published. */
  source: string;
  published_at: string | null;
  /** The job that published it. */
  published_by: string | null;
  blocks: string;
  text: string;
  /** Of title, blocks and text: `versionChecksum`. Null where the version was made before there was one. */
  checksum: number | null;
  /** Where the text stands in the file: `packPlaces`. Null where that is not known. */
  places: string | null;
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
  /** Who began it; null: nobody in particular. */
  owner: string | null;
  kind: 'ingest' | 'reindex';
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
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

/** Bytes that were put in. */
export interface ContentRow {
  id: string;
  collection: string;
  /** SHA-256, hexadecimal; null until it has a name. */
  hash: string | null;
  bytes: number;
  /** When something of it was written last. */
  written_at: string;
  /**
   * 1: the file of a live document, which is kept as long as the document is there; 2: of one that is about to be
   * live.
   */
  kept: Generated<number>;
}

export interface ContentPartRow {
  content_id: string;
  /** Counts from 0. */
  part: number;
  data: Uint8Array;
}

/** A content under a name. One that is pending waits beside the one that it is to replace. */
export interface UploadRow {
  collection: string;
  name: string;
  pending: number;
  content_id: string;
  /** The job that is to make a document of it; null once that is over. */
  job_id: string | null;
  title: string | null;
  /** As JSON. */
  metadata: string;
  modified_ms: number;
}

/** What a job made of one document, whatever became of it later. */
export interface JobDocumentRow {
  job_id: string;
  path: string;
  chunks: number;
  tokens: number;
}

/** A key of the server's clients. */
export interface ApiKeyRow {
  id: string;
  name: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  role: Role;
  /** Names as JSON; null: all. */
  collections: string | null;
  /** Likewise. */
  groups: string | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** As JSON; null: none. */
  quota: string | null;
}

/** What was asked with a key that has a quota. */
export interface KeyUsageRow {
  key_id: string;
  /** A day or a month. */
  period: string;
  questions: number;
  tokens: number;
}

/** Tables of what was asked and answered, as Kysely sees them. Times are ISO 8601 strings; booleans are 0 and 1. */
export interface InteractionTables {
  conversations: ConversationRow;
  messages: MessageRow;
  shares: ShareRow;
  /**
   * Every question, whether it belongs to a conversation or not. The view `chat_queries` shows it as a textbook's
   * chatbot does.
   */
  qa_logs: QaLogRow;
  /** Of messages and log together: both name an answer by the same id. */
  citations: CitationRow;
  named_topics: NamedTopicRow;
  feedback: FeedbackRow;
  /** The key of the day, by which addresses are hashed, and that of the store, by which questions are. */
  hash_keys: HashKeyRow;
  log_losses: LogLossRow;
  retention: RetentionRow;
  /** Of which there is one at most. */
  receipt_keys: { private_key: string };
}

export interface ConversationRow {
  id: string;
  collection: string;
  /** Who began it; null: nobody in particular. */
  owner: string | null;
  session_id: string | null;
  title: string;
  /** Whether lists begin with it. */
  pinned: Generated<number>;
  started_at: string;
  updated_at: string;
}

export interface MessageRow {
  sequence: Generated<number>;
  id: string;
  conversation_id: string;
  role: 'user' | 'assistant';
  created_at: string;
  /** Null for what the user said, and while an answer is being made. */
  outcome: string | null;
  complete: number;
  confidence: number;
  /** JSON; null as long as `outcome`. */
  trace: string | null;
  sentences: string;
  content: string;
  /** Words of documents that were marked while asking; null where none were, and once any document was removed. */
  selected_text: string | null;
  /** Names of the collections that were asked besides the conversation's own, as JSON; null where none were. */
  other_collections: string | null;
}

/** A link to an answer. */
export interface ShareRow {
  /** What stands in the link: nobody guesses it. */
  id: string;
  answer_id: string;
  created_at: string;
}

export interface QaLogRow {
  id: string;
  collection: string;
  /** Who asked; null: nobody in particular. */
  owner: string | null;
  asked_at: string;
  session_id: string | null;
  conversation_id: string | null;
  client_hash: string | null;
  question_hash: string;
  outcome: string;
  complete: number;
  error_code: string | null;
  confidence: number;
  chunk_ids: string;
  retrieval_ms: number | null;
  answer_ms: number | null;
  total_ms: number;
  model: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  question: string | null;
  answer: string | null;
  /** The passages that the answer cites as JSON, `[{doc_id, chunk_id, chunk_index, score}]`. */
  citations: string;
  /** How many `chunk_ids` has. The table also has `llm_ms` and `created_at`: two columns under other names. */
  chunks_retrieved: number;
  /** Words that were marked while asking; null as `question`, and once any document was removed. */
  selected_text: string | null;
  /** JSON: `chunk_ids` as other programs know them. */
  chunk_uuids: string;
}

export interface CitationRow {
  answer_id: string;
  number: number;
  collection: string;
  document_id: string;
  chunk_id: string;
  /** Empty once the document was removed. */
  path: string;
  /** Empty, like the headings, where only the log has the answer and once the document was removed. */
  title: string;
  heading_path: string;
  page: number | null;
  start: number;
  end: number;
  verdict: string;
  /** How often a reader opened it. */
  opened: Generated<number>;
  /** Null where only the log has the answer, and once the document was removed. */
  quote: string | null;
  /** What the block is that was quoted; null where it was several. */
  kind: string | null;
}

/** Where a message names what a document is about. */
export interface NamedTopicRow {
  answer_id: string;
  document_id: string;
  /** `[start, end)` of the message's content. */
  start: number;
  end: number;
}

export interface FeedbackRow {
  answer_id: string;
  helpful: number | null;
  given_at: string;
}

export interface HashKeyRow {
  day: string;
  key: Uint8Array;
}

/** Entries of the log that could not be written at their time. */
export interface LogLossRow {
  noticed_at: string;
  entries: number;
}

/** When the clock was last seen, since when it has gone steadily, and what it was not believed about. One row. */
export interface RetentionRow {
  last_seen: string;
  steady_since: string;
  /** Null where nothing was withheld. */
  withheld_before: string | null;
  withheld_conversations: number;
  withheld_entries: number;
}
