import type { FootnoteError } from '../errors.ts';
import type { Chunk } from './chunk.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A chunk as the context of an answer: `number` is what a citation marker in the text refers to. */
export interface Passage {
  /** 1-based, best first. */
  readonly number: number;
  readonly chunk: Chunk;
  /** The hit's score on the fusion's scale. */
  readonly score: number;
  /** Cosine of its vector and the question's, in [-1, 1]; absent where the vector leg did not find it. */
  readonly cosine?: number;
  /** Header rows of the table that the chunk begins within, where they stand before the chunk. */
  readonly tableHeader?: PassageSpan;
  /**
   * Blocks of code that reach into the chunk and that no fence within it opens, in order: all of a source
   * file's, and one that the chunk begins within.
   */
  readonly bareCode?: readonly PassagePlace[];
  /** Headings within the chunk that no mark of Markdown tells, in order. */
  readonly bareHeadings?: readonly PassagePlace[];
  /** Header rows of tables within the chunk that no row of dashes tells, in order. */
  readonly bareTableHeaders?: readonly PassagePlace[];
  /** Parts of the document under a label of their own that reach into the chunk: tabs, what is folded. */
  readonly panels?: readonly PassagePanel[];
}

/** A place of a passage's document: `[start, end)` of its cleaned text. */
export interface PassagePlace {
  readonly start: number;
  readonly end: number;
}

/** A part of a document that stands beside others of its kind, of which its readers choose one. */
export interface PassagePanel extends PassagePlace {
  readonly label: string;
  /** The labels of the others. */
  readonly others: readonly string[];
}

/** A place beside the chunk, with what stands there. */
export interface PassageSpan extends PassagePlace {
  readonly text: string;
}

/** A term of the question and how much it tells: its inverse document frequency in the collection, above 0. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/**
 * A term that counts as others of the question where a passage has it in their stead: a synonym, a corrected spelling.
 */
export interface StandInTerm {
  readonly term: string;
  /** Terms of the question. */
  readonly standsFor: readonly string[];
  /** How far it stands for them, in (0, 1]. */
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
  /** What else was looked for. */
  readonly expansions: readonly StandInTerm[];
  readonly passages: readonly Passage[];
  /** What was replied so far, where the question asks for more than that: to quote it once more is no answer. */
  readonly alreadySaid?: string;
  /**
   * What was replied before the last reply, where the question leans on the conversation, and with it where that is of
   * another subject: it rarely answers that too.
   */
  readonly saidEarlier?: string;
  /** The question with its passages and its conversation, written out for a language model: system message first. */
  readonly messages: readonly PromptMessage[];
  readonly signal?: AbortSignal;
}

/** What a generator used: what its provider counted, null where it did not say. */
export interface GenerateUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** The language model behind an answer. */
export interface ModelUse extends GenerateUsage {
  readonly name: string;
  /**
   * `length`: cut at the most tokens it may write; `filtered`: its provider withheld the rest; `failed`: it broke off.
   */
  readonly finishReason: 'stop' | 'length' | 'filtered' | 'failed';
}

/** A wait that a model imposes before it answers. */
export interface ModelWait {
  readonly type: 'waiting';
  /**
   * `high-traffic`: its provider takes no more requests now, or others come first. `no-answer`: it failed, and is asked
   * again.
   */
  readonly reason: 'high-traffic' | 'no-answer';
  /** Until the model is asked; null where that is up to those who come first. */
  readonly seconds: number | null;
}

/** What any call of a model takes besides its input. */
export interface ModelCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Is told of waits that the model imposes, before each begins. */
  readonly onWait?: ((wait: ModelWait) => void) | undefined;
}

/**
 * How a quote is written out. `sentence`: within a paragraph, on one line. `item`: on a line of its own, as an item of
 * a list. `lines`: its lines stay lines, as those of a list or a table. `code`: the same, and all of it is code,
 * without the marks that tell code from prose in its document.
 */
export type QuoteForm = 'sentence' | 'item' | 'lines' | 'code';

/** What a generator says, in order. Exactly one `finish` ends a stream that did not fail. */
export type GenerateEvent =
  /** Before the first words, any number of times. */
  | ModelWait
  /** Words of the generator's own, citation markers included. */
  | { readonly type: 'text'; readonly text: string }
  /** Words taken unchanged from a passage. */
  | {
      readonly type: 'quote';
      readonly passage: number;
      /** `[start, end)` of the document's cleaned text. */
      readonly start: number;
      readonly end: number;
      /** How it is written out. Default `sentence`. */
      readonly form?: QuoteForm;
      /**
       * The header of the table that a quoted row is of, where that is quoted to name the row's values alone: both are
       * written out as `name: value`, and cited.
       */
      readonly names?: PassagePlace;
    }
  /** What was to speak failed before its first word; what follows quotes the passages in its stead. */
  | { readonly type: 'fallback'; readonly failure: FootnoteError }
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
  /** Counts text as its model does, or something near to it. A generator without a model has none. */
  readonly tokenizer?: Tokenizer;
  /** Most tokens that `messages` may have; any number where it does not say. */
  readonly maxPromptTokens?: number | undefined;
  generate(request: GenerateRequest): AsyncIterable<GenerateEvent>;

  /**
   * Loads what the first question would wait for; nothing is sent anywhere. A generator without it has nothing to load.
   */
  warmUp?(): Promise<void>;

  /** Pending answers end with `aborted`. A generator without it has none. */
  close?(): Promise<void>;
}
