import { ownValue } from '../../own-value.ts';
import { pointsAt, withoutExpletive, wordsOf } from '../../retrieve/understand/points-back.ts';
import { wordSet } from '../../text/word-set.ts';

/** Pointers that at the beginning of a sentence mostly are none: "One of the pumps is red.", "Da es regnet, …" */
const pointNowhere = wordSet('one ones there da');

/** Words that a sentence may begin with before its pronoun, and those that name what was said as its reason. */
interface Connectives {
  readonly before: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. In languages that put the verb first after them, it stands before the pronoun. */
const connectives: Readonly<Record<string, Connectives>> = {
  en: {
    before: wordSet(
      'however then also but and so still later instead therefore thus often usually sometimes finally moreover',
    ),
    reasons: wordSet('therefore thus hence consequently'),
  },
  de: {
    before: wordSet('dann auch aber und doch später trotzdem außerdem oft meist schließlich zudem jedoch'),
    reasons: wordSet('deshalb daher darum deswegen dadurch danach dafür dabei dazu davon'),
  },
  fr: {
    before: wordSet('puis ensuite mais et aussi alors cependant toutefois parfois souvent enfin'),
    reasons: wordSet('ainsi donc'),
  },
  es: { before: wordSet('luego después pero y también además entonces'), reasons: wordSet('así') },
  it: { before: wordSet('poi ma e anche inoltre allora'), reasons: wordSet('così quindi perciò pertanto') },
  pt: { before: wordSet('depois mas e também além então'), reasons: wordSet('assim portanto') },
  nl: {
    before: wordSet('dan ook maar en later toch vaak meestal'),
    reasons: wordSet('daarom daardoor daarna daarmee'),
  },
  ru: { before: wordSet('затем потом но и также однако'), reasons: wordSet('поэтому') },
};

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
