import { type LanguagePack, none } from '../language-pack.ts';

/** Serbian. */
export const sr: LanguagePack = {
  name: 'Serbian',
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
      'јануара јануар јануару|фебруара фебруар фебруару|марта март марту|априла април априлу|маја мај мају|јуна јун јуну|јула јул јулу|августа август августу|септембра септембар септембру|октобра октобар октобру|новембра новембар новембру|децембра децембар децембру',
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
    questionWords: `шта што ко кога коме чиме чији чија чије који која које којег коју којој којих какав каква какво какви какве
    где куда одакле када кад зашто како колико да ли је су сам смо био била било били има имају имам имамо може могу
    можемо треба мора морају морам морамо ја ми ме мене мој моја моје нам нас сви све сваки свака свако`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
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
    negations: /(?<!\p{L})(?:не|није|нису|нема|ни|никада?|нико|ништа|без)(?!\p{L})/giu,
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
