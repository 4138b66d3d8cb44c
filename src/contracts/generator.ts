import type { FootnoteError } from '../errors.ts';
import type { Chunk } from './chunk.ts';
import type { ConversationTurn } from './conversation.ts';
import type { TextPlace } from './document.ts';
import type { Tokenizer } from './embedder.ts';
import type { BlockKind } from './parser.ts';

/**
 * What checking a sentence against the spans that it cites may come to, the strongest first. `verbatim`: it stands
 * there letter for letter. `supported`: its words, numbers, names, dates and negations do. `partial`: some of them
 * are missing. `unsupported`: it says something else. `uncited`: it names no source.
 */
export const verdicts = ['verbatim', 'supported', 'partial', 'unsupported', 'uncited'] as const;

/** One of {@link verdicts}. */
export type Verdict = (typeof verdicts)[number];

/** A piece of the answer tied to its exact place. `text.slice(start, end) === quote` of the document's text. */
export interface Citation {
  /** 1-based: the footnote's number in the answer. */
  readonly number: number;
  /** The collection that its document was found in. */
  readonly collection: string;
  readonly documentId: string;
  /** The version of the document that has it; the live one may be another by now. */
  readonly version: number;
  readonly chunkId: string;
  readonly path: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /**
   * What the block is that the quote lies in, `table-header` in the header rows of a table; null where it lies in none,
   * or in several.
   */
  readonly kind: BlockKind | 'table-header' | null;
  /** Where its first line stands in the file, where that is known. */
  readonly place?: TextPlace;
  /** Of a figure: where its picture lies in the file, as its block has it. */
  readonly picture?: string;
  /** Of a row of a table that is cited for one of its values: where that stands in the document. */
  readonly cell?: PassagePlace;
  /** The weakest verdict among the sentences that cite it. */
  readonly verdict: Verdict;
}

/** A sentence of the answer, checked. */
export interface CheckedSentence {
  /** `[start, end)` of the answer's text, its markers included. */
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  /** Numbers of the citations it names. */
  readonly citations: readonly number[];
  /** Words, numbers and names of it that its sources do not hold. */
  readonly missing: readonly string[];
}

/** Why an answer is what it is. All but `answered` and `small-talk` are abstentions. */
export const outcomes = [
  'answered',
  'small-talk',
  'no-documents',
  'nothing-found',
  'below-threshold',
  'too-few-passages',
  'unproven',
  'store-away',
] as const;

/** One of {@link outcomes}. */
export type Outcome = (typeof outcomes)[number];

/**
 * How a question ended: as an answer, with an error, because whoever asked went away, or `refused` before it was looked
 * at, by a limit of a server.
 */
export const keptOutcomes = [...outcomes, 'failed', 'cancelled', 'refused'] as const;

/** One of {@link keptOutcomes}. */
export type KeptOutcome = (typeof keptOutcomes)[number];

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
}

/** A place of a passage's document: `[start, end)` of its cleaned text. */
export interface PassagePlace {
  readonly start: number;
  readonly end: number;
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

/** What is to be answered, and from what. */
export interface GenerateRequest {
  readonly question: string;
  /** BCP 47 primary subtag of the question. */
  readonly language: string;
  readonly passages: readonly Passage[];
  /** Earlier messages of the conversation that count, oldest first. */
  readonly history: readonly ConversationTurn[];
  /** All of these written out for a language model: system message first. */
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
      /** With `names`: the column, from 0, that is asked for. Its value is said first: `Hassan, Water 2025: 47`. */
      readonly column?: number;
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
      /** Probability that the passages answer the question, in [0, 1], where the generator can tell. */
      readonly answerProbability?: number;
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

/** What documents are about, in a few of their own words: for saying what can be asked where nothing was found. */
export interface Coverage {
  /** Those that hold most of the text, the largest first. */
  readonly documents: readonly CoveredDocument[];
  /** Whether there are others. */
  readonly hasMore: boolean;
}

/** A document by its title, and by its chapters where it holds a good part of all the text. */
export interface CoveredDocument {
  readonly documentId: string;
  readonly title: string;
  /** Headings of its longest chapters, in their order; none where the title has to do. */
  readonly headings: readonly string[];
  /** Whether it has other chapters than these. */
  readonly hasMoreHeadings: boolean;
}

/** Where an answer names what a document is about: its title and the headings of it, with their quotation marks. */
export interface NamedTopic {
  readonly documentId: string;
  /** `[start, end)` of the answer's text. */
  readonly start: number;
  readonly end: number;
}

export interface CompletionOptions extends ModelCallOptions {
  /** Most tokens of the reply. Default: what the model allows. */
  readonly maxTokens?: number;
  /** Is told what a reply cost, where that was counted; also of one that then is no use. */
  readonly onUsage?: (usage: GenerateUsage) => void;
}

/**
 * A language model that says one thing at a time, for steps that need a reply whole: rewriting a question, ordering
 * passages, judging an answer.
 */
export interface LanguageModel {
  readonly name: string;
  /**
   * The reply, trimmed; never empty. Errors: `model_unavailable`, `model_rejected`, `model_answer_invalid` where there
   * is no text in the answer, `aborted`.
   */
  complete(messages: readonly PromptMessage[], options?: CompletionOptions): Promise<string>;

  /** Pending replies reject with `aborted`. A model without it has none. */
  close?(): Promise<void>;
}
