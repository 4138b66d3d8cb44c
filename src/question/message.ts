import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import { byLanguage } from '../language/language-packs.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { anyItemMark, blank } from '../text/sentences/note-marks.ts';
import { plainCells } from '../text/sentences/row-cells.ts';
import { wordSet, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import {
  isQuestionWord,
  requests,
  tellingWords,
  withoutAskingPhrases,
  withoutOpeningTalk,
} from './asking-words.ts';
import { askedPlace } from './conditions.ts';
import { namesWhatItIs } from './definition.ts';
import { asksForList } from './intent.ts';
import {
  asksWhatThereIs,
  goingOn,
  isPointingWord,
  pointsBack,
  turnedTo,
  withoutExpletive,
} from './points-back.ts';
import { messageLanguage } from './question-language.ts';

/** A question with what it may lean on. */
export interface ConversedQuestion {
  readonly question: string;
  /** Earlier messages of the conversation that count, oldest first. */
  readonly history: readonly ConversationTurn[];
  /** Words that the reader has marked while asking; empty where none. */
  readonly selectedText: string;
}

/** Messages of a conversation, the last ones, that a model is shown. */
export const messagesShown = 10;

const corrections = Object.values(byLanguage(({ talking }) => talking?.correction));
const refusing = corrections.map((words) => words.refusing).join('|');
const meaning = corrections.map((words) => words.meaning).join('|');

/** A word that refuses stands before a comma, or before words that name what was meant. */
const correction = new RegExp(
  String.raw`^(?:(?:${refusing})(?:\s*[,;!…–—،]+\s*|[\s.]+(?=(?:${meaning})(?!\p{L}))))*(?:(?:${meaning})(?!\p{L})[\s,:]*)?`,
  'iu',
);

/** In languages that write no spaces. */
const correctionWithoutSpaces =
  /^(?:(?:不是?|不对|いや|いえ|いいえ|違います)[，,、。！!\s]+)*(?:我(?:是说|说的是|指的是|的意思是)[，,：:\s]*)?/u;

/**
 * A message without the words that only say that it corrects the one before: "services" of "No, I meant services". As
 * it is where nothing else is left.
 */
function withoutCorrection(message: string): string {
  const meant = message.replace(correction, '').replace(correctionWithoutSpaces, '');
  return /[\p{L}\p{N}]/u.test(meant) ? meant : message;
}

/** How somebody asks for more of the same. */
const askingFurther = Object.values(byLanguage(({ talking }) => talking?.more));

/** Longer messages say what they want to know. */
const longest = 60;

/** Whether a message only asks to go on: what was said already is then no reply to it. */
export function asksForMore(message: string): boolean {
  if (message.length > longest) return false;
  const asked = message
    .replace(/[¿?¡!.,…。？！，、؟،]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return askingFurther.some((pattern) => pattern.test(asked));
}

/** Ordinals up to the fifth and the last, by language: how they begin, since their endings change. */
const ordinals = byLanguage(({ talking }) => talking?.ordinals);

/** The articles before them; a language without articles has none. */
const articles = byLanguage(({ talking }) => talking?.ordinalArticles);

/** What any item may be called: "the second step". */
const nouns =
  'ones?|steps?|points?|items?|options?|schritt|punkt|étape|élément|paso|punto|opción|passo|passaggio|opzione|ponto|item|opção|stap|punt|optie|шаг|пункт|вариант';

/** Behind them no other noun follows, but the end of a clause: "et le premier ?". "One" may stand anywhere. */
const withoutNoun = String.raw`(?:\s+ones?(?!\p{L})|(?:\s+(?:${nouns}))?(?=\s*(?:[?؟.,;:!]|$)))`;

const patterns: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(ordinals).map(([language, stems]) => [
      language,
      new RegExp(
        `(?<!\\p{L})${articles[language] ?? ''}(?:${stems.map((stem) => `((?:${stem})\\p{L}{0,3})`).join('|')})${withoutNoun}`,
        'iu',
      ),
    ]),
  ),
  ...byLanguage(({ talking }) => talking?.ordinalsWithin),
};

/** The one behind the fifth. */
const lastOrdinal = 5;

/** An item of a list that a question means by its place: "And the second one?" */
interface ItemReference {
  /** 0 for the first; −1 for the last. */
  readonly place: number;
  /** The words that mean it, as they stand in the question. */
  readonly words: string;
}

/** The item that a question means by its place and no name; undefined where it means none, or in other languages. */
function itemReference(question: string, language: string): ItemReference | undefined {
  const match = ownValue(patterns, language)?.exec(question);
  if (!match) return undefined;
  const place = match.slice(1).findIndex((ordinal) => ordinal !== undefined);
  return { place: place === lastOrdinal ? -1 : place, words: match[0] };
}

