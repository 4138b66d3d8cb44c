import { type LanguagePack, none } from '../language-pack.ts';

/** Danish. */
export const da: LanguagePack = {
  name: 'Danish',
  writing: {
    evidence: {
      words: `og at det som en et er på for af med den til ikke om har de hvad hvordan fra var jeg kan der hvor hvem
      hvornår hvorfor hvilken hvilke hvilket havde skal får må findes min mit mine sin sit sine vi man under over
      mellem uden efter før ved eller også meget mange bliver blev være været alle`,
      letters: 'æøå',
      endings: 'en er et ning ninger ende ede hed heder skab tion lig lige ligt isk iske erne ene else elser',
    },
    stemmer: 'danish',
    isTypedUnaccented: false,
    compoundLinks: ['', 's', 'e'],
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december',
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
    questionWords: `hvad hvem hvis hvilken hvilket hvilke hvornår hvor hvorfor hvordan mange meget er var bliver blev har havde
    kan kunne skal skulle må får findes jeg mig min mit mine vi os`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'hvad', verbs: 'gør gøre står siger' },
    degrees: {
      how: 'hvor',
      adjectives: 'høj højt lang langt længe stor stort gammel gammelt dyb dybt dyr dyrt ofte',
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
