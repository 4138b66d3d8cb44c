import { type LanguagePack, none } from '../language-pack.ts';

/** Swedish. */
export const sv: LanguagePack = {
  name: 'Swedish',
  writing: {
    evidence: {
      words: `och att det som en ett är på för av med den till inte om har de vad hur från var jag kan vilken vilka vilket
      vem vems när varför hade ska skall får måste finns min mitt mina din sin sitt sina vi ni man under över mellan
      utan efter före vid eller där här så än då också mycket många blir blev vara varit`,
      letters: 'åäö',
      endings:
        'en er ad är ning ningar ningen ande ade het heter skap tion tionen lig liga ligt iska isk arna erna ens ats rna nad rar tar gar ter',
    },
    stemmer: 'swedish',
    isTypedUnaccented: false,
    compoundLinks: ['', 's'],
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december',
    dayForms: none,
    ranges: { to: none, and: 'och', between: 'mellan' },
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    celsius: none,
    approximately: none,
  },
  asking: {
    questionWords: `vad vem vems vilken vilket vilka när var vart varför hur många mycket är blir blev har hade kan kunde ska
    skall skulle måste får finns jag mig min mitt mina vi oss`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'vad', verbs: 'gör göra står säger' },
    degrees: {
      how: 'hur',
      adjectives: 'hög högt lång långt länge stor stort gammal gammalt djup djupt dyr dyrt ofta',
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
  telling: {
    definitions: none,
    answerCues: none,
    sourceNames: 'källa, källor, referenser, fotnoter',
  },
  claiming: none,
  wording: none,
};
