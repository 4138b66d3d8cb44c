import { type LanguagePack, none } from '../language-pack.ts';

/** Icelandic. */
export const is: LanguagePack = {
  name: 'Icelandic',
  writing: {
    evidence: {
      words: `og að það til með við ekki en frá hvað hver hvar hvenær hvers hvernig hversu marga mikið eru var
      hefur hafa ég þú hann hún þeir eða því ef þegar þessi þetta allir`,
      letters: 'ðþ',
      endings: 'unum ingar',
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
