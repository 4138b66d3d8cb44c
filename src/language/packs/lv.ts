import { type LanguagePack, none } from '../language-pack.ts';

/** Latvian. */
export const lv: LanguagePack = {
  name: 'Latvian',
  writing: {
    evidence: {
      words: `ir kas ka kā kur kad kāpēc cik vai tā viņš viņa mēs jūs nav būt bija var vajag pēc pie līdz
      vairāk katrs katram kurš kura šis šī`,
      letters: 'āēīļņģķ',
      endings: 'šana šanas ības ību iem ajā',
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
