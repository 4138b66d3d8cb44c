import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Answer, type AnswerEvent, type ConversationBegun, incompleteAnswer } from '../answer/answer.ts';
import { MarkedWords } from '../answer/citation-marks.ts';
import { hitConfidence } from '../answer/confidence.ts';
import { ordinalOf } from '../contracts/chunk.ts';
import type { CheckedSentence, Citation, KeptOutcome, NamedTopic } from '../contracts/generator.ts';
import type { AskedQuestion, CitedPlace } from '../contracts/question-log.ts';
import type { InteractionRecords } from '../contracts/records.ts';
import { type ErrorCode, isFootnoteError, messageOf, throwIfAborted } from '../errors.ts';
import { redactSpans } from '../records/asked/citations.ts';

/** What is known of a question before it is answered. `id` is that of the answer. */
export type AskedBefore = Pick<
  AskedQuestion,
  | 'id'
  | 'collection'
  | 'askedAt'
  | 'sessionId'
  | 'conversationId'
  | 'clientAddress'
  | 'question'
  | 'keepsWords'
  | 'owner'
> & {
  /** Words that the reader had marked; empty where none. */
  readonly selectedText: string;
  /** Collections that are asked as well. */
  readonly otherCollections: readonly string[];
};

/** Where an answer is kept. */
export interface Keepers {
  /** Keeps the exchange where it belongs to a conversation. */
  readonly records: InteractionRecords;
  /** Takes the entry of the log; absent where there is no log. */
  readonly log?: (entry: AskedQuestion) => void;
  /**
   * The mark of a citation in the log, its brackets included: `place` is that of its passage among those found, from
   * 1. Default: the number that the answer has for it, as `[1]`.
   */
  readonly logMark?: ((place: number) => string) | undefined;
}

/** How an answer ended. */
interface Ending {
  readonly outcome: KeptOutcome;
  readonly errorCode: ErrorCode | null;
  /** The answer where one was made, or begun: `complete` says which. */
  readonly answer?: Answer;
}

/**
 * Passes the events of an answer on to whoever asked, and writes the answer into log and conversation, also where it
 * fails or its reader leaves. No event waits for the log. The conversation is written before the last event goes out;
 * where that fails, the answer has a warning. The event that names the conversation goes out once the question is
 * written, so that a reader who leaves can go on with it.
 */
export class FollowedAnswer {
  readonly #asked: AskedBefore;
  readonly #keepers: Keepers;
  readonly #startedMs = performance.now();
  readonly #citations: Citation[] = [];
  readonly #sentences: CheckedSentence[] = [];
  #topics: readonly NamedTopic[] = [];
  #text = '';
  readonly #logged: MarkedWords | undefined;
  #hits: Answer['hits'] = [];
  #retrievedMs: number | null = null;
  #begun: Promise<unknown> | undefined;
  /** The event that names the conversation: set once the question is written, taken away as it goes out. */
  #announcement: ConversationBegun | undefined;

