import { type LanguagePack, none } from '../language-pack.ts';

/** Irish. */
export const ga: LanguagePack = {
  name: 'Irish',
  writing: {
    evidence: {
      words: `na agus ar ag sa tá bhí níl ní nach cad cé conas cathain cá cén céard mhéad bhfuil raibh sé sí siad mé tú
      seo sin ó faoi chun roimh idir gan ach nó má aon gach atá agam agat againn orm air leis dá níos mó féin
      ná`,
      letters: 'áéíóú',
      endings: 'acht aíonn eann adh igh aigh óir aithe',
    },
    stemmer: 'irish',
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
