import { ownValue } from '../../own-value.ts';
import { wordSet } from '../../text/word-set.ts';

/** Words that begin a sentence and point to the one before it, by BCP 47 primary subtag. */
const pronouns: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet('he she it they this that these those his her its their such both'),
  de: wordSet(
    'er sie es dies diese dieser dieses diesem diesen jene jener jenes sein seine ihr ihre deren dessen beide',
  ),
  fr: wordSet(
    'il elle ils elles ce cela ça ceci cet cette ces celui celle ceux celles son sa ses leur leurs',
  ),
  es: wordSet('él ella ello ellos ellas esto este esta estos estas eso ese esa esos esas su sus ambos ambas'),
  it: wordSet(
    'egli ella esso essa essi esse lui lei loro questo questa questi queste ciò quello quella suo sua',
  ),
  pt: wordSet(
    'ele ela eles elas isto este esta estes estas isso esse essa esses essas seu sua seus suas ambos',
  ),
  nl: wordSet('hij zij ze het dit dat deze die zijn haar hun beide'),
  ru: wordSet('он она оно они это этот эта эти его её их такой такая такие оба'),
};

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
  const [first, second] = Array.from(
    sentence.slice(0, charactersRead).matchAll(/[\p{L}\p{M}]+/gu),
    ([word]) => word.toLowerCase(),
  );
  const known = ownValue(pronouns, language);
  if (first === undefined || !known) return false;
  if (known.has(first)) return true;
  const joining = ownValue(connectives, language);
  return (
    joining?.reasons.has(first) === true || (joining?.before.has(first) === true && known.has(second ?? ''))
  );
}
