import type { Analyser } from '../../contracts/analyser.ts';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import { pointsAt, wordsOf } from '../../question/points-back.ts';
import { smallTalkOf } from '../../question/small-talk.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { askedOf } from '../extract/definition.ts';
import { itemAt } from './item-reference.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { asWords } from './search-text.ts';
import { askedOfSubject, nothingSpokenOf, spokenOfAfter, stillMeant } from './spoken-of.ts';

/** A question that can be searched for by itself. */
export interface WholeQuestion {
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
    question: `${said} (${missing.join(' ')})`,
    asked: said,
    carried: missing,
    ...(asked.words.length === 0 && item === undefined && { leavesAllUnsaid: true as const }),
    repliesPast: item === undefined ? (asked.turnsTo === undefined ? 'earlier' : 'all') : 'none',
  };
}

/** A question that takes over nothing. */
export function standing(question: string): WholeQuestion {
  return { question, asked: question, carried: [], repliesPast: 'none' };
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
    this.#language = detectLanguage([question, ...asked].join('\n'));
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
        same: asked && askedOf(subject, asked.text, asked.language),
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
