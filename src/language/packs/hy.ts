import { type LanguagePack, none } from '../language-pack.ts';

/** Armenian. */
export const hy: LanguagePack = {
  name: 'Armenian',
  writing: {
    evidence: none,
    stemmer: 'armenian',
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
