import type { Answer, AnswerEvent, ToldWait } from '../../src/answer/answer.ts';
import type {
  ConversationWithMessages,
  KeptAnswer,
  KeptCitation,
  Message,
  SharedAnswer,
} from '../../src/contracts/conversation.ts';
import type { CheckedSentence } from '../../src/contracts/generator.ts';
import type { ApiError } from '../api.ts';
import { currentWords } from '../words/words.ts';

/** A citation as it is shown; its quote is null once the document was removed. */
export type ShownCitation = Omit<KeptCitation, 'opened'>;

/** A question and as much of its answer as there is. */
export interface Turn {
  readonly question: string;
  /** Words of a source that were marked while it was asked; empty where none were, or they are kept no more. */
  readonly about: string;
  /** Those that it was asked in. */
  readonly collections: readonly string[];
  /** Whether it was asked to be answered by quotations, without the language model; known on this page alone. */
  readonly quotesOnly: boolean;
  readonly text: string;
  readonly citations: readonly ShownCitation[];
  readonly sentences: readonly CheckedSentence[];
  /** `stopped`: the answer broke off, and stays as far as it came. */
  readonly state: 'waiting' | 'speaking' | 'done' | 'stopped' | 'failed';
  /** Passages found; undefined before, and where the answer was made earlier. */
  readonly passages: number | undefined;
  /** Why its first word is late; undefined where it is not. */
  readonly wait: ToldWait | undefined;
  readonly isAbstention: boolean;
  /** A greeting that was replied to: there is nothing to rate. */
  readonly isSmallTalk: boolean;
  /** Null where nothing is kept of it. */
  readonly messageId: string | null;
  readonly helpful: boolean | null;
  /** The whole answer with its trace, where it was made on this page. */
  readonly answer: Answer | undefined;
  readonly error: ApiError | undefined;
}

/** What is asked. */
export type AskedTurn = Pick<Turn, 'question' | 'about' | 'collections' | 'quotesOnly'>;

/** A question that was just asked. */
export function askedTurn({ question, about, collections, quotesOnly }: AskedTurn): Turn {
  return {
    question,
    about,
    collections,
    quotesOnly,
    text: '',
    citations: [],
    sentences: [],
    state: 'waiting',
    passages: undefined,
    wait: undefined,
    isAbstention: false,
    isSmallTalk: false,
    messageId: null,
    helpful: null,
    answer: undefined,
    error: undefined,
  };
}

/** The turn after one more event of its answer. */
export function withEvent(turn: Turn, event: AnswerEvent): Turn {
  if (event.type === 'retrieved') return { ...turn, passages: event.result.hits.length };
  if (event.type === 'conversation') return { ...turn, messageId: event.messageId };
  if (event.type === 'topics') return turn;
  if (event.type === 'waiting') return { ...turn, wait: event };
  if (event.type === 'token') return { ...turn, state: 'speaking', text: turn.text + event.text };
  if (event.type === 'citation') return { ...turn, citations: [...turn.citations, event.citation] };
  if (event.type === 'verdict') return { ...turn, sentences: [...turn.sentences, event.sentence] };
  const { answer, citations, sentences, abstained, outcome, complete, messageId } = event.answer;
  const isSmallTalk = outcome === 'small-talk';
  const whole = { text: answer, citations, sentences, isAbstention: abstained, isSmallTalk, messageId };
  return { ...turn, ...whole, state: complete ? 'done' : 'stopped', answer: event.answer };
}

/** The turns of a conversation that is kept. What has no end yet is waited for, or else has broken off. */
export function keptTurns(
  { history }: ConversationWithMessages,
  { isAwaited }: { readonly isAwaited: boolean },
): readonly Turn[] {
  const turns = history.flatMap((message, place) =>
    message.role === 'user' ? [keptTurn(message, history[place + 1])] : [],
  );
  return isAwaited ? turns : turns.map(brokenOff);
}

/**
 * Turns as they are kept, with what is known on this page alone: how an answer came about, and one never asked. Only
 * the last of all is waited for.
 */
export function withTraces(kept: readonly Turn[], shown: readonly Turn[]): readonly Turn[] {
  const known = new Map(shown.map((turn) => [turn.messageId, turn]));
  const traced = kept.map((turn) => {
    const { answer, error, state, quotesOnly } =
      (turn.messageId !== null && known.get(turn.messageId)) || turn;
    return { ...turn, answer, error, state, quotesOnly };
  });
  const neverAsked = shown.filter(({ state, messageId }) => state === 'failed' && messageId === null);
  const turns = [...traced, ...neverAsked];
  return turns.map((turn, place) => (place < turns.length - 1 ? brokenOff(turn) : turn));
}

/** A turn that is waited for no more. */
function brokenOff(turn: Turn): Turn {
  return turn.state === 'waiting' ? { ...turn, state: 'stopped' } : turn;
}

/** Why nothing is shown of an answer that another window, or the page before it was loaded anew, has asked for. */
function madeElsewhere(): ToldWait {
  const message = currentWords().answer.madeElsewhere;
  return { type: 'waiting', reason: 'no-answer', seconds: null, message };
}

function keptTurn({ content, selectedText, collections }: Message, reply: Message | undefined): Turn {
  const turn = askedTurn({
    question: content,
    about: selectedText ?? '',
    collections: collections ?? [],
    quotesOnly: false,
  });
  if (!reply?.answer) return { ...turn, state: 'stopped' };
  const { outcome, helpful } = reply.answer;
  if (outcome === null) return { ...turn, state: 'waiting', wait: madeElsewhere() };
  return {
    ...answered(turn, { ...reply.answer, content: reply.content }),
    messageId: reply.messageId,
    helpful,
  };
}

/** The turn of an answer that somebody has shared. */
export function sharedTurn(shared: SharedAnswer): Turn {
  const { question, collections } = shared;
  return answered(askedTurn({ question, about: '', collections, quotesOnly: false }), shared);
}

type Answered = Pick<KeptAnswer, 'outcome' | 'complete' | 'sentences'> & {
  readonly content: string;
  readonly citations: readonly ShownCitation[];
};

function answered(turn: Turn, { outcome, complete, content, citations, sentences }: Answered): Turn {
  const isWhole = complete && outcome !== 'failed' && outcome !== 'cancelled';
  return {
    ...turn,
    text: content,
    citations,
    sentences,
    state: isWhole ? 'done' : 'stopped',
    isSmallTalk: outcome === 'small-talk',
    isAbstention: isWhole && outcome !== 'answered' && outcome !== 'small-talk',
  };
}
