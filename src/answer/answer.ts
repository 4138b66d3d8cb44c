import type {
  CheckedSentence,
  Citation,
  ModelUse,
  ModelWait,
  NamedTopic,
  Outcome,
} from '../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Hit, Relevance, SearchResult, Timings } from '../retrieve/hit.ts';
import { unusable } from '../values/require-arguments.ts';
import type { Speaker } from './wording/speaker.ts';

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

/**
 * An answer in the making. Awaited, it is the whole {@link Answer}; iterated, its events as they happen:
 *
 * ```ts
 * const answer = await footnote.ask('When is the rent due?');
 * for await (const event of footnote.ask('When is the rent due?')) if (event.type === 'token') print(event.text);
 * ```
 *
 * Work begins with the first of the two: an answer that nobody asks for costs nothing. It can be iterated once, or
 * awaited as often as one likes. Leaving the loop stops the work. Errors are those of `Footnote.ask`, and
 * `request_invalid` where it is asked for a second time.
 */
export interface AnswerStream extends AsyncIterable<AnswerEvent>, Promise<Answer> {}

/** Makes a stream of what `run` yields; `run` is called when somebody wants it. */
export function answerStream(run: () => AsyncGenerator<AnswerEvent, void>): AnswerStream {
  let isStarted = false;
  const start = () => {
    if (isStarted) throw unusable('answer', 'it can be either iterated once or awaited. Ask again');
    isStarted = true;
    return run();
  };
  let answer: Promise<Answer> | undefined;
  const whole = () => (answer ??= lastAnswer(start));
  return {
    [Symbol.asyncIterator]: start,
    [Symbol.toStringTag]: 'AnswerStream',
    // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
    then: (onAnswer, onError) => whole().then(onAnswer, onError),
    catch: (onError) => whole().catch(onError),
    finally: (onEnd) => whole().finally(onEnd),
  };
}

async function lastAnswer(start: () => AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of start()) if (event.type === 'done') return event.answer;
  throw new Error('An answer ended without its last event.');
}

/** A wait with the words that whoever asked is told it in. Requirement row C8. */
export function toldWait(wait: ModelWait, speaker: Speaker): ToldWait {
  const { reason, seconds } = wait;
  if (seconds === null) return { ...wait, message: speaker.say({ sentence: 'highTraffic' }) };
  const sentence = reason === 'no-answer' ? 'modelSilent' : 'highTrafficFor';
  return { ...wait, message: speaker.say({ sentence, span: speaker.seconds(seconds) }) };
}

/** Tells the waits that work is told of while it goes on, and returns what it comes to. Errors: those of `work`. */
export async function* withWaits<T>(
  speaker: Speaker,
  work: (onWait: (wait: ModelWait) => void) => Promise<T>,
): AsyncGenerator<ToldWait, T> {
  const waits: ToldWait[] = [];
  let told = Promise.withResolvers<undefined>();
  const outcome = work((wait) => {
    waits.push(toldWait(wait, speaker));
    told.resolve(undefined);
  }).then((value) => ({ value }));
  // It is awaited in the loop, which whoever asked may have left.
  outcome.catch(() => {});
  for (;;) {
    const ended = await Promise.race([outcome, told.promise]);
    yield* waits.splice(0);
    if (ended) return ended.value;
    told = Promise.withResolvers();
  }
}

/** The error that ends an answer whose generator broke off after its first words; it carries what was said. */
export function answerIncomplete(answer: Answer, failure: FootnoteError): FootnoteError {
  return new FootnoteError('answer_incomplete', { reason: failure.finding, answer }, { cause: failure });
}

/** What was said before an answer broke off, `complete` false; undefined of every other error. */
export function incompleteAnswer(error: unknown): Answer | undefined {
  if (!isFootnoteError(error) || error.code !== 'answer_incomplete') return undefined;
  return error.details['answer'] as Answer;
}
