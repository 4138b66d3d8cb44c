import { type LanguagePack, none } from '../language-pack.ts';

/** Estonian. */
export const et: LanguagePack = {
  name: 'Estonian',
  writing: {
    evidence: {
      words: `ja ei ka kui mis kes kus millal miks kuidas palju mitu mida või aga ning selle seda olen oli
      olid peab võib meie mina sina ta kas kõik enne pärast ilma koos mul`,
      letters: 'õ',
      endings: 'misel dele dega tud nud',
    },
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: none,
  comparing: none,
  talking: none,
  telling: none,
  claiming: none,
  wording: none,
};
