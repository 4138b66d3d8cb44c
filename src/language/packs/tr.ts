import { type LanguagePack, none } from '../language-pack.ts';

/** Turkish. */
export const tr: LanguagePack = {
  name: 'Turkish',
  writing: {
    evidence: {
      words: `ve bir bu da de için ile ne çok olarak daha olan gibi var mı mi mu mü nasıl en değil kadar nedir kim nerede
      nereye neden niçin hangi kaç zaman benim ben biz siz onlar şu ya veya ama her sonra önce göre yok midir`,
      letters: 'çğıöşü',
      endings:
        'lar ler ları leri lık lik luk lük ması mesi mak mek yor ıyor iyor dır dir dur dür tır tir nın nin nun nün dan den tan ten sı si acak ecek mış miş sız siz ım im ın ıyı ası rım',
    },
    stemmer: 'turkish',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    approximately: none,
  },
  asking: {
    questionWords: `ne neyi nedir nelerdir neden niçin kim kime kimi kimin kimdir nasıl nerede nereye nereden hangi kaç kaçta kaça kaçıncı mı mi mu
    mü mıdır midir var ben bana beni benim biz bize bizim`,
    requests: none,
    askingVerbs: { asking: 'ne', verbs: 'yapar yapıyor yarar' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: none,
  },
  talking: none,
  telling: {
    definitions: none,
    answerCues: none,
    overview: none,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames: 'kaynak, kaynaklar, kaynakça',
  },
  claiming: none,
  wording: none,
};
