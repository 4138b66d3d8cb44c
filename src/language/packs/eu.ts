import { type LanguagePack, none } from '../language-pack.ts';

/** Basque. */
export const eu: LanguagePack = {
  name: 'Basque',
  writing: {
    evidence: {
      words: `eta da ez dira du dute zen ziren ere baina edo hau hori zer zein nor nork non noiz nola zenbat zergatik
      dago daude zuen dut dugu duzu ditu ditut ditugu dituzte izan behar baino beste bere gure haiek arte oso
      dela dituen diren`,
      letters: '',
      endings: 'aren arekin eko tzen tako rako tik ekin etako tasun',
    },
    stemmer: 'basque',
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
