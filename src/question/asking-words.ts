import { none } from '../language/language-pack.ts';
import { byLanguage, wordsByLanguage } from '../language/language-packs.ts';
import { foldDiacritics } from '../text/analyser/normalise.ts';
import { wordOrName } from '../text/function-words.ts';
import { capitalisesNouns } from '../text/proper-names.ts';
import { proseSentences } from '../text/sentences/prose-sentences.ts';
import {
  unspacedLetters,
  wholeWords,
  wholeWordsSource,
  wordSegments,
  wordSet,
  writesSpaces,
} from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import { goingOn } from './points-back.ts';
import { knownPhrase, type SmallTalkKind } from './small-talk.ts';

/** What makes words a question, by language. */
const questionWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(
    byLanguage(({ asking, writing: { isTypedUnaccented } }) => {
      const words = asking?.questionWords ?? none;
      return words !== none && isTypedUnaccented ? `${words} ${foldDiacritics(words)}` : words;
    }),
  ).map(([language, words]) => [language, wordSet(words)]),
);

/** Whether a word, however its capitals and its apostrophe are written, only makes a question of what it stands in. */
export function isQuestionWord(word: string, language: string): boolean {
  const written = word.toLowerCase().replaceAll('’', "'");
  if (language === 'en' && englishContraction.test(written)) return true;
  return ownValue(questionWords, language)?.has(written) === true;
}

/** Several words that only ask, by language. */
const questionPhrases = new Map(
  Object.entries(
    byLanguage(({ asking, writing: { isTypedUnaccented } }) => {
      const phrases = asking?.questionPhrases ?? none;
      return phrases !== none && isTypedUnaccented ? `${phrases}|${foldDiacritics(phrases)}` : phrases;
    }),
  ).map(([language, phrases]) => [language, new RegExp(wholeWords(phrases, language), 'giu')]),
);

/** A question without several words together that only ask: “Vé lẻ” of “Vé lẻ bao nhiêu tiền”. */
function withoutQuestionPhrases(question: string, language: string): string {
  const phrases = questionPhrases.get(language);
  return phrases ? question.replace(phrases, ' ') : question;
}

/**
 * English auxiliaries that deny and pronouns with what is left of an auxiliary: “doesn't”, “what's”, “I'm”. The
 * apostrophe is often left out where no other word comes of it.
 */
