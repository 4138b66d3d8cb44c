import { type LanguagePack, none } from '../language-pack.ts';

/** Finnish. */
export const fi: LanguagePack = {
  name: 'Finnish',
  writing: {
    evidence: {
      words: `ja on ei että se oli ovat mutta kun niin mikä mitkä joka jotka myös miten tai kuin ole hän sen vain kuka
      missä milloin miksi kuinka paljon mistä mihin minun minä sinä me te he voiko voi voivat pitää jos kanssa
      ennen jälkeen ilman onko ovatko sekä`,
      letters: 'äö',
      endings:
        'ssa ssä sta stä lla llä lta ltä lle nen minen misen inen iset aan ään een iin oon uus yys vat vät taan tään jen den ien ksi',
    },
    stemmer: 'finnish',
    isTypedUnaccented: false,
    compoundLinks: ['', 'n'],
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'tammikuuta tammikuu tammikuussa|helmikuuta helmikuu helmikuussa|maaliskuuta maaliskuu maaliskuussa|huhtikuuta huhtikuu huhtikuussa|toukokuuta toukokuu toukokuussa|kesäkuuta kesäkuu kesäkuussa|heinäkuuta heinäkuu heinäkuussa|elokuuta elokuu elokuussa|syyskuuta syyskuu syyskuussa|lokakuuta lokakuu lokakuussa|marraskuuta marraskuu marraskuussa|joulukuuta joulukuu joulukuussa',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    celsius: none,
    approximately: none,
  },
  asking: {
    questionWords: `mikä mitä minkä missä mistä mihin millä millainen millaisia mitkä kuka ketkä kenen kenet ketä kenelle keneltä
    milloin miksi miten kuinka monta monesko paljonko montako koska voiko voinko saako saanko onko ovatko pitääkö täytyykö
    on ovat oli olivat voi voivat pitää täytyy minä minun minulla minulle me meidän meille kaikki kaikkien jokainen`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'mitä mihin', verbs: 'tekee tekevät tehdä sanoo' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'vai tai',
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: none,
  },
  comparing: none,
  talking: none,
  telling: none,
  claiming: none,
  wording: none,
};
