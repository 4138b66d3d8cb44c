import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { distinctTerms } from '../text/distinct-terms.ts';
import { wordSet } from '../text/word-set.ts';
import { isPointingWord, pointsBack, writesSpaces } from './points-back.ts';
import { names } from './verify/names.ts';

/** A question that can be searched for by itself. */
export interface WholeQuestion {
  /** The question, followed in brackets by what it leaves unsaid. */
  readonly question: string;
  /** Words taken over from the conversation, in their order there; empty where the question needs none. */
  readonly carried: readonly string[];
}

/** Characters of a message that are looked at: what it is about stands at its beginning. */
const charactersRead = 4000;

/** Fewer content words than this say too little to be searched for alone. */
const enoughWords = 2;

/**
 * Makes a follow-up question whole without a model: where it points back ("it", "there"), goes on ("and in 2024?") or
 * says almost nothing by itself, it takes over the content words of the question before it, and the names of the
 * answer to that one, as far as it lacks them. Questions before were made whole the same way, so that a subject lasts
 * as long as nobody changes it. A question that stands by itself is left alone.
 */
export function wholeQuestion(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
): WholeQuestion {
  const turns = history.map(({ role, content }) => ({ role, content: content.slice(0, charactersRead) }));
  let carried: readonly string[] = [];
  for (const [place, turn] of turns.entries()) {
    if (turn.role !== 'user') continue;
    const said = leansOn(turn.content, analyser) ? carried : [];
    const reply = turns[place + 1];
    const answer = reply?.role === 'assistant' ? reply.content : '';
    carried = subjects(turn.content, said, answer, analyser);
  }
  if (carried.length === 0 || !leansOn(question, analyser)) return { question, carried: [] };
  const missing = lacking(question, carried, analyser);
  if (missing.length === 0) return { question, carried: [] };
  return { question: `${question} (${missing.join(' ')})`, carried: missing };
}

/** Whether a question needs what was said before it. */
function leansOn(question: string, analyser: Analyser): boolean {
  const language = detectLanguage(question);
  if (pointsBack(question, language)) return true;
  return writesSpaces(language) && contentWords(question, analyser).length < enoughWords;
}

/** Most words that go on from one question to the next. */
const mostCarried = 12;

/** Most names of an answer that go on. */
const mostNames = 3;

/** What a question and its answer were about: the question's own words first, then what it leant on, then names. */
function subjects(
  question: string,
  said: readonly string[],
  answer: string,
  analyser: Analyser,
): readonly string[] {
  const own = contentWords(question, analyser);
  // Not of a list's items or a table's cells, whose first words have capitals and are no names.
  const [first = ''] = answer.split(/(?<=[.!?。])\s|\n/u, 1);
  const found = names(first, detectLanguage(question)).filter((name) => !asking.has(name.toLowerCase()));
  const named = found.slice(0, mostNames);
  return [...new Set([...own, ...said, ...named])].slice(0, mostCarried);
}

/** The words of a question that are looked for, without those that ask or point. */
function contentWords(question: string, analyser: Analyser): string[] {
  const language = detectLanguage(question);
  const tokens = question.match(/[\p{L}\p{M}\p{N}]+(?:[-.'’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return tokens.filter(
    (token) =>
      !isPointingWord(token, language) &&
      !asking.has(token.toLowerCase()) &&
      analyser.terms(token, language).length > 0,
  );
}

/** Of these words, those that the question does not hold in any form. */
function lacking(question: string, carried: readonly string[], analyser: Analyser): string[] {
  const language = detectLanguage(question);
  const held = distinctTerms(analyser, question, language);
  return carried.filter((word) => !analyser.terms(word, language).every(({ text }) => held.has(text)));
}

/** Words that make a question of what they stand with, articles, and the commonest prepositions. */
const asking: ReadonlySet<string> =
  wordSet(`der die das den dem des ein eine einen einem einer in im von vom zu zum mit
  le la les un une des du de à au en el los las una del al il lo gli i uno di da do o os as um uma het een van
  what which who whom whose when where why how much many do does did is are was
  were has have had can could will would should may might must about and but or also me tell please
  was wer wen wem wann wo warum wie viel viele welche welcher welches ist sind war waren hat haben kann und aber auch
  que quoi qui quel quelle quand où comment pourquoi combien est sont a ont et mais
  qué quién cuál cuándo dónde cómo cuánto cuántos es son fue y pero
  che chi quale quando dove come perché quanto quanti è sono e ma
  quem qual onde quanto por foi são
  wat wie waar wanneer waarom hoe hoeveel welke zijn en maar
  кто что чего кого какой какая какое какие каков когда где куда почему зачем как сколько чей ли был была было были есть
  в на с и а о об для из от до у к но или
  من ما ماذا متى أين كيف لماذا كم هل أي في على إلى عن كان كانت`);
