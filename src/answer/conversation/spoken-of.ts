import type { Analyser } from '../../contracts/analyser.ts';
import { wordsByLanguage } from '../../language/language-packs.ts';
import { turnedTo } from '../../question/points-back.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { names } from '../../text/proper-names.ts';
import { itemMark } from '../../text/sentences/item-mark.ts';
import { namesWhatItIs } from '../extract/definition.ts';
import type { ReadMessage } from './read-message.ts';

/** What is spoken of at one point of a conversation, as words. */
export interface SpokenOf {
  /** What a question that leans on it takes over: words of the last question, of the subject, of what was picked. */
  readonly carried: readonly string[];
  /** The words of the last question that named a subject. */
  readonly subject: readonly string[];
  /** What was picked of it since: names that were answered with, an item of a list. */
  readonly picked: readonly string[];
  /** The last question that turned to no other subject: the same may be asked of the next. */
  readonly asked: ReadMessage | undefined;
}

export const nothingSpokenOf: SpokenOf = { carried: [], subject: [], picked: [], asked: undefined };

/** A question of a conversation, with what it takes from elsewhere. */
export interface AskedAndReplied {
  readonly asked: ReadMessage;
  /** The words that were marked while asking. */
  readonly marked: readonly string[];
  /** Those of the item of a list that it means by its place. */
  readonly item: readonly string[];
  /** Empty where there was none. */
  readonly reply: string;
}

/** Most words that go on from one question to the next. */
const mostCarried = 12;

/**
 * What is spoken of after one more question. The subject stays until a question stands by itself, turns to another, or
 * is about words marked; what was asked of it goes no further than to the next question.
 */
export function spokenOfAfter(before: SpokenOf, question: AskedAndReplied, analyser: Analyser): SpokenOf {
  const { asked, item, reply } = question;
  const { words } = asked;
  const turns = asked.turnsTo !== undefined;
  const marked = asked.leansOn ? question.marked : [];
  const named = namesAnswered(asked, reply);
  const isAnother = marked.length > 0 || turns || !asked.leansOn || movesOn(before, question, analyser);
  const subject = marked.length > 0 ? marked : isAnother ? words : stillMeant(before.subject, asked);
  const chosen = named.length > 0 ? named : item;
  const picked = chosen.length > 0 || isAnother ? chosen : before.picked;
  const rest = turns && marked.length === 0 ? stillMeant(askedOfSubject(before), asked) : subject;
  return {
    carried: eachOnce([...words, ...rest, ...picked]).slice(0, mostCarried),
    subject,
    picked,
    asked: turns ? before.asked : asked,
  };
}

/** Words without those that differ from one before them by their capitals alone. */
function eachOnce(words: readonly string[]): readonly string[] {
  const bySpelling = Map.groupBy(words, (word) => word.toLowerCase());
  return Array.from(bySpelling.values(), ([first]) => first ?? '');
}

/**
 * Of words that were spoken of, those that a question leaves in their place: one that goes on with a number means
 * another of the same kind, a year instead of a year.
 */
export function stillMeant(
  spokenOf: readonly string[],
  { words, turnsTo, goesOn }: ReadMessage,
): readonly string[] {
  if (turnsTo === undefined && !goesOn) return spokenOf;
  const named = new Set(words.filter((word) => /\p{Nd}/u.test(word)).map(kindOfNumber));
  return spokenOf.filter((word) => !named.has(kindOfNumber(word)));
}

/** A number with all its digits alike: `2018` and `2017` are of one kind, and so are `4.1.2` and `4.2.0`. */
function kindOfNumber(word: string): string {
  return word.replace(/\p{Nd}/gu, '0');
}

/**
 * Whether a question that says little by itself has left the subject: what answers it tells of its words, and of none
 * of those that it took over.
 */
function movesOn(
  { subject, picked }: SpokenOf,
  { asked, item, reply }: AskedAndReplied,
  analyser: Analyser,
): boolean {
  if (subject.length === 0) return true;
  if (asked.pointsTo || item.length > 0) return false;
  const told = distinctTerms(analyser, reply, asked.language);
  const isTold = (word: string) => analyser.terms(word, asked.language).some(({ text }) => told.has(text));
  return asked.words.some(isTold) && ![...subject, ...picked].some(isTold);
}

/**
 * What was asked of the last subject, as far as that can be told: all words of the question where it named one, and
 * what that took over where it went on.
 */
export function askedOfSubject({ asked, carried }: SpokenOf): readonly string[] {
  if (!asked || namesWhatItIs(asked.text, asked.language)) return [];
  return asked.goesOn ? carried : asked.words;
}

/** Most names of an answer that go on. */
const mostNames = 3;

/** Letters of a name, fewest: one letter is an initial. */
const shortestName = 2;

/** A list's items, what introduces them, a table's cells: their first words have capitals and are no names. */
const isListed = new RegExp(String.raw`^\s*(?:\||${itemMark})|[:：][*_]*(?:\s*\[\d+\])?$`, 'u');

/** The names in the first sentence of a reply to a question that asks for one. */
function namesAnswered({ text, language }: ReadMessage, reply: string): readonly string[] {
  const [first = ''] = reply.split(/(?<=[.!?。])\s|\n/u, 1);
  if (!asksForName(text, language) || isListed.test(first)) return [];
  return names(first, language)
    .filter((name) => name.length >= shortestName)
    .slice(0, mostNames);
}

/** Words by which a question asks which one of its kind something is, and so for a name. */
const askingForName: ReadonlySet<string> = new Set(
  Object.values(wordsByLanguage(({ talking }) => talking?.naming)).flatMap((words) => [...words]),
);

/**
 * Whether a name that is answered with is what is spoken of then; who names a thing to hear of it goes on with that.
 */
function asksForName(question: string, language: string): boolean {
  if (turnedTo(question) !== undefined || namesWhatItIs(question, language)) return false;
  return question.match(/[\p{L}\p{M}]+/gu)?.some((word) => askingForName.has(word.toLowerCase())) === true;
}