/** An item of a list in Markdown: its indentation, and its words. */
const item = new RegExp(String.raw`^([ \t]*)${anyItemMark}(\S.*)$`, 'gmu');

/** The rows below the header of a table in Markdown, with bars around them or without. */
const rowsOfTable = /^(?=[^\n-]*-)(?=[^\n|]*\|)[ \t:|-]+\n((?:[^\n|]*\|.*(?:\n|$))+)/mu;

/** What an item is called stands before a colon or a dash, else it is all of its first words. */
const name = /^(.{2,60}?)(?:\s*[:：]|\s[–—-]\s|$)/u;

/**
 * The name of the item at this place of the first list in a reply, or of the row of its first table where that comes
 * first, without marks and footnotes; undefined where none has one there. Items within items do not count.
 */
export function itemAt(reply: string, place: number): string | undefined {
  const table = rowsOfTable.exec(reply);
  const items = listItems(reply.slice(0, table?.index)) ?? (table && labelsOf(table[1] ?? ''));
  const words = items
    ?.at(place)
    ?.replace(/\s\[\d+\]/gu, '')
    .replace(/[*_`]/gu, '');
  return words === undefined ? undefined : (name.exec(words)?.[1] ?? words).trim();
}

/** Undefined where there is no list. */
function listItems(reply: string): readonly string[] | undefined {
  const found = [...reply.matchAll(item)];
  const outermost = Math.min(...found.map(([, indentation = '']) => indentation.length));
  const items = found.filter(([, indentation = '']) => indentation.length === outermost);
  return items.length === 0 ? undefined : items.map(([, , words = '']) => words);
}

function labelsOf(rows: string): readonly string[] {
  const lines = rows.trim().split('\n');
  return lines.map((row) => plainCells(row).find((cell) => /\p{L}/u.test(cell)) ?? '');
}

/** A message of a conversation with what is told from it. */
export interface ReadMessage {
  /** Without a greeting and the like before it, and without the words that say that it corrects another. */
  readonly text: string;
  /** BCP 47 primary subtag. */
  readonly language: string;
  /** The item of a list that it means by its place. */
  readonly item: ItemReference | undefined;
  /** The words that are looked for, without those that ask or point. */
  readonly words: readonly string[];
  /** Whether it is one of these and nothing else. */
  readonly isKeyword: boolean;
  /** What it names, where it does nothing but name another subject, of which to ask the same. */
  readonly turnsTo: string | undefined;
  /** Whether it goes on from what was said before it: "And in 2024?" */
  readonly goesOn: boolean;
  /** Whether it points to what was said before it, or goes on from there: it is about that, whatever it names. */
  readonly pointsTo: boolean;
  /** Whether it needs what was said before it: it points there, or says too little by itself. */
  readonly leansOn: boolean;
}

/** Fewer content words than this say too little to be searched for alone. */
const enoughWords = 2;

/** How an example of something is asked for: "an example of a service". */
const exampleOf =
  /\b(?:examples?|beispiele?|exemples?|ejemplos?|esemp(?:io|i)|exemplos?|voorbeeld(?:en)?) (?:(?:of|for|von|für|de|di|van|voor) |d['’])(?!(?:the|de[rmns]?|die|das|la|les?|el|los|las|il|lo|gli|het)\s)\p{L}/iu;

/** Reads a message in the language that it shows, else in the `expected` one. */
export function readMessage(message: string, analyser: Analyser, expected: string): ReadMessage {
  const said = withoutOpeningTalk(message);
  const corrected = withoutCorrection(said);
  const language = messageLanguage(corrected, expected);
  const text = withoutAskingPhrases(corrected, language);
  const item = itemReference(text, language);
  const place = askedPlace(text, language);
  // A place is none of the words that go on: "And on page 3?" asks for what was asked of page 2.
  const placeless = place ? blank(text, place.frame).replace(place.number, ' ') : text;
  const named = item ? placeless.replace(item.words, ' ') : placeless;
  const words = contentWords(goingOn(named, language) ?? named, language, analyser);
  const isNamed = words.length > 0 && !item;
  const further = goingOn(text, language);
  if (further !== undefined && !item && asksAllItself(further, words, language))
    return readMessage(further, analyser, language);
  const isCorrected = corrected !== said && tellingWords(text, language) === text;
  const isFurther = !place && further !== undefined && isNothingBut(words, further, language);
  const isBack = pointsBack(withoutExpletive(text), language);
  // "What about its price?" asks of what was spoken of.
  const another = isBack ? undefined : turnedTo(text);
  const turnsTo = another ?? (isNamed && (isCorrected || isFurther) ? (further ?? text) : undefined);
  // What there is of something is asked for of what was spoken of: "Is there a cheaper pump?"
  const enough = asksWhatThereIs(text) ? enoughWords + 1 : enoughWords;
  const isEnough = words.length >= enough || (!writesSpaces(language) && !asksForMore(text));
  // A place, what something is, or which of it there are, may be asked for in one word.
  const namesAll =
    place !== undefined || namesItsSubject(text, language) || asksWhichThereAre(text, language);
  const isWhole = isEnough || (words.length > 0 && namesAll);
  const goesOn = further !== undefined;
  const pointsTo = goesOn || isBack;
  const leansOn = turnsTo !== undefined || pointsTo || item !== undefined || !isWhole;
  const isKeyword = words.length === 1 && isNothingBut(words, text, language);
  return { text, language, item, words, isKeyword, turnsTo, goesOn, pointsTo, leansOn };
}

const word = /[\p{L}\p{M}\p{N}]+(?:[-.'’][\p{L}\p{M}\p{N}]+)*/gu;

/** What is one with the word behind it before a vowel. */
const elided = /^(?:[cdjlmnst]|qu|un|(?:d|n|s)[eu]ll|all)['’](?=\p{L})/iu;
const eliding: ReadonlySet<string> = new Set(['fr', 'it']);

function tokensOf(text: string, language: string): readonly string[] {
  const tokens = text.match(word) ?? [];
  return eliding.has(language) ? tokens.map((token) => token.replace(elided, '')) : tokens;
}

function asks(token: string, language: string): boolean {
  return isQuestionWord(token, language) && !/^\p{Lu}{2}/u.test(token);
}

/** Fewest content words of a question that goes on and still asks all by itself; one for steps has its object. */
const fewestOfAll = 3;
const fewestOfSteps = 2;

/** Whether what goes on from a question is one that needs nothing of it: "And how do I clean the pump?" */
function asksAllItself(further: string, words: readonly string[], language: string): boolean {
  if (pointsBack(withoutExpletive(further), language)) return false;
  const fewest = asksForList(further, language) === 'steps' ? fewestOfSteps : fewestOfAll;
  const isQuestion = tokensOf(further, language).some((token) => asks(token, language));
  return namesItsSubject(further, language) || (isQuestion && words.length >= fewest);
}

/** Words of a text that neither ask nor point, and state something. */
function contentWords(text: string, language: string, analyser: Analyser): string[] {
  const tokens = tokensOf(text, language);
  const [first = ''] = tokens;
  const order = ownValue(requests, language)?.verbs.has(first.toLowerCase()) ? first : undefined;
  return tokens.filter(
    (token) =>
      token !== order &&
      !asks(token, language) &&
      !isPointingWord(token, language) &&
      !isFunctionWord(token, language) &&
      !formOfAnswer.has(token.toLowerCase()) &&
      analyser.terms(token, language).length > 0,
  );
}

/** Prepositions that state something: "And without pumps?" names no subject. */
const prepositions: ReadonlySet<string> =
  wordSet(`against without during before after under over until since gegen ohne während vor nach unter über bis seit
  wegen trotz durch contre sans pendant avant après depuis contra sin durante antes después desde hasta contro senza
  prima dopo sem depois até tegen zonder tijdens na sinds без против после до`);

/** Whether a text holds these words and else only articles: "the pumps?" */
function isNothingBut(words: readonly string[], text: string, language: string): boolean {
  const tokens = tokensOf(text, language);
  if (prepositions.has(tokens[0]?.toLowerCase() ?? '')) return false;
  const articles = ownValue(requests, language)?.articles;
  return tokens.every((token) => words.includes(token) || articles?.has(token.toLowerCase()) === true);
}

/** Whether the one content word of a question is all that it asks about: what it is, or an example of it. */
function namesItsSubject(question: string, language: string): boolean {
  return namesWhatItIs(question, language) || exampleOf.test(question);
}

/** Whether all there is of something is asked for: "Which sensors are there?" */
function asksWhichThereAre(question: string, language: string): boolean {
  return asksWhatThereIs(question) && asksForList(question, language) === 'items';
}

/**
 * Words that say how to answer, or of how many, and the commonest prepositions of languages without a list of words
 * that state nothing.
 */
const formOfAnswer: ReadonlySet<string> =
  wordSet(`example examples two each other between let's beispiel beispiele einander
  zwischen exemple exemples entre ejemplo ejemplos esempio esempi tra exemplo exemplos voorbeeld voorbeelden elkaar tussen
  пример примеры покажи объясни в на с и а о об для из от до у к но или مثال أمثلة في على إلى عن`);
