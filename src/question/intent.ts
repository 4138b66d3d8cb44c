import { type MeasureWords, none } from '../language/language-pack.ts';
import { byLanguage, wordsByLanguage } from '../language/language-packs.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { wholeWords, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import {
  askingSentences,
  contentWords,
  isQuestionWord,
  tellingWords,
  withoutOpeningTalk,
} from './asking-words.ts';

/** What kind of thing a question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'quantity' | 'place' | 'reason';

/** How each kind is asked for, the first that fits, by language. */
const answerTypes = byLanguage(({ asking }) => asking?.answerTypes);

const typePatterns = new Map(
  Object.entries(answerTypes).map(([language, kinds]) => [
    language,
    Object.entries(kinds).map(([kind, words]) => [kind as AnswerType, wholeWords(words, language)] as const),
  ]),
);

/** The kind of thing that a question asks for; undefined where its words do not say, or its language is not known. */
export function answerType(question: string, language: string): AnswerType | undefined {
  return askedType(question, language)?.[0];
}

/** The words that say which kind of thing a question asks for: “what time”; empty where none do. */
export function typeWords(question: string, language: string): string {
  const [, pattern] = askedType(question, language) ?? [];
  return pattern?.exec(question)?.[0] ?? '';
}

function askedType(question: string, language: string): readonly [AnswerType, RegExp] | undefined {
  const asked = question.replace(/^[\p{P}\s]+/u, '');
  return typePatterns.get(language)?.find(([, pattern]) => pattern.test(asked));
}

const measurePatterns = new Map(
  Object.entries(byLanguage(({ asking }) => asking?.measures)).map(([language, measures]) => [
    language,
    Object.entries(measures).map(
      ([measure, words]) => [measure as keyof MeasureWords, wholeWords(words, language)] as const,
    ),
  ]),
);

/** What a question asks for, an amount or a name, with the word that says so: “heavy” of “How heavy is it?” */
export interface AskedMeasure {
  readonly measure: keyof MeasureWords;
  readonly word: string;
}

/** What a question asks for, where how it is written tells whether a text has it; else undefined. */
export function askedMeasure(question: string, language: string): AskedMeasure | undefined {
  for (const [measure, pattern] of measurePatterns.get(language) ?? []) {
    const asked = pattern.exec(question)?.[0];
    if (asked !== undefined) return { measure, word: asked.split(/\s/).at(-1) ?? asked };
  }
  return undefined;
}

/** How a question asks for code, a command or an example of a file. By BCP 47 primary subtag. */
const codeRequests = byLanguage(({ asking }) => asking?.codeRequests);

/** Whether a question asks to be shown code rather than to be told something. */
export function asksForCode(question: string, language: string): boolean {
  return ownValue(codeRequests, language)?.test(question) === true;
}

/** What a question wants side by side or one after the other: what to do, several things, or how things differ. */
export type AskedList = 'steps' | 'items' | 'comparison';

/** How a question asks for either, by language. */
const listWordings = byLanguage(({ asking }) => asking?.lists);

const listPatterns = new Map(
  Object.entries(listWordings).map(([language, { steps, items }]) => [
    language,
    { steps: wholeWords(steps, language), items: wholeWords(items, language) },
  ]),
);

/**
 * What a question asks for that a whole list answers better than an item of it; undefined where it asks for one thing.
 */
export function asksForList(question: string, language: string): AskedList | undefined {
  if (frameOfComparison(question, language) !== '') return 'comparison';
  const asked = listPatterns.get(language);
  if (asked?.steps.test(question)) return 'steps';
  return asked?.items.test(question) ? 'items' : undefined;
}

/** How a question says that it asks how things differ. By BCP 47 primary subtag. */
const comparisons = byLanguage(({ asking }) => asking?.comparison);

/** In whatever language: "pumps vs. valves". */
const versus = /(?<=\S\s)(?:vs\.?|versus)(?=\s)/iu;

/**
 * The words of a question that only say that a comparison is wanted, and not of what: "differ from" of "How do pumps
 * differ from rotors?" Empty where there are none.
 */
export function frameOfComparison(question: string, language: string): string {
  const frame = ownValue(comparisons, language)?.exec(question) ?? versus.exec(question);
  return frame?.[0] ?? '';
}

const countings = byLanguage(({ asking }) => asking?.aggregation);

/** How each language asks for all there is rather than for one thing, where that is known. */
const askings = Object.values(countings).flatMap((asking) => ('listing' in asking ? [asking] : []));

/** Words between the documents and what they do: "how many documents of this folder mention". */
const between = String.raw`(?:(?!do|does|did|has|have)[\p{L}\p{N}]+ ){0,3}?`;

/** Before what is counted, of what stands in it: "in how many". */
const inside = '(?:in|dans|en|em|в|في)';