const englishContraction =
  /^(?:(?:is|are|was|were|do|does|did|have|has|had|ca|could|wo|would|should|must|need)n'?t|(?:what|who|where|how|that)'?s|(?:what|who|where|when|why|how|that|there|here|it|i|you|we|they|he|she)'(?:s|re|ve|ll|d|m))$/;

/** Verbs that ask for something where one of these articles or a word that asks follows. */
interface Requests {
  readonly verbs: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
}

/** "List the staff" asks, "list comprehension" does not. By BCP 47 primary subtag. */
export const requests: Readonly<Record<string, Requests>> = byLanguage(({ asking }) => {
  const words = asking?.requests ?? none;
  return words === none ? none : { verbs: wordSet(words.verbs), articles: wordSet(words.articles) };
});

/**
 * Whether a word names a thing that a question asks of: it stands behind an article, a possessive or a word that asks,
 * “the noise”, “Ann's passport”, “how much salt”, or has the capital of a noun.
 */
export function isAskedThing(word: string, question: string, language: string): boolean {
  if (!writesSpaces(language)) return question.includes(`的${word}`);
  const all = question
    .split(/[\s\u00a0]+/)
    .map((one) => one.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''));
  return all.some((one, at) => {
    const [, elided = '', bare = one] = /^(\p{L}{1,2})['’](\p{L}+)$/u.exec(one) ?? [];
    if (bare.toLowerCase() !== word.toLowerCase()) return false;
    if (capitalisesNouns.has(language)) return at > 0 && /^\p{Lu}/u.test(bare);
    const before = all[at - 1]?.toLowerCase() ?? '';
    const articles = ownValue(requests, language)?.articles;
    const isOfSomebody = /\p{L}['’]s?$/u.test(before);
    return (
      elided !== '' || isOfSomebody || articles?.has(before) === true || isQuestionWord(before, language)
    );
  });
}

/** The words that ask what something does, is for or says, and those that they ask it with. */
interface AskingVerbs {
  readonly asking: ReadonlySet<string>;
  /** With the prepositions that stand before what asks. */
  readonly verbs: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. English has most of its verbs among the words that ask. */
const askingVerbs: Readonly<Record<string, AskingVerbs>> = byLanguage(({ asking }) => {
  const words = asking?.askingVerbs ?? none;
  return words === none ? none : { asking: wordSet(words.asking), verbs: wordSet(words.verbs) };
});

/** How far into a question the word stands that asks so: behind a preposition or an article. */
const verbAsksWithin = 2;

const noVerbs: ReadonlySet<string> = new Set();

/**
 * The verbs that tell nothing of what is looked for in a question that begins so: "was macht", "à quoi sert". Elsewhere
 * they may: "Macht", "le fait".
 * @param words of the question, without marks and in small letters
 */
function verbsThatAsk(words: readonly string[], language: string): ReadonlySet<string> {
  const known = ownValue(askingVerbs, language);
  return known && words.slice(0, verbAsksWithin).some((word) => known.asking.has(word))
    ? known.verbs
    : noVerbs;
}

/**
 * How it is said, by language, that something is to be told, known or looked for, in front of what that is. In these
 * patterns a space stands for any white space.
 */
const openings = byLanguage(({ asking }) => asking?.askingOpenings);

/** The same behind what is asked for, and what asks whether it is so. */
const closings = byLanguage(({ asking }) => asking?.askingClosings);

/** What a question in a language may begin with before it says what is asked for, and the same at its end. */
interface AskingPhrases {
  readonly opening?: RegExp;
  readonly closing?: RegExp;
}

/** Made when a question in a language first comes. */
const patterns = new Map<string, AskingPhrases>();

/** The phrases of a language, a BCP 47 primary subtag; none of one that is not known. */
function askingPhrases(language: string): AskingPhrases {
  const made = patterns.get(language);
  if (made) return made;
  const [before, behind] = [ownValue(openings, language), ownValue(closings, language)];
  const isParted = writesSpaces(language);
  const wordEnd = isParted ? String.raw`(?:(?<=['’])|(?![\p{L}\p{N}]))` : '';
  const parting = isParted && language !== 'ko' ? String.raw`[,.;!?،؟][\s¿]{0,9}` : String.raw`\s{0,9}`;
  const phrases = {
    ...(before && {
      opening: pattern(String.raw`^[\s¿¡]{0,9}`, before, String.raw`${wordEnd}[,.:;!?،，。！：]{0,9}\s{0,9}`),
    }),
    ...(behind && { closing: pattern(parting, behind, String.raw`[\s.!?؟？。]{0,9}$`) }),
  };
  patterns.set(language, phrases);
  return phrases;
}

function pattern(before: string, phrases: readonly string[], behind: string): RegExp {
  const lines = phrases.join('|').replace(/\n\s*/g, ' ');
  const source = lines.replaceAll(' ?', String.raw`\s*`).replaceAll(' ', String.raw`\s+`);
  return new RegExp(`${before}(?:${source})${behind}`, 'iu');
}

/** A longer text was pasted rather than asked, and is about all that it says. */
const longestRead = 4000;

/** How a question ends in languages that ask there. */
const endings = byLanguage(({ asking }) => asking?.questionEnd);

const questionMark = /[?？؟]["'”’»)\]]{0,3}$/;

/** Where a sentence ends that the next goes on from in small letters, as they are typed. */
const questionEnd = /(?<=[?？؟])\s+/u;
const lastEnd = /(?<=\p{L}{2}[.!…])\s+(?=\S[^.!…]*[.!…]*$)|\n\s*(?=\S.*$)/u;

/**
 * Of a text that tells something besides, the sentences that ask: “How many days off do I get?” of “I am new here. How
 * many days off do I get?” Where no mark says so it is the last one, if it begins as a question does. The whole text
 * where nothing is told from the rest.
 * @param language a BCP 47 primary subtag
 */
export function askingSentences(text: string, language: string): readonly string[] {
  if (text.length > longestRead) return [text];
  const sentences = proseSentences(text, language).flatMap(({ start, end }) =>
    text.slice(start, end).split(questionEnd),
  );
  const asking = sentences.filter((sentence) => questionMark.test(sentence));
  if (asking.length > 0) return asking;
  const last = text.split(lastEnd).at(-1) ?? text;
  const isAsking = beginsAsking(last, language) || endings[language]?.test(last) === true;
  return [isAsking ? last : text];
}

/** Words of which one asks, at the beginning of a question: “how much”, “for how long”, “jusqu’à quand”. */
const asksWithin = 2;

/** Longest word that asks in a language that parts no words. */
const longestUnspaced = 4;

/** Whether a text begins as a question does. */
function beginsAsking(text: string, language: string): boolean {
  const words = text.match(/[\p{L}\p{M}'’-]+/gu)?.slice(0, asksWithin) ?? [];
  const [first = ''] = words;
  const beginnings = writesSpaces(language)
    ? words
    : Array.from({ length: longestUnspaced }, (_, at) => first.slice(0, at + 1));
  return beginnings.some((word) => isQuestionWord(word, language) || isAuxiliary(word, language));
}

/** Auxiliaries of English are no words of a question to those that look for it, which leave them out. */
function isAuxiliary(word: string, language: string): boolean {
  return language === 'en' && /^(?:is|are|was|were|will)$/i.test(word);
}

/** Small talk of these kinds may stand before a question. */
const before: ReadonlySet<SmallTalkKind> = new Set(['greeting', 'thanks', 'acknowledgement', 'farewell']);

/** And of these behind it. */
const behind: ReadonlySet<SmallTalkKind> = new Set(['thanks', 'farewell']);

/** And of this where nothing parts them. */
const thanks: ReadonlySet<SmallTalkKind> = new Set(['thanks']);

/** What parts small talk from a question, for within the brackets of a pattern. */
const mark = String.raw`,.!?:;…–—،؛，。！？、\n\p{Emoji_Presentation}`;

const markedBefore = new RegExp(
  `^([^${mark}]{1,60}?)(?:[${mark}]|\\s-\\s)[${mark}\\s]{0,20}(?=[\\p{L}\\p{N}¿"“„«「(])`,
  'u',
);
const markedBehind = new RegExp(`(?:[,،，、\\n]|(?<=[${mark}]))\\s{0,9}¡?([^${mark}]{1,60})$`, 'u');

/** Where a phrase may end or begin that no mark parts from the question. */
const wordEnd = new RegExp(`\\s+|(?<=[${unspacedLetters}])`, 'gu');

/** Letters at either end in which a phrase is looked for. */
const withinEnds = 80;

/** What is said around a question may be several phrases, at most. */
const mostPhrases = 4;

/** A text without the phrases that `step` takes away one by one. */
function withoutEach(text: string, step: (text: string) => string): string {
  let rest = text;
  for (let count = 0; count < mostPhrases; count += 1) {
    const shorter = step(rest);
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest;
}

/**
 * A message without the small talk before it, in any language: “what is a stator?” of “Hello, what is a stator?” and of
 * “ok what is a stator”. Where nothing parts the two, it may be a name (“Hello World”), and is none before a question.
 */
export function withoutOpeningTalk(message: string): string {
  return withoutEach(message.trimStart(), (rest) => rest.slice(openingTalk(rest.slice(0, withinEnds))));
}

/** Languages in which no name begins with a greeting, as far as a space parts it from what follows. */
const namesNothing: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);

/** Characters of a phrase at the beginning of a text. */
function openingTalk(text: string): number {
  const [all = '', phrase = ''] = markedBefore.exec(text) ?? [];
  if (isTalk(phrase, before)) return all.length;
  const end = Array.from(text.matchAll(wordEnd)).findLast(({ index, 0: space }) => {
    const talk = text.slice(0, index);
    const languages = isTalk(talk, before) ? (knownPhrase(talk)?.languages ?? []) : [];
    const next = text.slice(index + space.length);
    return languages.some(
      (language) => (space !== '' && namesNothing.has(language)) || opensQuestion(next, language),
    );
  });
  return end ? end.index + end[0].length : 0;
}

function isTalk(phrase: string, kinds: ReadonlySet<SmallTalkKind>): boolean {
  const talk = knownPhrase(phrase);
  return talk !== undefined && kinds.has(talk.kind);
}

/** Whether a text begins as a question does, or goes on from one. */
function opensQuestion(text: string, language: string): boolean {
  const goesOn = goingOn(text, language) !== undefined;
  return goesOn || beginsAsking(text, language) || askingPhrases(language).opening?.test(text) === true;
}

/** What a question may end with in any language to ask kindly. */
const kindly =
  /[\s,]{1,9}(?:please|pls|bitte|svp|s['’]il (?:vous|te) plaît|por favor|per favore|alsjeblieft|alstublieft|пожалуйста)$/iu;

/** A message without thanks, a farewell and “please” behind it. */
function withoutClosingTalk(message: string): string {
  return withoutEach(message, (rest) => {
    const bare = rest.replace(/[\s.!。！]{1,9}$/u, '');
    const cut = closingTalk(bare.slice(-withinEnds));
    return cut > 0 ? bare.slice(0, bare.length - cut) : rest;
  });
}

/** Characters of a phrase at the end of a text. */
function closingTalk(text: string): number {
  const [please] = kindly.exec(text) ?? [];
  if (please !== undefined) return please.length;
  const [all = '', phrase = ''] = markedBehind.exec(text) ?? [];
  if (isTalk(phrase, behind)) return all.length;
  // “How do you say thank you?” asks for it, and so does “what is good night”.
  if (!/\p{L}$/u.test(text)) return 0;
  const begins = Array.from(text.matchAll(wordEnd)).find(({ index, 0: space }) =>
    isTalk(text.slice(index + space.length), thanks),
  );
  return begins ? text.length - begins.index : 0;
}

/** The number of a question in a list of them; that of a day stays: “5. März 2024”. */
const numbering =
  /^\s{0,9}(?:\(?\d{1,2}[.)](?=\s)(?!\s{1,9}(?:\p{L}{3,20}\s|\d{1,2}\.\s?)\d{4})|(?:q|question|frage|pregunta|domanda|pergunta|vraag|вопрос|问题|問題|質問)\s?\d{0,3}\s?[:：.)])\s{0,9}/iu;

/**
 * A question without what is said around it: “Hello, does anyone know when the office opens? Thanks!” asks when the
 * office opens. Where nothing else is said, all stays.
 * @param language a BCP 47 primary subtag
 */
export function withoutAskingPhrases(text: string, language: string): string {
  const rest = askedFor(text, language);
  return rest === '' ? text : rest;
}

/** The same, empty where nothing else is said: “Can you help me?” */
export function askedFor(text: string, language: string): string {
  const { opening = /^$/, closing } = askingPhrases(language);
  let rest = withoutClosingTalk(text).replace(numbering, '');
  // “Is that true?”
  rest = rest.slice(0, rest.length - (closing?.exec(rest.slice(-withinEnds))?.[0].length ?? 0));
  rest = withoutEach(rest, (begun) => withoutOpeningTalk(begun).replace(opening, ''));
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
}

/**
 * A question without the words that ask rather than tell. Names stay: capitalised inside a sentence ("May"), all
 * capitals ("US"); so does a month ("May 2024"). Where all would go, and for languages without a list, nothing does.
 */
export function withoutQuestionWords(text: string, language: string): string {
  const kept = tellingWords(text, language);
  return /[\p{L}\p{N}]/u.test(kept) ? kept : text;
}

/** The same, also where it leaves no words at all. */
export function tellingWords(question: string, language: string): string {
  const text = withoutQuestionPhrases(withoutAskingPhrases(question, language), language);
  if (!writesSpaces(language)) return keptSegments(text, language);
  const kept = keptWords(text, language);
  // One word alone is not asked but named, and may end like a particle.
  return language === 'ko' && /\S\s+\S/.test(text) ? withoutParticles(kept) : kept;
}

function keptWords(text: string, language: string): string {
  const all = text.split(/\s+/);
  const verbs = verbsThatAsk(
    all.filter((word) => /[\p{L}\p{N}]/u.test(word)).map((word) => bareWord(word).toLowerCase()),
    language,
  );
  const kept = all.filter((word, position) => {
    const beginsSentence = position === 0 || /[.?!:]$/.test(all[position - 1] as string);
    const bare = bareWord(word);
    const isName = /^\p{Lu}{2}/u.test(bare) || (!beginsSentence && /^\p{Lu}\p{L}/u.test(bare));
    const isMonth = bare === 'May' && /^\p{Nd}/u.test(all[position + 1] ?? '');
    return isName || isMonth || !(isQuestionWord(bare, language) || verbs.has(bare.toLowerCase()));
  });
  return (isRequest(all, kept[0], language) ? kept.slice(1) : kept).join(' ');
}

/** A question for how something is done orders nothing: "How do I list all pumps?" */
const asksHow = wordSet('how wie comment cómo come como hoe');

/** Whether the first word that would be kept only asks for what follows it. */
function isRequest(all: readonly string[], first: string | undefined, language: string): boolean {
  const known = ownValue(requests, language);
  if (
    first === undefined ||
    asksHow.has(bareWord(all[0] ?? '').toLowerCase()) ||
    !known?.verbs.has(bareWord(first).toLowerCase())
  )
    return false;
  const next = bareWord(all[all.indexOf(first) + 1] ?? '').toLowerCase();
  return known.articles.has(next) || isQuestionWord(next, language);
}

/** A word without the marks around it. Accents may be written as marks of their own, and in Hindi most vowels are. */
function bareWord(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]{1,9}|[^\p{L}\p{M}\p{N}]{1,9}$/gu, '').normalize('NFC');
}

/** At the end of a Korean word of three syllables or more, for its part in the sentence. */
const particle =
  /(?<=\p{Script=Hangul}{2})(?:에서는|에서|에게|에는|에도|으로|까지|부터|처럼|보다|마다|은|는|이|가|을|를|의|에|로|와|과|도|만)(?=[?？！!.,]*$)/u;

/** At the end of the verb that a Korean question ends with, and which a statement would end otherwise. */
const askingEnding =
  /(?:(?:해야|되어야|돼야|할|될) ?)?(?:하나요|되나요|인가요|한가요|나요|는지요?|인지|습니까|입니까|합니까|됩니까|하는지|할까요|을까요|까요|하죠|죠|해야|되어야|돼야)(?=[?？！!.,]*$)/u;

/** At the end of a Korean word that is said to be something: “언제예요” asks when it is. */
const copula =
  /(?<=\p{Script=Hangul})이?(?:에요|예요|인가요|인가|인지|입니까|일까요|라고|이?야|이?죠|이?지요)(?=[?？！!.,]*$)/u;

/** Words with particles that only ask are told once these are gone. */
function withoutParticles(text: string): string {
  const words = text.replace(askingEnding, '').match(/\S+/g) ?? [];
  return words
    .map((word) => word.replace(particle, ''))
    .filter((word) => [word, word.replace(copula, '')].every((one) => !isQuestionWord(bareWord(one), 'ko')))
    .join(' ');
}

/** The endings of a Korean predicate: where it joins what it says, ends its sentence, or tells of a noun. */
const predicateEnding =
  /(?:(?<=\p{Script=Hangul}{2})면|[으려하되]면|으려면|(?:[아어해여가와]|서|려|켜|져)야|[아어해여가와]서|[아어해여]도|(?:았|었|했|였)(?:을|던|나|어요|습니다)?|하는데|는데|지만|거나|[아어여해]요|세요|네요|나요|습니까|습니다|하는|되는|하기|던|는)$/u;

/**
 * A Korean predicate without its ending: “잃어버리” of “잃어버리면”. What one syllable is left of is a light verb, “있어요”,
 * “내야”, and says nothing of what is asked: then empty. A noun stays as it is.
 */
function koreanStem(word: string): string {
  const stem = word.replace(predicateEnding, '');
  return stem === word || stem.length > 1 ? stem : '';
}

/** A space stands where words were left out, so that their neighbours are not taken for a pair. */
function keptSegments(text: string, language: string): string {
  const segments = segmentsOf(text, language);
  return segments
    .map((segment) => (isQuestionWord(segment, language) ? ' ' : segment))
    .join('')
    .replace(/\s+(?=[？?！!。、，,]|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is asked "how much" of: behind the word that asks, in languages that have one word for it. */
const degrees = new Map(
  Object.entries(byLanguage(({ asking }) => asking?.degrees)).map(([language, { how, adjectives }]) => [
    language,
    new RegExp(wholeWordsSource(`${how}\\s+(${adjectives.replaceAll(' ', '|')})`), 'giu'),
  ]),
);

/**
 * Words that a passage which answers need not have, beside those that only ask: articles and the like, and what says of
 * which kind the answer is (“kostet”, “hours”). Where accents are often left out, also without them.
 */
const needless: Readonly<Record<string, ReadonlySet<string>>> = wordsByLanguage(({ asking, writing }) => {
  const words = [writing.functionWords, asking?.impliedWords]
    .filter((some) => typeof some === 'string')
    .join(' ');
  return words !== '' && writing.isTypedUnaccented ? `${words} ${foldDiacritics(words)}` : words || undefined;
});

/** What the share of a question's words that a passage holds counts for, by BCP 47 primary subtag. Default: 1. */
export const wordShares = byLanguage(({ asking }) => asking?.wordShare);

/** "d'intérêt", "l'abbonamento". */
const elision = /(?<![\p{L}\p{N}])(\p{L}{1,5})['’](?=\p{L})/gu;

/**
 * The words of a question that say what it is about, of those that are looked for: without articles, prepositions and
 * the like, without the adjective of "how long" and "wie hoch", and without what the answer says anyway. A passage that
 * bears on the question may well do without these, and in a handful of documents they would weigh as much as any word.
 * Where no spaces part words, one stands between them: two characters of neighbours are no word. All of them where
 * nothing else is left.
 *
 * @param keywords Of `text`, what is looked for.
 * @param language The question's, a BCP 47 primary subtag.
 */
export function contentWords(keywords: string, text: string, language: string): string {
  const pattern = degrees.get(language);
  const adjectives = new Set(
    pattern ? Array.from(text.matchAll(pattern), ([, adjective = '']) => adjective.toLowerCase()) : [],
  );
  const known = ownValue(needless, language);
  const isNeedless = (word: string) => {
    const written = word.toLowerCase();
    return adjectives.has(written) || known?.has(written) === true;
  };
  const content = writesSpaces(language)
    ? keywords
        .replace(elision, (all, article: string) => (isNeedless(article) ? ' ' : all))
        .replace(wordOrName, (word) => (isNeedless(word) ? ' ' : language === 'ko' ? koreanStem(word) : word))
    : segmentsOf(keywords, language)
        .filter((segment) => !isNeedless(segment))
        .join(' ');
  return /[\p{L}\p{N}]/u.test(content) ? content : keywords;
}

/** What is longer was pasted rather than asked, and is left as it is. */
const longestCut = 1000;

/** The words of a text in a language that puts no spaces between them, marks among them. */
function segmentsOf(text: string, language: string): readonly string[] {
  if (text.length > longestCut) return [text];
  return Array.from(wordSegments(text, language), ({ segment }) => segment);
}
