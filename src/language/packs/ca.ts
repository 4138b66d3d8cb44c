import { type LanguagePack, none } from '../language-pack.ts';

/** Catalan. */
export const ca: LanguagePack = {
  name: 'Catalan',
  writing: {
    evidence: {
      words: `el la els les un una del dels al als amb per pel pels en què qui quin quina quins quines quan quant
      quants quantes perquè és són ha han hi té tenen tinc pot poden cal està estan més però també molt aquest
      aquesta aquests aquestes seva seu seves seus meu meva nostre nostra fins des entre sense després abans
      només cada tot tots`,
      letters: 'àçèéíïòóú',
      endings: 'ció cions tat tats atge esa esos ques gues',
    },
    stemmer: 'catalan',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre',
    dayForms: ['{day} de {month} de {year}', "{day} d'{month} de {year}"],
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    celsius: none,
    approximately: none,
  },
  asking: {
    questionWords: `què qui quin quina quins quines quan quant quanta quants quantes on com és són era eren fou foren ha han
    havia pot poden ha hi té tenen jo em meu meva nos tots totes cada tinc tenim puc podem`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'què', verbs: 'per a fa fan fer serveix serveixen diu' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'o',
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