/** In scripts without spaces: list all; how many, or which, documents mention. */
const withoutSpaces: readonly RegExp[] = [
  /(?:列出|列举|找出)(?:所有|全部)/u,
  /(?:多少|几|哪些)[份个篇]?(?:文档|文件|文章|报告|合同|章节|页).{0,10}(?:提到|提及|谈到|讨论|包含|涉及)/u,
  /(?:提到|提及).{0,12}(?:多少|几)次/u,
  /すべて(?:挙げ|列挙)/u,
  /(?:いくつの|何件の|何個の|どの)(?:文書|ファイル|資料|記事|報告書|契約書?).{0,16}(?:言及|触れ|述べ|扱)/u,
  /何[回度].{0,12}(?:言及|登場)/u,
];

const overAll: readonly RegExp[] = [
  ...askings.flatMap(({ listing, counting, documents, mention, often, mentioned }) => [
    startingWith(`(?:${listing})`),
    startingWith(String.raw`(?:${counting})\s?(?:[\p{L}-]+ )?(?:${documents}) ${between}(?:${mention})`),
    startingWith(String.raw`${inside} (?:${counting})\s?(?:[\p{L}-]+ )?(?:${documents})`),
    startingWith(String.raw`(?:${often})(?!\p{L}).*(?<!\p{L})(?:${mentioned})`),
  ]),
  ...withoutSpaces,
];

/** Whether a question asks to list or to count over the whole collection, which no choice of passages can answer. */
export function isAggregation(question: string): boolean {
  const asked = withoutOpeningTalk(question).replace(/\s+/g, ' ').slice(0, 500);
  return overAll.some((pattern) => pattern.test(asked));
}

/** How the number of something is asked for in a language: anywhere in a question, or where it begins. */
function howMany(language: string): RegExp | undefined {
  const asking = ownValue(countings, language);
  if (!asking) return undefined;
  if ('howMany' in asking) return startingWith(`(?:${asking.howMany})`);
  return new RegExp(
    `${writesSpaces(language) ? '(?<![\\p{L}\\p{M}])' : ''}(?:${asking.howManyWithin})`,
    'iu',
  );
}

