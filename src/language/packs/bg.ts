import { type LanguagePack, none } from '../language-pack.ts';

/** Bulgarian. */
export const bg: LanguagePack = {
  name: 'Bulgarian',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    approximately: none,
  },
  asking: {
    questionWords: `какво какъв каква какви що кой коя кое кои кого кому чий чия чие чии кога къде откъде защо как колко дали ли
    е са съм сме беше бяха бил била било били има имат имам имаме може могат мога можем трябва ще аз ми ме мен мой моя
    моят моето моите ние ни нас нашият всички всеки всяка всяко`,
    requests: none,
    askingVerbs: none,
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
  telling: none,
  claiming: {
    negations: /(?<!\p{L})(?:не|няма|нито|никога|никой|нищо|без)(?!\p{L})/giu,
    subjectNegations: none,
    deniesByOneWord: false,
    conjunctions: none,
    endsWithVerb: false,
    hedges: none,
    allowances: none,
    opposites: none,
    than: none,
    absence: none,
    attribution: none,
  },
  wording: none,
};
