import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { distinctTerms } from '../text/distinct-terms.ts';
import { wordSet } from '../text/word-set.ts';
import { namesWhatItIs } from './extract/definition.ts';
import { itemAt, itemReference } from './item-reference.ts';
import { isPointingWord, pointsBack, turnsTo, withMeant, writesSpaces } from './points-back.ts';
import { asWords } from './search-text.ts';
import { names } from './verify/names.ts';

/** A question that can be searched for by itself. */
export interface WholeQuestion {
  /** The question, followed in brackets by what it leaves unsaid, or with the marked words that it points to. */
  readonly question: string;
  /** Words taken over from the conversation or the selection, in their order there; empty where it needs none. */
  readonly carried: readonly string[];
}

/** Characters of a message that are looked at: what it is about stands at its beginning. */
const charactersRead = 4000;

/** Fewer content words than this say too little to be searched for alone. */
const enoughWords = 2;

/**
 * Makes a follow-up question whole without a model: where it points back ("it", "there"), goes on ("and in 2024?") or
 * says almost nothing by itself, it takes over the content words of the question before it, and the names of the
 * answer to that one, as far as it lacks them. "The second one" means that item of the list that was answered with,
 * where one was, and comes first. With words marked (`selectedText`) it is about these instead, and where they are no
 * more than a name they take the pronoun's place. Questions before were made whole the same way, so that a subject
 * lasts as long as nobody changes it. A question that stands by itself is left alone.
 */
export function wholeQuestion(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
  selectedText = '',
): WholeQuestion {
  const isAlone = { question, carried: [] };
  if (!leansOn(question, analyser)) return isAlone;
  const named = name(selectedText);
  const meant = named && withMeant(question, named, detectLanguage(question));
  if (meant) return { question: meant, carried: [] };
  const marked = markedWords(selectedText, analyser);
  const carried = marked.length > 0 ? marked : saidBefore(question, history, analyser);
  const missing = lacking(question, carried, analyser);
  if (missing.length === 0) return isAlone;
  return { question: `${question} (${missing.join(' ')})`, carried: missing };
}

/** Most characters of marked words that name something; more say something of it. */
const longestName = 80;

/** Marked words that may take a pronoun's place; empty where they are more than a name. */
function name(selectedText: string): string {
  const words = selectedText.trim();
  const isName = words.length <= longestName && !/\n|[.!?。！？]$/u.test(words);
  return isName ? asWords(words).trim() : '';
}

/** What a question that leans on the conversation leaves unsaid, the nearest first. */
function saidBefore(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
): readonly string[] {
  const turns = history.map((turn) => ({ ...turn, content: turn.content.slice(0, charactersRead) }));
  // Another subject takes the place of the last one.
  if (turnsTo(question))
    return saidOfSubject(turns.findLast(({ role }) => role === 'user')?.content ?? '', analyser);
  let carried: readonly string[] = [];
  let answered = '';
  for (const [place, turn] of turns.entries()) {
    if (turn.role !== 'user') continue;
    const marked = markedWords(turn.selectedText, analyser);
    const before = marked.length > 0 ? marked : [...itemMeant(turn.content, answered, analyser), ...carried];
    const said = leansOn(turn.content, analyser) ? before : [];
    const reply = turns[place + 1];
    answered = reply?.role === 'assistant' ? reply.content : '';
    carried = subjects(turn.content, said, answered, analyser);
  }
  return [...new Set([...itemMeant(question, answered, analyser), ...carried])];
}

function markedWords(selectedText: string | undefined, analyser: Analyser): readonly string[] {
  return contentWords(selectedText?.slice(0, charactersRead) ?? '', analyser).slice(0, mostCarried);
}

/** What a question asks of its subject, as far as that can be told: all of its words where it names one. */
function saidOfSubject(question: string, analyser: Analyser): readonly string[] {
  return namesWhatItIs(question, detectLanguage(question)) ? [] : contentWords(question, analyser);
}

/** The words of the item that a question means by its place in the list that was answered with. */
function itemMeant(question: string, answered: string, analyser: Analyser): readonly string[] {
  const reference = itemReference(question, detectLanguage(question));
  const name = reference && itemAt(answered, reference.place);
  return name === undefined ? [] : contentWords(name, analyser);
}

/** Whether a question needs what was said before it. */
function leansOn(question: string, analyser: Analyser): boolean {
  const language = detectLanguage(question);
  const words = contentWords(question, analyser).length;
  // What follows points to the subject that was just named.
  if (words > 0 && opening.test(question)) return false;
  if (pointsBack(question, language) || itemReference(question, language)) return true;
  if (!writesSpaces(language)) return false;
  return words < enoughWords && !(words > 0 && namesItsSubject(question, language));
}

