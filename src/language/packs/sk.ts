import { type LanguagePack, none } from '../language-pack.ts';

/** Slovak. */
export const sk: LanguagePack = {
  name: 'Slovak',
  writing: {
    evidence: {
      words: `je sa na že to do ako ale sú čo bol bola bolo po ktorý ktorá ktoré nie za od tiež tak kto kedy kde prečo
      koľko aký aká aké má majú mám môže môžu musí môj moje tá pri pred bez jeho alebo vo zo`,
      letters: 'čďľĺňŕšťž',
      endings: 'ost osti ovanie ého ému ých ými ový ová ské',
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
