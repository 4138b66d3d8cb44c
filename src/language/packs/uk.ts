import { type LanguagePack, none } from '../language-pack.ts';

/** Ukrainian. */
export const uk: LanguagePack = {
  name: 'Ukrainian',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'січня січень січні|лютого лютий лютому|березня березень березні|квітня квітень квітні|травня травень травні|червня червень червні|липня липень липні|серпня серпень серпні|вересня вересень вересні|жовтня жовтень жовтні|листопада листопад листопаді|грудня грудень грудні',
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
    questionWords: `що чого чому чим хто кого кому ким який яка яке які якого де куди звідки коли навіщо як скільки чий чия чиє
    чиї чи є був була було були можна треба потрібно я мені мене мій моя моє мої нам нас можу можемо маю маємо`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: {
      asking: 'що чого чому навіщо',
      verbs: 'для робить роблять служить потрібен потрібна потрібні',
    },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'чи або',
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
    sourceNames: 'джерело, джерела, посилання, література',
  },
  claiming: none,
  wording: none,
};
