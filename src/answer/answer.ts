import type {
  CheckedSentence,
  Citation,
  ModelUse,
  ModelWait,
  NamedTopic,
  Outcome,
} from '../contracts/generator.ts';
import type { Hit, Relevance, SearchResult, Timings } from '../retrieve/hit.ts';

/** A passage that an answer cites, and where it stands. */
export interface AnswerSource {
  readonly chunkId: string;
  readonly documentId: string;
  /** The outermost heading above what is cited, else the document's title; "Unknown" where there is neither. */
  readonly chapter: string;
  /** The nearest heading above what is cited; "N/A" where there is none. */
  readonly section: string;
  /** 1-based; null where the format has no pages. */
  readonly page: number | null;
  /** In [0, 1]: how well the passage fits the question, by its reranked score, else the fused one or the cosine. */
  readonly confidence: number;
  /** The beginning of the first words cited, at most 200 characters. */
  readonly snippet: string;
  /** Numbers of the citations in it. */
  readonly citations: readonly number[];
}

/** A passage that was found for a question and says what the answer says, or more, and that it does not cite. */
export interface FurtherPassage extends Omit<Citation, 'number' | 'verdict'> {
  /** The number of the citation whose words it says again; null where it says something of its own. */
  readonly repeats: number | null;
}

/** How far to trust an answer. */
export interface Confidence {
  /** In [0, 1]; 0 when abstained. */
  readonly value: number;
  /** The level's name where the measure has levels. */
  readonly level: string | null;
  /** Why, in a few words. */
  readonly reason: string;
}

/** What `ask` returns. */
export interface Answer {
  /** The sentences, each followed by its `[n]`; when abstained, what to do next instead. */
  readonly answer: string;
  /**
   * True where the question is not answered: then there are no citations, but for what is shown while the store is
   * away.
   */
  readonly abstained: boolean;
  readonly outcome: Outcome;
  readonly citations: readonly Citation[];
  /** The passages that the citations stand in, in the order of the answer. */
  readonly sources: readonly AnswerSource[];
  /** What was left out: other passages that answer the question about as well, best first, at most 10. */
  readonly further: readonly FurtherPassage[];
  /** Every sentence of `answer` with what checking it came to; empty when abstained. */
  readonly sentences: readonly CheckedSentence[];
  /** Where `answer` names what the documents are about instead; empty unless abstained. */
  readonly topics: readonly NamedTopic[];
  /** Citations of the model that name nothing it was given, as it wrote them. */
  readonly unmatched: readonly string[];
  /** In [0, 1]: how far to trust the answer, by the configured measure. 0 when abstained. */
  readonly confidence: number;
  /** Null where the measure has none, and where nothing was asked. */
  readonly confidenceLevel: string | null;
  readonly confidenceReason: string;
  /** Null where no language model was asked, or none answered. */
  readonly model: ModelUse | null;
  /** False where the model broke off, or was cut, before its answer ended. */
  readonly complete: boolean;
  /** What was searched for: the question, made whole from the conversation where it leans on one. */
  readonly searchedFor: string;
  /** The conversation that keeps this answer; null where none does. */
  readonly conversationId: string | null;
  /** Names this answer in conversation and log, for feedback; null where neither keeps it. */
  readonly messageId: string | null;
  readonly hits: readonly Hit[];
  readonly dropped: readonly Hit[];
  readonly question: SearchResult['question'];
  readonly relevance: Relevance;
  readonly timings: Timings;
  readonly warnings: readonly string[];
}

/** A conversation keeps the answer that is being made, whatever becomes of it. */
export interface ConversationBegun {
  readonly type: 'conversation';
  /** What the next question goes on with. */
  readonly conversationId: string;
  /** Names the answer, for feedback. */
  readonly messageId: string;
}

/** A wait for a model, with words about it. */
export interface ToldWait extends ModelWait {
  /** The same for whoever asked: “High traffic, please wait 12 seconds.” */
  readonly message: string;
}

/**
 * What happens while an answer is made, in order. `conversation` comes once where one keeps the answer: first, unless
 * somebody else is writing to the store just then. `token` texts put together are `Answer.answer`. A `citation` comes
 * before the token with its marker, a `verdict` after the last token of its sentence, `topics` before the token that
 * names them. `waiting` may come any number of times before the first token. Exactly one `done` ends a stream that did
 * not fail.
 */
export type AnswerEvent =
  | ConversationBegun
  | { readonly type: 'retrieved'; readonly result: SearchResult }
  | ToldWait
  | { readonly type: 'topics'; readonly topics: readonly NamedTopic[] }
  | { readonly type: 'token'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'verdict'; readonly sentence: CheckedSentence }
  | { readonly type: 'done'; readonly answer: Answer };
