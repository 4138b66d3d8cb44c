import { none as missing } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { wordSet } from '../../text/word-set.ts';
import { ownValue } from '../../values/own-value.ts';

/** The words that ask what something does, is for or says, and those that they ask it with. */
interface AskingVerbs {
  readonly asking: ReadonlySet<string>;
  /** With the prepositions that stand before what asks. */
  readonly verbs: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. English has most of its verbs among the words that ask. */
const askingVerbs: Readonly<Record<string, AskingVerbs>> = byLanguage(({ asking }) => {
  const words = asking?.askingVerbs ?? missing;
  return words === missing ? missing : { asking: wordSet(words.asking), verbs: wordSet(words.verbs) };
});

/** How far into a question the word stands that asks so: behind a preposition or an article. */
const asksWithin = 2;

const none: ReadonlySet<string> = new Set();

/**
 * The verbs that tell nothing of what is looked for in a question that begins so: "was macht", "à quoi sert". Elsewhere
 * they may: "Macht", "le fait".
 * @param words of the question, without marks and in small letters
 */
export function verbsThatAsk(words: readonly string[], language: string): ReadonlySet<string> {
  const known = ownValue(askingVerbs, language);
  return known && words.slice(0, asksWithin).some((word) => known.asking.has(word)) ? known.verbs : none;
}