  constructor(asked: AskedBefore, keepers: Keepers) {
    this.#asked = asked;
    this.#keepers = keepers;
    const { logMark } = keepers;
    this.#logged =
      logMark && new MarkedWords(({ chunkId }) => logMark(this.#chunkIds().indexOf(chunkId) + 1));
  }

  /** Passes events on, until the signal is aborted: not every generator looks at it between its words. */
  async *follow(events: AsyncIterable<AnswerEvent>, signal?: AbortSignal): AsyncGenerator<AnswerEvent, void> {
    let ending: Ending = { outcome: 'cancelled', errorCode: null };
    let isDone = false;
    try {
      for await (const event of events) {
        throwIfAborted(signal);
        // A question that is refused has no event but `waiting`, and is not kept.
        if (!this.#begun && event.type !== 'waiting') await this.#startKeeping();
        this.#notice(event);
        let passed = event;
        if (event.type === 'done') {
          const { answer } = event;
          ending = { outcome: answer.outcome, errorCode: null, answer };
          isDone = true;
          passed = { type: 'done', answer: this.#named(answer, await this.#keep(ending)) };
        }
        const announcement = this.#announcement;
        this.#announcement = undefined;
        if (announcement) yield announcement;
        yield passed;
      }
    } catch (error) {
      if (!isDone) ending = endingOf(error);
      throw error;
    } finally {
      if (!isDone) await this.#keep(ending);
    }
  }

  #notice(event: AnswerEvent): void {
    this.#logged?.take(event);
    if (event.type === 'topics') this.#topics = event.topics;
    if (event.type === 'token') this.#text += event.text;
    if (event.type === 'citation') this.#citations.push(event.citation);
    if (event.type === 'verdict') this.#sentences.push(event.sentence);
    if (event.type === 'retrieved') {
      this.#hits = event.result.hits;
      this.#retrievedMs = performance.now() - this.#startedMs;
    }
  }

  /** Begins to write the question; waits one turn of the event loop, which is enough where nobody else is writing. */
  async #startKeeping(): Promise<void> {
    this.#begun = this.#begin();
    if (this.#asked.conversationId !== null) await setImmediate();
  }

  /** Resolves to why the question could not be kept, or to undefined. */
  async #begin(): Promise<unknown> {
    const { id: answerId, conversationId } = this.#asked;
    if (conversationId === null) return undefined;
    const exchange = { ...this.#asked, conversationId, answerId, questionId: randomUUID() };
    const problem = await rejectionOf(this.#keepers.records.begin(exchange));
    if (problem === undefined)
      this.#announcement = { type: 'conversation', conversationId, messageId: answerId };
    return problem;
  }

  /** Resolves to why the conversation could not be kept, or to undefined. */
  async #keep(ending: Ending): Promise<unknown> {
    this.#keepInLog(ending);
    const { conversationId, id } = this.#asked;
    if (conversationId === null || !this.#begun) return undefined;
    const problem = await this.#begun;
    if (problem !== undefined) return problem;
    const { outcome, answer } = ending;
    return rejectionOf(
      this.#keepers.records.finish({
        answerId: id,
        content: this.#text,
        outcome,
        complete: answer?.complete ?? false,
        confidence: answer?.confidence ?? 0,
        citations: answer?.citations ?? this.#citations,
        sentences: answer?.sentences ?? this.#sentences,
        topics: this.#topics,
        trace: { chunkIds: this.#chunkIds(), timings: answer?.timings ?? {}, model: answer?.model ?? null },
      }),
    );
  }

  /** The answer with its names in the records, and a warning where the conversation could not be kept. */
  #named(answer: Answer, problem: unknown): Answer {
    const { conversationId, id } = this.#asked;
    const isInConversation = conversationId !== null && problem === undefined;
    const warnings =
      problem === undefined ? [] : [`The conversation could not be kept: ${messageOf(problem)}`];
    return {
      ...answer,
      conversationId: isInConversation ? conversationId : null,
      messageId: isInConversation || this.#keepers.log ? id : null,
      warnings: [...answer.warnings, ...warnings],
    };
  }

  #chunkIds(): readonly string[] {
    return this.#hits.map(({ chunkId }) => chunkId);
  }

  #cited(citations: readonly Citation[]): readonly CitedPlace[] {
    const places = new Map(citations.map(({ chunkId, documentId }) => [chunkId, documentId]));
    return Array.from(places, ([chunkId, documentId]) => {
      const hit = this.#hits.find((one) => one.chunkId === chunkId);
      return { documentId, chunkId, ordinal: ordinalOf(chunkId), score: hit ? hitConfidence(hit) : 0 };
    });
  }

  #keepInLog({ outcome, errorCode, answer }: Ending): void {
    const totalMs = performance.now() - this.#startedMs;
    const model = answer?.model;
    const citations = answer?.citations ?? this.#citations;
    // Topics have their places in the words as they were said; such a reply cites nothing.
    const words = this.#topics.length > 0 ? this.#text : (this.#logged?.text ?? this.#text);
    this.#keepers.log?.({
      ...this.#asked,
      outcome,
      complete: answer?.complete ?? false,
      errorCode,
      confidence: answer?.confidence ?? 0,
      // What broke off may quote a document that no citation names, so that removing it would leave its words here;
      // so would a refusal or reply that says what the documents are about.
      answer:
        answer?.complete || answer?.abstained ? redactSpans(words, this.#topics, () => true).content : null,
      citations,
      cited: this.#cited(citations),
      chunkIds: this.#chunkIds(),
      retrievalMs: this.#retrievedMs,
      answerMs: this.#retrievedMs === null ? null : totalMs - this.#retrievedMs,
      totalMs,
      model: model?.name ?? null,
      promptTokens: model?.promptTokens ?? null,
      completionTokens: model?.completionTokens ?? null,
    });
  }
}

function endingOf(error: unknown): Ending {
  const errorCode = isFootnoteError(error) ? error.code : 'internal';
  const outcome = errorCode === 'aborted' ? 'cancelled' : 'failed';
  const answer = incompleteAnswer(error);
  return { outcome, errorCode, ...(answer && { answer }) };
}

async function rejectionOf(work: Promise<void>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
