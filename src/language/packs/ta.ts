import { type LanguagePack, none } from '../language-pack.ts';

/** Tamil. */
export const ta: LanguagePack = {
  name: 'Tamil',
  writing: {
    evidence: none,
    stemmer: 'tamil',
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
