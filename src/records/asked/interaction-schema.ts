import type { Generated } from 'kysely';

/** Tables of what was asked and answered, as Kysely sees them. Times are ISO 8601 strings; booleans are 0 and 1. */
export interface InteractionTables {
  conversations: ConversationRow;
  messages: MessageRow;
  /**
   * Every question, whether it belongs to a conversation or not. The view `chat_queries` shows the part without words.
   */
  qa_logs: QaLogRow;
  /** Of messages and log together: both name an answer by the same id. */
  citations: CitationRow;
  named_topics: NamedTopicRow;
  feedback: FeedbackRow;
  /** The key of the day, by which addresses and questions are hashed. */
  hash_keys: HashKeyRow;
  log_losses: LogLossRow;
}

export interface ConversationRow {
  id: string;
  collection: string;
  session_id: string | null;
  title: string;
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

export interface QaLogRow {
  id: string;
  collection: string;
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
}

export interface CitationRow {
  answer_id: string;
  number: number;
  collection: string;
  document_id: string;
  chunk_id: string;
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