/** What a question for a number leaves once the words that ask are gone; undefined where it asks for none. */
export function countedThing(question: string, language: string): string | undefined {
  const asked = withoutOpeningTalk(question).replace(/\s+/g, ' ').slice(0, 500).trim();
  const found = howMany(language)?.exec(asked);
  if (!found) return undefined;
  const rest = [asked.slice(0, found.index), asked.slice(found.index + found[0].length).replace(/^['’]/, '')];
  return rest
    .join(' ')
    .replace(/[?？!.\s]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a question begins with, up to the end of a word. */
function startingWith(words: string): RegExp {
  return new RegExp(String.raw`^¿?\s?${words}(?!\p{L})`, 'iu');
}

/** Words that join two questions in one sentence, or two things that are compared. */
const conjunctions = wordsByLanguage(({ talking }) => talking?.continuations);

/** Questions of one message that are answered each, most. */
const mostParts = 4;

/** A word with the white space or comma before it, and its place. */
const wordWithin = /(?<=[\s,;])[\p{L}\p{M}]+(?=\s)/gu;

/**
 * The questions that a message asks, in its order: each sentence that asks, without those that only tell, and each part
 * of one that asks several things: “what a tyre change costs” and “when you open on Saturday”. The whole message where
 * it asks one thing and tells nothing besides.
 * @param language of the message, a BCP 47 primary subtag
 */
export function askedParts(message: string, language: string): readonly string[] {
  const parts = askingSentences(message, language).flatMap((sentence) => questionsOf(sentence, language));
  const asking = parts.filter((part) => saysWhat(part, language));
  const isWhole =
    asking.length === 0 || parts.length > mostParts || (asking.length === 1 && asking[0] === message.trim());
  return isWhole ? [message] : asking;
}

/** A sentence with more characters is not looked through for questions: it asks one thing at length. */
const longestSplit = 1000;

/** What parts the questions before the last one, where a word joins that to them: “what …, who … and when …?” */
const comma = /[,;，；、]\s*/gu;

/** Questions that commas alone part, fewest. */
const fewestListed = 3;

/**
 * The questions of a sentence, parted at words that join two, and where there are such, or three questions and more, at
 * commas as well.
 */
function questionsOf(sentence: string, language: string): readonly string[] {
  const joining = ownValue(conjunctions, language);
  if (!joining || sentence.length > longestSplit) return [sentence];
  const words = sentence.matchAll(wordWithin).filter(([word]) => joining.has(word.toLowerCase()));
  const joined = partedAt(words, sentence, language);
  const last = joined.at(-1);
  if (last === undefined || joined.length === 1) {
    const listed = partedAt(sentence.matchAll(comma), sentence, language);
    // Of two, the first may say when: “When it rains, what must be closed?”
    return listed.length >= fewestListed ? listed : joined;
  }
  return [...joined.slice(0, -1).flatMap((part) => partedAt(part.matchAll(comma), part, language)), last];
}

/** The questions of a text, parted at those of these places where one ends and another begins. */
function partedAt(places: Iterable<RegExpExecArray>, text: string, language: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: between, index } of places) {
    const first = text.slice(start, index).replace(/[\s,;，；、]+$/u, '');
    const behind = index + between.length;
    const second = text.slice(behind).trimStart();
    const isTwo = beginsAsking(second, language) && asks(first, language);
    if (!isTwo || !saysWhat(first, language) || !saysWhat(second, language)) continue;
    parts.push(first);
    start = text.length - second.length;
  }
  return [...parts, text.slice(start)];
}

/** What asks for a thing of some kind, or for what something is, at the beginning of a question. */
const interrogatives = byLanguage(({ asking }) => {
  const types = asking?.answerTypes ?? none;
  const verbs = asking?.askingVerbs ?? none;
  const patterns = [
    ...(types === none ? [] : Object.values(types)),
    ...(verbs === none ? [] : verbs.asking.split(/\s+/u)),
  ];
  return patterns.length === 0 ? none : new RegExp(`^(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
});

/** Whether it begins with what asks, or with a preposition before that: “in which year”. */
function beginsAsking(text: string, language: string): boolean {
  const pattern = ownValue(interrogatives, language);
  const [first = ''] = text.match(/^[\p{L}\p{M}'’-]+\s+/u) ?? [];
  const behind = isFunctionWord(first.trim(), language) ? text.slice(first.length) : text;
  return pattern !== undefined && (pattern.test(text) || pattern.test(behind));
}

/** Whether a text has a word that asks. */
function asks(text: string, language: string): boolean {
  return text.match(/[\p{L}\p{M}'’-]+/gu)?.some((word) => isQuestionWord(word, language)) === true;
}

/** Whether a question has words beside those that ask: “when” of “when and where was it?” has none. */
function saysWhat(part: string, language: string): boolean {
  const words = tellingWords(part, language);
  const isLong = !writesSpaces(language) || part.trim().includes(' ');
  return isLong && /[\p{L}\p{N}]/u.test(words) && contentWords(words, part, language) !== '';
}

/** Words between two things, both of which are meant, where no spaces part them. */
const joints = wordsByLanguage(({ asking }) => asking?.joints);

/** Words between two things of which one is meant. */
const alternatives = wordsByLanguage(({ asking }) => asking?.alternatives);

/** Whether a text names things of which one will do: “or”. */
export function hasAlternatives(text: string, language: string): boolean {
  const words = ownValue(alternatives, language) ?? new Set<string>();
  const lower = text.toLowerCase();
  if (!writesSpaces(language)) return [...words].some((word) => lower.includes(word));
  return (lower.match(/[\p{L}\p{M}'’-]+/gu) ?? []).some((word) => words.has(word));
}

/** What parts two things from what is asked of them. */
const clauseEnd = /[,:，：、،]/u;

/** Most characters of two things that a question names apart from what it asks of them. */
const longestPair = 60;

/**
 * What a question compares: “the K2” and “the K3” of “the K2 and the K3?”, and of “Which is heavier, the K2 or the
 * K3?”. Empty where it names no two.
 * @param unframed the question without the words that say that it compares
 */
export function comparedThings(question: string, unframed: string, language: string): readonly string[] {
  if (unframed !== question) return joinedThings(unframed.trim(), ownValue(conjunctions, language), language);
  const clauses = question.split(clauseEnd);
  if (clauses.length === 1) return [];
  const pairs = clauses.map((clause) => joinedThings(clause, ownValue(alternatives, language), language));
  return pairs.find(([one = '', other = '']) => one !== '' && one.length + other.length <= longestPair) ?? [];
}
/** Two things that a word joins; empty where none does. */
function joinedThings(
  text: string,
  joining: ReadonlySet<string> | undefined,
  language: string,
): readonly string[] {
  const versus = /\s(?:vs\.?|versus)\s/iu.exec(text);
  if (versus) return [text.slice(0, versus.index), text.slice(versus.index + versus[0].length)];
  if (!writesSpaces(language)) {
    const words = [...(joining ?? []), ...(ownValue(joints, language) ?? [])];
    const joint = words.find((one) => text.includes(one));
    return joint === undefined ? [] : text.split(joint, 2);
  }
  for (const { 0: word, index } of joining ? text.matchAll(wordWithin) : [])
    if (joining?.has(word.toLowerCase())) return [text.slice(0, index), text.slice(index + word.length)];
  return [];
}
