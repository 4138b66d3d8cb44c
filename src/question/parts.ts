import { none } from '../language/language-pack.ts';
import { byLanguage, wordsByLanguage } from '../language/language-packs.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { writesSpaces } from '../text/unspaced-scripts.ts';
import { ownValue } from '../values/own-value.ts';
import { askingSentences, contentWords, isQuestionWord, tellingWords } from './asking-words.ts';

/** Words that join two questions in one sentence, or two things that are compared. */
const conjunctions = wordsByLanguage(({ talking }) => talking?.continuations);

/** Questions of one message that are answered each, most. */
const mostParts = 4;

/** A word with the white space or comma before it, and its place. */
const wordWithin = /(?<=[\s,;])[\p{L}\p{M}]+(?=\s)/gu;

/**
 * The questions that a message asks, in its order: each sentence that asks, without those that only tell, and each half
 * of one that asks two things: “what a tyre change costs” and “when you open on Saturday”. The whole message where it
 * asks one thing and tells nothing besides.
 * @param language of the message, a BCP 47 primary subtag
 */
export function askedParts(message: string, language: string): readonly string[] {
  const parts = askingSentences(message, language).flatMap((sentence) => halves(sentence, language));
  const asking = parts.filter((part) => saysWhat(part, language));
  const isWhole =
    asking.length === 0 || parts.length > mostParts || (asking.length === 1 && asking[0] === message.trim());
  return isWhole ? [message] : asking;
}

function halves(sentence: string, language: string): readonly string[] {
  const joining = ownValue(conjunctions, language);
  for (const { 0: word, index } of joining ? sentence.matchAll(wordWithin) : []) {
    const [first, second] = [sentence.slice(0, index), sentence.slice(index + word.length).trimStart()];
    const isTwo = joining?.has(word.toLowerCase()) && beginsAsking(second, language) && asks(first, language);
    if (isTwo && saysWhat(first, language) && saysWhat(second, language))
      return [first.trimEnd(), ...halves(second, language)];
  }
  return [sentence];
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

/**
 * What a question compares, where a word joins two things: “the K2” and “the K3” of “the K2 and the K3?” Empty where it
 * names no two.
 * @param compared the question without the words that say that it compares
 */
export function comparedThings(compared: string, language: string): readonly string[] {
  const joining = ownValue(conjunctions, language);
  const versus = /\s(?:vs\.?|versus)\s/iu.exec(compared);
  if (versus) return [compared.slice(0, versus.index), compared.slice(versus.index + versus[0].length)];
  for (const { 0: word, index } of joining ? compared.matchAll(wordWithin) : [])
    if (joining?.has(word.toLowerCase()))
      return [compared.slice(0, index), compared.slice(index + word.length)];
  const unspaced = /[和与與跟]/u.exec(compared);
  return unspaced && language === 'zh'
    ? [compared.slice(0, unspaced.index), compared.slice(unspaced.index + 1)]
    : [];
}
