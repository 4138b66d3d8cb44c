import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { wordSet } from '../../text/word-set.ts';
import { ownValue } from '../../values/own-value.ts';
import { verbsThatAsk } from './asking-verbs.ts';
import { segmentsOf } from './content-words.ts';
import { isQuestionWord, requests, withoutQuestionPhrases } from './question-words.ts';
import { withoutAskingPhrases } from './without-asking-phrases.ts';

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

/** Words with particles that only ask are told once these are gone. */
function withoutParticles(text: string): string {
  const words = text.replace(askingEnding, '').match(/\S+/g) ?? [];
  const bare = words.map((word) => word.replace(particle, ''));
  return bare.filter((word) => !isQuestionWord(bareWord(word), 'ko')).join(' ');
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
