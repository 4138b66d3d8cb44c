import { byLanguage } from '../../language/language-packs.ts';
import { proseSentences } from '../../text/sentences/prose-sentences.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { isQuestionWord } from './question-words.ts';

/** A longer text was pasted rather than asked, and is about all that it says. */
const longestRead = 4000;

/** How a question ends in languages that ask there. */
const endings = byLanguage(({ asking }) => asking?.questionEnd);

const asks = /[?？؟]["'”’»)\]]{0,3}$/;

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
  const asking = sentences.filter((sentence) => asks.test(sentence));
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
export function beginsAsking(text: string, language: string): boolean {
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
