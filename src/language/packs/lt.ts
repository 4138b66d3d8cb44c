import { type LanguagePack, none } from '../language-pack.ts';

/** Lithuanian. */
export const lt: LanguagePack = {
  name: 'Lithuanian',
  writing: {
    evidence: {
      words: `ir yra kad iš į kaip kas kur kada kodėl kiek jos jų jie nuo iki po už apie būti buvo
      gali turi reikia kuris kuri kurie koks kokia mano aš šis ši visi labai dėl`,
      letters: 'ėįų',
      endings: 'imas imo ojo iai ius ose uose ams oms',
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
