import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import { askedPlace } from '../retrieve/understand/asked-place.ts';
import { tellingWords } from '../retrieve/understand/without-question-words.ts';
import { blank } from '../text/blank.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { distinctTerms } from '../text/distinct-terms.ts';
import { itemMark } from '../text/item-mark.ts';
import { wordSet } from '../text/word-set.ts';
import { namesWhatItIs } from './extract/definition.ts';
import { type ItemReference, itemAt, itemReference } from './item-reference.ts';
import { isPointingWord, pointsBack, turnsTo, withMeant, writesSpaces } from './points-back.ts';
import { asWords } from './search-text.ts';
import { smallTalkOf } from './small-talk.ts';
import { names } from './verify/names.ts';
import { withoutCorrection } from './without-correction.ts';

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
 * where one was, and comes first. What corrects the question before ("No, I meant pumps") is what was meant, without
 * the words that say so. With words marked (`selectedText`) it is about these instead, and where they are no more than
 * a name they take the pronoun's place. Questions before were made whole the same way, so that a subject lasts as long
 * as nobody changes it. A question that stands by itself is left alone.
 */
export function wholeQuestion(
  question: string,
  history: readonly ConversationTurn[],
  analyser: Analyser,
  selectedText = '',
): WholeQuestion {
  const asked = read(question, analyser);
  const isAlone = { question: history.length > 0 ? asked.text : question, carried: [] };
  if (!leansOn(asked)) return isAlone;
  const named = name(selectedText);
  const meant = named && withMeant(asked.text, named, asked.language);
  if (meant) return { question: meant, carried: [] };
  const marked = markedWords(selectedText, analyser);
  const carried = marked.length > 0 ? marked : saidBefore(asked, history, analyser);
  const missing = lacking(asked, carried, analyser);
  if (missing.length === 0) return isAlone;
  return { question: `${asked.text} (${missing.join(' ')})`, carried: missing };
}

/** A message with what is told from it. */
interface ReadMessage {
  /** Without the words that say that it corrects another. */
  readonly text: string;
  /** BCP 47 primary subtag. */
  readonly language: string;
  /** The item of a list that it means by its place. */
  readonly item: ItemReference | undefined;
  /** Whether it says where in documents it is to be answered from. */
  readonly namesPlace: boolean;
  /** Whether it does nothing but name another subject, of which to ask the same. */
  readonly turns: boolean;
  /** The words that are looked for, without those that ask or point. */
  readonly words: readonly string[];
}

