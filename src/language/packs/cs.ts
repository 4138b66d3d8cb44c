import { type LanguagePack, none } from '../language-pack.ts';

/** Czech. */
export const cs: LanguagePack = {
  name: 'Czech',
  writing: {
    evidence: {
      words: `je na se že to do jako ale jsou jak co pro byl byla bylo po který která které není za od také tak
      kdo kdy kde proč kolik jaký jaká jaké má mají může mohou musí můj moje ten ta te při před bez jeho její nebo
      ve ze si`,
      letters: 'áčďéěíňřšťúůýž',
      endings: 'ost osti ování ání ení ého ému ých ými ový ová ové ský ská ské ství ace cí tí ně ách ům',
    },
    stemmer: 'czech',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'ledna leden lednu|února únor únoru|března březen březnu|dubna duben dubnu|května květen květnu|června červen červnu|července červenec červenci|srpna srpen srpnu|září|října říjen říjnu|listopadu listopad|prosince prosinec prosinci',
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
    questionWords: `co čeho čemu čím kdo koho komu kým jaký jaká jaké který která které kde kam odkud kdy proč jak kolik je jsou
    byl byla bylo byli má mají může mohou musí lze já mi mě můj moje nám nás mám máme mohu můžu můžeme musím musíme`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'co čemu', verbs: 'k dělá dělají dělat slouží' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'nebo či',
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
    sourceNames: 'zdroj, zdroje, poznámky pod čarou',
  },
  claiming: none,
  wording: none,
};
