import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { distinctTerms } from '../text/distinct-terms.ts';
import { itemAt } from './item-reference.ts';
import { withMeant } from './points-back.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { asWords } from './search-text.ts';
import { smallTalkOf } from './small-talk.ts';
import { nothingSpokenOf, spokenOfAfter, stillMeant } from './spoken-of.ts';

/** A question that can be searched for by itself. */
export interface WholeQuestion {
  /** The question, followed in brackets by what it leaves unsaid, or with the marked words that it points to. */
  readonly question: string;
  /** Words taken over from the conversation or the selection, in their order there; empty where it needs none. */
  readonly carried: readonly string[];
  /** Set where all that it is about was taken over: "Why?" */
  readonly leavesAllUnsaid?: true;
  /** Set where it asks of another subject what was asked of the last: "And the pumps?" */
  readonly turns?: true;
}

/**
 * Makes a follow-up question whole without a model: where it points back ("it", "there"), goes on ("and in 2024?") or
 * says almost nothing by itself, it takes over the content words of the question before it, those of the one that
 * named the subject, and the names of the answers since, as far as it lacks them. "The second one" means that item of
 * the last list that was answered with, and comes first. What corrects the question before ("No, I meant pumps") is
 * what was meant, without the words that say so. With words marked (`selectedText`) it is about these instead, and
 * where they are no more than a name they take the pronoun's place. A question that stands by itself is left alone.
 */
export function wholeQuestion(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
  selectedText = '',
): WholeQuestion {
  const reader = new ConversationReader(question, history, analyser);
  const asked = reader.read(question);
  const isAlone = { question: history.length > 0 ? asked.text : question, carried: [] };
  if (!asked.leansOn) return isAlone;
  const named = name(selectedText);
  const meant = named && withMeant(asked.text, named, asked.language);
  if (meant) return { question: meant, carried: [] };
  const marked = reader.markedWords(selectedText);
  const carried = marked.length > 0 ? marked : reader.leftUnsaid(asked);
  const missing = lacking(asked, stillMeant(carried, asked), analyser);
  if (missing.length === 0) return isAlone;
  return {
    question: `${asked.text} (${missing.join(' ')})`,
    carried: missing,
    ...(asked.words.length === 0 && { leavesAllUnsaid: true as const }),
    ...(asked.turns && { turns: true as const }),
  };
}

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

  /**
   * What a question that leans on the conversation leaves unsaid, the nearest first. Small talk in between is passed
   * over.
   */
  leftUnsaid(question: ReadMessage): readonly string[] {
    let spokenOf = nothingSpokenOf;
    let listed = '';
    for (const [place, { role, content, selectedText }] of this.#history.entries()) {
      if (role !== 'user' || smallTalkOf(content)) continue;
      const asked = this.read(beginning(content));
      const next = this.#history[place + 1];
      const reply = next?.role === 'assistant' ? beginning(next.content) : '';
      const item = this.#itemMeant(asked, listed);
      const marked = this.markedWords(selectedText);
      spokenOf = spokenOfAfter(spokenOf, { asked, marked, item, reply }, this.#analyser);
      if (itemAt(reply, 0) !== undefined) listed = reply;
    }
    // Another subject takes the place of the last one.
    if (question.turns) return spokenOf.askedOfIt;
    const item = this.#itemMeant(question, listed);
    if (item.length === 0) return spokenOf.carried;
    const { carried, picked } = spokenOf;
    return [...new Set([...item, ...carried.filter((word) => !picked.includes(word))])];
  }

  /** The words of the item that a question means by its place in the list that was answered with. */
  #itemMeant({ item }: ReadMessage, listed: string): readonly string[] {
    const name = item && itemAt(listed, item.place);
    return name === undefined ? [] : this.read(name).words;
  }
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
function lacking({ text, language }: ReadMessage, carried: readonly string[], analyser: Analyser): string[] {
  const held = distinctTerms(analyser, text, language);
  return carried.filter((word) => !analyser.terms(word, language).every((term) => held.has(term.text)));
}
