import { clauseEnd } from './clause-end.ts';

/** Words that leave open whether something is so, by language. In small letters: “May” is a month. */
const hedges: Readonly<Record<string, RegExp>> = {
  en: /\b(?:may|might|could|possibly|perhaps|[Pp]erhaps|probably|allegedly|reportedly|[Ii]t is (?:possible|likely))\b/u,
  de: /(?<!\p{L})(?:könnten?|dürften?|möglicherweise|vielleicht|vermutlich|wahrscheinlich|angeblich)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:pourrai(?:t|ent)|peut-être|probablement)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:podrían?|quizás?|tal vez|probablemente|posiblemente)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:potrebbe(?:ro)?|forse|probabilmente)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:poderiam?|talvez|provavelmente)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:misschien|mogelijk|waarschijnlijk)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:возможно|вероятно)(?!\p{L})/iu,
  zh: /可能|或许|也许|大概/u,
  ja: /かもしれ|おそらく|たぶん/u,
};

/** What says the same, or that something is allowed, which “may” can mean too. */
const allowances: Readonly<Record<string, RegExp>> = {
  en: /\b(?:can|able|allow\w*|permit\w*|possible|potential\w*|likel\w+|optional\w*|option|eligible|free to|right|should|must|would|expected|seems?|appears?|suggest\w*|estimat\w*|if|unless)\b/iu,
  de: /(?<!\p{L})(?:kann|können|darf|dürfen|möglich|erlaubt|sollten?|würden?|falls|wenn)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:peut|peuvent|possible|permis|devrait|si)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:puede|pueden|posible|permitido|debería|si)(?!\p{L})/iu,
};

/** How much of a claim a clause must say to be what the claim is made of. */
const saidShare = 0.6;

/** Whether a text leaves open whether something is so. */
export function leavesOpen(text: string, language: string): boolean {
  return hedges[language]?.test(text) === true;
}

/**
 * The word by which a source leaves open what a claim states: “may” of “may reduce”, where the claim has “reduces” and
 * no clause of the sources states it. Undefined where there is none. `termsOf` gives the content terms of a text.
 */
export function droppedHedge(
  claim: string,
  sources: readonly string[],
  language: string,
  termsOf: (text: string) => readonly string[],
): string | undefined {
  const hedge = hedges[language];
  if (!hedge || hedge.test(claim) || allowances[language]?.test(claim)) return undefined;
  const wanted = new Set(termsOf(claim));
  let dropped: string | undefined;
  let statedShare = 0;
  let hedgedShare = 0;
  for (const clause of sources.flatMap((source) => source.split(new RegExp(clauseEnd, 'gu')))) {
    const share = wanted.intersection(new Set(termsOf(clause))).size / wanted.size;
    const found = hedge.exec(clause)?.[0];
    if (found === undefined) statedShare = Math.max(statedShare, share);
    else if (share > hedgedShare) {
      hedgedShare = share;
      dropped = found;
    }
  }
  return hedgedShare >= saidShare && hedgedShare > statedShare ? dropped : undefined;
}
