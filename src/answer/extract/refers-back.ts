import { ownValue } from '../../own-value.ts';

/** Words that begin a sentence and point to the one before it, by BCP 47 primary subtag. */
const pronouns: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('he she it they this that these those his her its their such both'),
  de: words(
    'er sie es dies diese dieser dieses diesem diesen jene jener jenes sein seine ihr ihre deren dessen beide',
  ),
  fr: words('il elle ils elles ce cela ça ceci cet cette ces celui celle ceux celles son sa ses leur leurs'),
  es: words('él ella ello ellos ellas esto este esta estos estas eso ese esa esos esas su sus ambos ambas'),
  it: words(
    'egli ella esso essa essi esse lui lei loro questo questa questi queste ciò quello quella suo sua',
  ),
  pt: words(
    'ele ela eles elas isto este esta estes estas isso esse essa esses essas seu sua seus suas ambos',
  ),
  nl: words('hij zij ze het dit dat deze die zijn haar hun beide'),
  ru: words('он она оно они это этот эта эти его её их такой такая такие оба'),
};

/** Words that a sentence may begin with before its pronoun, and those that name what was said as its reason. */
interface Connectives {
  readonly before: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
}

/** By BCP 47 primary subtag. In languages that put the verb first after them, it stands before the pronoun. */
const connectives: Readonly<Record<string, Connectives>> = {
  en: {
    before: words(
      'however then also but and so still later instead therefore thus often usually sometimes finally moreover',
    ),
    reasons: words('therefore thus hence consequently'),
  },
  de: {
    before: words('dann auch aber und doch später trotzdem außerdem oft meist schließlich zudem jedoch'),
    reasons: words('deshalb daher darum deswegen dadurch danach dafür dabei dazu davon'),
  },
  fr: {
    before: words('puis ensuite mais et aussi alors cependant toutefois parfois souvent enfin'),
    reasons: words('ainsi donc'),
  },
  es: { before: words('luego después pero y también además entonces'), reasons: words('así') },
  it: { before: words('poi ma e anche inoltre allora'), reasons: words('così quindi perciò pertanto') },
  pt: { before: words('depois mas e também além então'), reasons: words('assim portanto') },
  nl: {
    before: words('dan ook maar en later toch vaak meestal'),
    reasons: words('daarom daardoor daarna daarmee'),
  },
  ru: { before: words('затем потом но и также однако'), reasons: words('поэтому') },
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

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

/** Characters of a sentence that its first two words stand in, marks around them included. */
const charactersRead = 60;