function read(message: string, analyser: Analyser): ReadMessage {
  const text = withoutCorrection(message);
  const language = detectLanguage(text);
  const item = itemReference(text, language);
  const place = askedPlace(text, language);
  // A place is none of the words that go on: "And on page 3?" asks for what was asked of page 2.
  const placeless = place ? blank(text, place.frame).replace(place.number, ' ') : text;
  const named = (item ? placeless.replace(item.words, ' ') : placeless).replace(opening, '');
  const tokens = named.match(/[\p{L}\p{M}\p{N}]+(?:[-.'’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const words = tokens.filter(
    (token) =>
      !isPointingWord(token, language) &&
      !asking.has(token.toLowerCase()) &&
      analyser.terms(token, language).length > 0,
  );
  const turns = turnsTo(text) || (text !== message && tellingWords(text, language) === text);
  return { text, language, item, words, turns, namesPlace: place !== undefined };
}

/** Most characters of marked words that name something; more say something of it. */
const longestName = 80;

/** Marked words that may take a pronoun's place; empty where they are more than a name. */
function name(selectedText: string): string {
  const words = selectedText.trim();
  const isName = words.length <= longestName && !/\n|[.!?。！？]$/u.test(words);
  return isName ? asWords(words).trim() : '';
}

/**
 * What a question that leans on the conversation leaves unsaid, the nearest first. Small talk in between is passed
 * over.
 */
function saidBefore(
  question: ReadMessage,
  history: readonly ConversationTurn[],
  analyser: Analyser,
): readonly string[] {
  let carried: readonly string[] = [];
  let answered = '';
  let askedOfSubject: readonly string[] = [];
  for (const [place, { role, content, selectedText }] of history.entries()) {
    if (role !== 'user' || smallTalkOf(content)) continue;
    const last = read(content.slice(0, charactersRead), analyser);
    const marked = markedWords(selectedText, analyser);
    const said = last.turns ? askedOfSubject : [...itemMeant(last, answered, analyser), ...carried];
    const before = marked.length > 0 ? marked : said;
    const reply = history[place + 1];
    answered = reply?.role === 'assistant' ? reply.content.slice(0, charactersRead) : '';
    carried = subjects(last, leansOn(last) ? before : [], answered);
    if (!last.turns) askedOfSubject = saidOfSubject(last);
  }
  // Another subject takes the place of the last one.
  if (question.turns) return askedOfSubject;
  return [...new Set([...itemMeant(question, answered, analyser), ...carried])];
}

function markedWords(selectedText: string | undefined, analyser: Analyser): readonly string[] {
  return read(selectedText?.slice(0, charactersRead) ?? '', analyser).words.slice(0, mostCarried);
}

/** What a question asks of its subject, as far as that can be told: all of its words where it names one. */
function saidOfSubject({ text, language, words }: ReadMessage): readonly string[] {
  return namesWhatItIs(text, language) ? [] : words;
}

/** The words of the item that a question means by its place in the list that was answered with. */
function itemMeant({ item }: ReadMessage, answered: string, analyser: Analyser): readonly string[] {
  const name = item && itemAt(answered, item.place);
  return name === undefined ? [] : read(name, analyser).words;
}

/** Whether a question needs what was said before it. */
function leansOn({ text, language, item, words, namesPlace, turns }: ReadMessage): boolean {
  // What follows points to the subject that was just named.
  if (words.length > 0 && opening.test(text)) return false;
  if (turns || pointsBack(text, language) || item) return true;
  if (!writesSpaces(language)) return false;
  return words.length < enoughWords && !(words.length > 0 && (namesPlace || namesItsSubject(text, language)));
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
const isListed = new RegExp(String.raw`^\s*(?:\||${itemMark}\s)|[:：][*_]*(?:\s*\[\d+\])?$`, 'u');

/** What a question and its answer were about: the question's own words first, then what it leant on, then names. */
function subjects(
  { text, language, words }: ReadMessage,
  said: readonly string[],
  answer: string,
): readonly string[] {
  const [first = ''] = answer.split(/(?<=[.!?。])\s|\n/u, 1);
  const found = asksForName(text, language) && !isListed.test(first) ? names(first, language) : [];
  const named = found
    .filter((name) => name.length >= shortestName && !asking.has(name.toLowerCase()))
    .slice(0, mostNames);
  return [...new Set([...words, ...said, ...named])].slice(0, mostCarried);
}

/** Words by which a question asks which one of its kind something is, and so for a name. */
const askingForName: ReadonlySet<string> =
  wordSet(`who whom whose which where wer wen wem wessen wo welche welcher welches
  welchen welchem qui quel quelle quels quelles où quién quiénes cuál cuáles dónde chi quale quali dove quem qual quais
  onde wie welk welke waar кто кого кому какой какая какое какие где من أي أين`);

/**
 * Whether a name that is answered with is what is spoken of then; who names a thing to hear of it goes on with that.
 */
function asksForName(question: string, language: string): boolean {
  if (turnsTo(question) || namesWhatItIs(question, language)) return false;
  return question.match(/[\p{L}\p{M}]+/gu)?.some((word) => askingForName.has(word.toLowerCase())) === true;
}

/** How somebody says that another subject follows. */
const opening =
  /^(?:let['’]s (?:talk|speak) about|lasst? uns (?:über|von)|parlons d[eu]|hablemos de|parliamo di|vamos falar (?:de|sobre)|laten we het hebben over|давай(?:те)? поговорим об?)\s/iu;

/** Of these words, those that the question does not hold in any form. */
function lacking({ text, language }: ReadMessage, carried: readonly string[], analyser: Analyser): string[] {
  const held = distinctTerms(analyser, text, language);
  return carried.filter((word) => !analyser.terms(word, language).every((term) => held.has(term.text)));
}

/** Words that make a question or a request of what they stand with, articles, and the commonest prepositions. */
const asking: ReadonlySet<string> =
  wordSet(`der die das den dem des ein eine einen einem einer in im von vom zu zum mit
  le la les un une des du de à au en el los las una del al il lo gli i uno di da do o os as um uma het een van
  between zwischen entre tra fra tussen между بين
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
