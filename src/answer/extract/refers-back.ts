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

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Whether a sentence begins with a word that only the sentence before it explains: "It won the award in 2000." */
export function refersBack(sentence: string, language: string): boolean {
  const first = /^[\p{P}\s]{0,4}([\p{L}\p{M}]+)/u.exec(sentence)?.[1]?.toLowerCase();
  return first !== undefined && ownValue(pronouns, language)?.has(first) === true;
}
