import { type LanguagePack, none } from '../language-pack.ts';

/** Indonesian. */
export const id: LanguagePack = {
  name: 'Indonesian',
  writing: {
    evidence: {
      words: `yang dari untuk dengan pada adalah tidak akan dalam oleh sebagai bisa dapat harus apa apakah siapa kapan
      mana bagaimana mengapa berapa saya kami mereka juga atau karena jika setiap tentang telah sudah belum`,
      letters: '',
      endings: 'nya',
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
  telling: {
    definitions: none,
    answerCues: none,
    sourceNames: 'sumber, referensi, daftar pustaka',
  },
  claiming: none,
  wording: none,
};
