import type { Chunk } from './chunk.ts';

/** A chunk as the context of an answer: `number` is what a citation marker in the text refers to. */
export interface Passage {
  /** 1-based, best first. */
  readonly number: number;
  readonly chunk: Chunk;
  /** The hit's score on the fusion's scale. */
  readonly score: number;
}

/** A term of the question and how much it tells: its inverse document frequency in the collection, above 0. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** One message of what a language model is sent. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface GenerateRequest {
  readonly question: string;
  /** BCP 47 primary subtag of the question. */
  readonly language: string;
  /** The question's distinct terms as the keyword leg looked for them. */
  readonly terms: readonly WeightedTerm[];
  readonly passages: readonly Passage[];
  /** The question with its passages and its conversation, written out for a language model: system message first. */
  readonly messages: readonly PromptMessage[];
  readonly signal?: AbortSignal;
}

/** What a generator used: what its provider counted, null where it did not say. */
export interface GenerateUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** What a generator says, in order. Exactly one `finish` ends a stream that did not fail. */
export type GenerateEvent =
  /** Words of the generator's own, citation markers included. */
  | { readonly type: 'text'; readonly text: string }
  /** Words taken unchanged from a passage: `[start, end)` of its document's cleaned text. */
  | { readonly type: 'quote'; readonly passage: number; readonly start: number; readonly end: number }
  /** What went less well than asked, for the warnings of the answer. */
  | { readonly type: 'warning'; readonly message: string }
  | {
      readonly type: 'finish';
      /** `length`: cut at the most tokens it may write; `filtered`: its provider withheld the rest. */
      readonly reason: 'stop' | 'length' | 'filtered';
      /** The model that answered; absent where none did. */
      readonly model?: string;
      readonly usage?: GenerateUsage;
    };

/**
 * Answers from passages and from nothing else. A generator that finds no answer in them finishes without text
 * or quote. Errors are thrown from the iterator: `model_unavailable`, `model_rejected`, `model_answer_invalid`,
 * `aborted`. What was said before an error stands.
 */
export interface Generator {
  readonly name: string;
  generate(request: GenerateRequest): AsyncIterable<GenerateEvent>;
}