/** How an example of something is asked for: "an example of a service". */
const exampleOf =
  /\b(?:examples?|beispiele?|exemples?|ejemplos?|esemp(?:io|i)|exemplos?|voorbeeld(?:en)?) (?:(?:of|for|von|für|de|di|van|voor) |d['’])(?!(?:the|de[rmns]?|die|das|la|les?|el|los|las|il|lo|gli|het)\s)\p{L}/iu;

/** Whether the one content word of a question is all that it asks about: what it is, or an example of it. */
function namesItsSubject(question: string, language: string): boolean {
  return namesWhatItIs(question, language) || exampleOf.test(question);
}

/** Most words that go on from one question to the next. */
const mostCarried = 12;

/** Most names of an answer that go on. */
const mostNames = 3;

/** Letters of a name, fewest: one letter is an initial. */
const shortestName = 2;

/** A list's items, what introduces them, a table's cells: their first words have capitals and are no names. */
const isListed = /^\s*(?:\||[-*+•]\s|\d{1,3}[.)]\s)|[:：][*_]*(?:\s*\[\d+\])?$/u;

/** What a question and its answer were about: the question's own words first, then what it leant on, then names. */
function subjects(
  question: string,
  said: readonly string[],
  answer: string,
  analyser: Analyser,
): readonly string[] {
  const own = contentWords(question, analyser);
  const language = detectLanguage(question);
  const [first = ''] = answer.split(/(?<=[.!?。])\s|\n/u, 1);
  const found = asksForName(question, language) && !isListed.test(first) ? names(first, language) : [];
  const named = found
    .filter((name) => name.length >= shortestName && !asking.has(name.toLowerCase()))
    .slice(0, mostNames);
  return [...new Set([...own, ...said, ...named])].slice(0, mostCarried);
}

/** Words by which a question asks which one of its kind something is, and so for a name. */
const askingForName: ReadonlySet<string> =
  wordSet(`who whom whose which where wer wen wem wessen wo welche welcher welches
  welchen welchem qui quel quelle quels quelles où quién quiénes cuál cuáles dónde chi quale quali dove quem qual quais
  onde wie welk welke waar кто кого кому какой какая какое какие где من أي أين`);

/** Whether a name that is answered with is what is spoken of then; who names a thing to hear of it goes on with that. */
function asksForName(question: string, language: string): boolean {
  if (turnsTo(question) || namesWhatItIs(question, language)) return false;
  return question.match(/[\p{L}\p{M}]+/gu)?.some((word) => askingForName.has(word.toLowerCase())) === true;
}

/** How somebody says that another subject follows. */
const opening =
  /^(?:let['’]s (?:talk|speak) about|lasst? uns (?:über|von)|parlons d[eu]|hablemos de|parliamo di|vamos falar (?:de|sobre)|laten we het hebben over|давай(?:те)? поговорим об?)\s/iu;

/** The words of a question that are looked for, without those that ask or point. */
function contentWords(question: string, analyser: Analyser): string[] {
  const language = detectLanguage(question);
  const reference = itemReference(question, language)?.words;
  const named = (reference === undefined ? question : question.replace(reference, ' ')).replace(opening, '');
  const tokens = named.match(/[\p{L}\p{M}\p{N}]+(?:[-.'’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
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

/** Words that make a question or a request of what they stand with, articles, and the commonest prepositions. */
const asking: ReadonlySet<string> =
  wordSet(`der die das den dem des ein eine einen einem einer in im von vom zu zum mit
  le la les un une des du de à au en el los las una del al il lo gli i uno di da do o os as um uma het een van
  what which who whom whose when where why how much many do does did is are was
  were has have had can could will would should may might must about and but or also me tell please
  give show explain example examples two each other let's
  gib zeig zeige erkläre beispiel beispiele einander donne montre explique exemple exemples dame muestra explica ejemplo
  ejemplos dammi mostra spiega esempio esempi dê mostre exemplo exemplos geef toon voorbeeld voorbeelden elkaar
  пример примеры покажи объясни مثال أمثلة
  was wer wen wem wann wo warum wie viel viele welche welcher welches ist sind war waren hat haben kann und aber auch
  que quoi qui quel quelle quand où comment pourquoi combien est sont a ont et mais
  qué quién cuál cuándo dónde cómo cuánto cuántos es son fue y pero
  che chi quale quando dove come perché quanto quanti è sono e ma
  quem qual onde quanto por foi são
  wat wie waar wanneer waarom hoe hoeveel welke zijn en maar
  кто что чего кого какой какая какое какие каков когда где куда почему зачем как сколько чей ли был была было были есть
  в на с и а о об для из от до у к но или
  من ما ماذا متى أين كيف لماذا كم هل أي في على إلى عن كان كانت`);
