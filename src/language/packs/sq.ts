import { type LanguagePack, none } from '../language-pack.ts';

/** Albanian. */
export const sq: LanguagePack = {
  name: 'Albanian',
  writing: {
    evidence: {
      words: `të dhe në është për nga një që cili cila çfarë kur ku pse kush nuk ka janë ishte duhet ose
      deri çdo këtë kjo ky`,
      letters: 'ëç',
      endings: 'isht ëve',
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
