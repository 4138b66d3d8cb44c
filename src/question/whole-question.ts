import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import type { LanguageModel, ModelCallOptions } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import { wordsByLanguage } from '../language/language-packs.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { names } from '../text/proper-names.ts';
import { itemMark } from '../text/sentences/note-marks.ts';
import { distinctTerms } from '../text/words.ts';
import { askedOf, namesWhatItIs } from './definition.ts';
import { rewriteQuestion } from './in-other-words.ts';
import { type ConversedQuestion, itemAt, type ReadMessage, readMessage } from './message.ts';
import { pointsAt, turnedTo, wordsOf } from './points-back.ts';
import { messageLanguage } from './question-language.ts';
import { smallTalkOf } from './small-talk.ts';

/** Characters of a selection that are searched for: far more than an embedding model reads at once. */
const longestSelection = 2000;

/** What would be an instruction to the search where a user types it: quotation marks and the colon of a filter. */
const searchSyntax = /["„“”«»「」:]/g;

/** Words of a document without what would instruct the search. */
function asWords(text: string): string {
  return text.toWellFormed().replace(searchSyntax, ' ');
}

/**
 * What is searched for: the question, and the words that the reader has marked where it is asked with them. These are
 * the document's words and not the reader's, so nothing in them counts as a phrase or a filter. Requirement row E9.
 */
export function searchText({ question, marked = '' }: WholeQuestion): string {
  if (marked.trim() === '') return question;
  return `${question}\n\nContext ${asWords(marked.slice(0, longestSelection))}`;
}

/** What is spoken of at one point of a conversation, as words. */
interface SpokenOf {
  /** What a question that leans on it takes over: words of the last question, of the subject, of what was picked. */
  readonly carried: readonly string[];
  /** The words of the last question that named a subject. */
  readonly subject: readonly string[];
  /** What was picked of it since: names that were answered with, an item of a list. */
  readonly picked: readonly string[];
  /** The last question that turned to no other subject: the same may be asked of the next. */
  readonly asked: ReadMessage | undefined;
}

const nothingSpokenOf: SpokenOf = { carried: [], subject: [], picked: [], asked: undefined };

/** A question of a conversation, with what it takes from elsewhere. */
interface AskedAndReplied {
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
function spokenOfAfter(before: SpokenOf, question: AskedAndReplied, analyser: Analyser): SpokenOf {
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
function stillMeant(spokenOf: readonly string[], { words, turnsTo, goesOn }: ReadMessage): readonly string[] {
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
function askedOfSubject({ asked, carried }: SpokenOf): readonly string[] {
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

/** A question that can be searched for by itself. */
export interface WholeQuestion {
  /** The message as it came. */
  readonly message: string;
  /** The question as `asked`, followed in brackets by what it leaves unsaid. */
  readonly question: string;
  /**
   * The question alone, with what it means in the place of words that point to that: marked words, an item of a list,
   * what is now asked of another.
   */
  readonly asked: string;
  /** Words taken over from the conversation or the selection, in their order there; empty where it needs none. */
  readonly carried: readonly string[];
  /** Set where all that it is about was taken over: "Why?" */
  readonly leavesAllUnsaid?: true;
  /** Which replies answered something else and seldom answer this too: all but the last where it goes on from that. */
  readonly repliesPast: 'all' | 'earlier' | 'none';
  /** Words of a document that the reader has marked, which are searched for with it; absent where none are. */
  readonly marked?: string;
  /** Why a language model did not make it whole that was asked to; absent where none was, or it did. */
  readonly notRewritten?: string;
}

/**
 * Makes a follow-up question whole without a model: where it points back ("it", "there"), goes on ("and in 2024?") or
 * says almost nothing by itself, it takes over the content words of the question before it, those of the one that
 * named the subject, and the names of the answers since, as far as it lacks them. "The second one" means that item of
 * the last list that was answered with, and gives way to its name, as does the subject of a question for what
 * something is ("And the pumps?"). What corrects the question before ("No, I meant pumps") is what was meant, without
 * the words that say so. With words marked (`selectedText`) it is about these instead, and where they are no more than
 * a name they take the pronoun's place. A question that stands by itself is left alone.
 */
export function wholeQuestion(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
  selectedText = '',
): WholeQuestion {
  return { ...standingWhole(question, history, analyser, selectedText), message: question };
}

function standingWhole(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
  selectedText: string,
): WholeQuestion {
  const reader = new ConversationReader(question, history, analyser);
  const asked = reader.read(question);
  if (!asked.leansOn) return standing(asked.text);
  const named = name(selectedText);
  const meant = named && withMeant(asked.text, named, asked.language);
  if (meant) return standing(meant);
  const marked = reader.markedWords(selectedText);
  const { carried, item, same } = marked.length > 0 ? { carried: marked } : reader.leftUnsaid(asked);
  if (same !== undefined) return standing(same);
  const said = item === undefined ? asked.text : asked.text.replace(asked.item?.words ?? '', () => item);
  const missing = lacking(said, asked.language, stillMeant(carried, asked), analyser);
  if (missing.length === 0) return standing(said);
  return {
    message: question,
    question: `${said} (${missing.join(' ')})`,
    asked: said,
    carried: missing,
    ...(asked.words.length === 0 && item === undefined && { leavesAllUnsaid: true as const }),
    repliesPast: item === undefined ? (asked.turnsTo === undefined ? 'earlier' : 'all') : 'none',
  };
}

/** A question that takes over nothing. */
export function standing(question: string): WholeQuestion {
  return { message: question, question, asked: question, carried: [], repliesPast: 'none' };
}

/**
 * Makes a question of a conversation whole: by the language model where there is one, else, and where that does not
 * succeed, by carrying words over. Errors: `aborted`.
 */
export async function readConversation(
  { question, history, selectedText }: ConversedQuestion,
  { analyser, rewriter }: { readonly analyser: Analyser; readonly rewriter?: LanguageModel | undefined },
  options: ModelCallOptions = {},
): Promise<WholeQuestion> {
  const whole = wholeQuestion(question, history, analyser, selectedText);
  if (!rewriter || history.length === 0) return whole;
  try {
    const rewritten = await rewriteQuestion({ question, history, selectedText }, rewriter, options);
    return rewritten === undefined ? whole : { ...standing(rewritten), message: question };
  } catch (error) {
    if (!isFootnoteError(error) || error.code === 'aborted') throw error;
    return { ...whole, notRewritten: error.message };
  }
}

/** What a question that leans on the conversation takes from there. */
interface LeftUnsaid {
  /** Words, the nearest first. */
  readonly carried: readonly string[];
  /** The name of the item of a list that it means by its place. */
  readonly item?: string | undefined;
  /** What was asked before, asked of the subject that it turns to, where that takes no more than its name. */
  readonly same?: string | undefined;
}

/** What an answer has and a refusal has not. */
const footnote = /\[\d+\]/;

/** Characters of a message that are looked at: what it is about stands at its beginning. */
const charactersRead = 4000;

/** Most words that are marked that count. */
const mostMarked = 12;

/** Reads the messages of one conversation. */
class ConversationReader {
  readonly #history: readonly ConversationTurn[];
  readonly #analyser: Analyser;
  /** The language of its user, which few words of one message show. */
  readonly #language: string;

  constructor(question: string, history: readonly ConversationTurn[], analyser: Analyser) {
    this.#history = history;
    this.#analyser = analyser;
    const asked = history.filter(({ role }) => role === 'user').map(({ content }) => beginning(content));
    this.#language = messageLanguage([question, ...asked].join('\n'));
  }

  read(message: string): ReadMessage {
    return readMessage(message, this.#analyser, this.#language);
  }

  markedWords(selectedText = ''): readonly string[] {
    return this.read(beginning(selectedText)).words.slice(0, mostMarked);
  }

  /** What a question that leans on the conversation leaves unsaid. Small talk in between is passed over. */
  leftUnsaid(question: ReadMessage): LeftUnsaid {
    let spokenOf = nothingSpokenOf;
    let listed = '';
    let wasRefused = false;
    for (const [place, { role, content, selectedText }] of this.#history.entries()) {
      if (role !== 'user' || smallTalkOf(content)) continue;
      const asked = this.read(beginning(content));
      const next = this.#history[place + 1];
      const reply = next?.role === 'assistant' ? beginning(next.content) : '';
      const item = this.#wordsOf(itemMeant(asked, listed));
      const marked = this.markedWords(selectedText);
      spokenOf = spokenOfAfter(spokenOf, { asked, marked, item, reply }, this.#analyser);
      if (itemAt(reply, 0) !== undefined) listed = reply;
      wasRefused = reply !== '' && !footnote.test(reply);
    }
    // Who was refused an answer tries another word.
    if (question.isKeyword && wasRefused) return { carried: [] };
    const { asked, carried, picked } = spokenOf;
    // Another subject takes the place of the last one.
    if (question.turnsTo !== undefined) {
      const subject = withoutEnd(question.turnsTo);
      return {
        carried: askedOfSubject(spokenOf),
        same: asked && (askedOf(subject, asked.text, asked.language) ?? askedOfNamed(subject, asked)),
      };
    }
    const item = itemMeant(question, listed);
    return item === undefined
      ? { carried }
      : { carried: carried.filter((word) => !picked.includes(word)), item: withoutEnd(item) };
  }

  #wordsOf(name: string | undefined): readonly string[] {
    return name === undefined ? [] : this.read(name).words;
  }
}

/**
 * The last question, asked of another of its kind: “Which language does Peter Berg speak?” of “And Peter Berg?” behind
 * “Which language does Anna Berg speak?”. Undefined where either names no one thing, or they are written as things of
 * two kinds.
 */
function askedOfNamed(subject: string, { text, language }: ReadMessage): string | undefined {
  const named = names(text, language).join(' ');
  const words = subject.split(/\s+/u);
  const other = words.slice(words.findIndex((word) => !isFunctionWord(word, language))).join(' ');
  const isNamed = other !== '' && names(`of ${other}`, language).join(' ') === other;
  const isAlike = isNamed && named !== '' && kindOfName(named) === kindOfName(other);
  return isAlike && text.includes(` ${named}`) ? text.replace(named, () => other) : undefined;
}

/** How a name is written: as a code, in capitals, or as a word. */
function kindOfName(name: string): 'code' | 'capitals' | 'word' {
  if (/\p{Nd}/u.test(name)) return 'code';
  return name === name.toUpperCase() ? 'capitals' : 'word';
}

/** The item that a question means by its place in the list that was answered with. */
function itemMeant({ item }: ReadMessage, listed: string): string | undefined {
  return item && itemAt(listed, item.place);
}

/** A name without the stops behind it. */
function withoutEnd(words: string): string {
  return words.replace(/[\s.,;:!?…。，；：！？、؟]+$/u, '');
}

function beginning(message: string): string {
  return message.slice(0, charactersRead);
}

/** Most characters of marked words that name something; more say something of it. */
const longestName = 80;

/** Marked words that may take a pronoun's place; empty where they are more than a name. */
function name(selectedText: string): string {
  const words = selectedText.trim();
  const isName = words.length <= longestName && !/\n|[.!?。！？]$/u.test(words);
  return isName ? asWords(words).trim() : '';
}

/** Of these words, those that the question does not hold in any form. */
function lacking(text: string, language: string, carried: readonly string[], analyser: Analyser): string[] {
  const held = distinctTerms(analyser, text, language);
  return carried.filter((word) => !analyser.terms(word, language).every((term) => held.has(term.text)));
}

/** Where a word of English stands for a thing, and not before the name of one. */
const standsForThing =
  /\b(?:it|they|them|(?:this|that|these|those)(?=\s+(?:is|are|do|does|mean|means|work|works|cost|costs)\b))\b/iu;

/** In any language a pointing word at the end has no name behind it. */
const lastWord = /[\p{L}\p{M}]+(?=[\s?？.!؟]*$)/u;

/**
 * A question with what it means in the place of the word that points to it: "What does a stator cost?" of "What does it
 * cost?"; undefined where no word stands for a thing by itself, as far as that is known.
 */
function withMeant(question: string, meant: string, language: string): string | undefined {
  const words = wordsOf(question);
  const isLast = lastWord.test(question) && pointsAt(words.length - 1, words, language);
  if (isLast) return question.replace(lastWord, () => meant);
  const isNamed = language === 'en' && standsForThing.test(question);
  return isNamed ? question.replace(standsForThing, () => meant) : undefined;
}
