import { type LanguagePack, none } from '../language-pack.ts';

/** Norwegian. */
export const no: LanguagePack = {
  name: 'Norwegian',
  writing: {
    evidence: {
      words: `og at det som en et er på for av med den til ikke om har de hva hvordan fra var jeg kan der hvor hvem når
      hvorfor hvilken hvilke hvilket hadde skal får må finnes min mitt mine sin sitt sine vi man under over mellom
      uten etter før ved eller også mye mange blir ble være vært alle`,
      letters: 'æøå',
      endings: 'en er et ning ninger ende het heter skap sjon lig lige isk iske ene else elser',
    },
    stemmer: 'norwegian',
    isTypedUnaccented: false,
    compoundLinks: ['', 's', 'e'],
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember',
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
    questionWords: `hva hvem hvis hvilken hvilket hvilke når hvor hvorfor hvordan mange mye er var blir ble har hadde kan kunne
    skal skulle må får finnes jeg meg min mitt mine vi oss`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'hva', verbs: 'gjør gjøre står sier' },
    degrees: {
      how: 'hvor',
      adjectives: 'høy høyt lang langt lenge stor stort gammel gammelt dyp dypt dyr dyrt ofte',
    },
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'eller',
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
