import { type LanguagePack, none } from '../language-pack.ts';

/** Tagalog. */
export const tl: LanguagePack = {
  name: 'Tagalog',
  writing: {
    evidence: {
      words: `ang ng mga ay ano sino kailan saan bakit paano ilan ilang magkano hindi ito ako ikaw siya kami
      tayo sila ko niya natin namin nila rin`,
      letters: '',
      endings: '',
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
