import { type LanguagePack, none } from '../language-pack.ts';

/** Swahili. */
export const sw: LanguagePack = {
  name: 'Swahili',
  writing: {
    evidence: {
      words: `ya wa kwa ni katika za cha vya kuwa hii hiyo nini lini wapi vipi ngapi kila lakini kama hakuna
      yake wao sisi mimi wewe upi ipi`,
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
