import { byLanguage } from '../../language/language-packs.ts';
import { pointsAt, withoutExpletive, wordsOf } from '../../question/points-back.ts';
import { wordSet } from '../../text/word-set.ts';
import { ownValue } from '../../values/own-value.ts';

/** Pointers that at the beginning of a sentence mostly are none: "One of the pumps is red.", "Da es regnet, …" */
const pointNowhere = wordSet('one ones there da');

/** Words that a sentence may begin with before its pronoun, and those that name what was said as its reason. */
interface Connectives {
  readonly before: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. In languages that put the verb first after them, it stands before the pronoun. */
const connectives: Readonly<Record<string, Connectives>> = byLanguage(({ telling }) => {
  const words = telling?.connectives;
  return words && { before: wordSet(words.before), reasons: wordSet(words.reasons) };
});

/** Characters of a sentence that its first two words stand in, marks around them included. */
const charactersRead = 60;

/**
 * Whether a sentence begins with a word that only the sentence before it explains, be it behind one that joins the two:
 * "It won the award in 2000.", "However, it was sold.", "Therefore the plate is kept cool."
 */
export function refersBack(sentence: string, language: string): boolean {
  const words = wordsOf(withoutExpletive(sentence.slice(0, charactersRead)));
  const first = words[0]?.toLowerCase() ?? '';
  const joining = ownValue(connectives, language);
  if (joining?.reasons.has(first)) return true;
  if (joining?.before.has(first)) return pointsAt(1, words, language);
  return !pointNowhere.has(first) && pointsAt(0, words, language);
}
