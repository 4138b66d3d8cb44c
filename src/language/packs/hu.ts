import { type LanguagePack, none } from '../language-pack.ts';

/** Hungarian. */
export const hu: LanguagePack = {
  name: 'Hungarian',
  writing: {
    evidence: {
      words: `az és hogy nem is egy ez van meg mi volt de csak mint ha vagy milyen hogyan azt már ki mikor hol miért
      mennyi hány melyik melyek kell lehet lesz vannak ezt én ön el fel be le között után előtt nélkül szerint
      sok még`,
      letters: 'áéíóöőúüű',
      endings:
        'ság ség ban ben nak nek ból ből ról ről tól től hoz hez nál nél val vel ért ás és ok ek ják ási ító',
    },
    stemmer: 'hungarian',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'január|február|március|április|május|június|július|augusztus|szeptember|október|november|december',
    dayForms: ['{year} {month} {day}'],
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    celsius: none,
    approximately: none,
  },
  asking: {
    questionWords: `mi mit mik miket minek mivel ki kit kik kinek kivel milyen melyik melyek hány hányan mennyi mennyit mikor
    hol hova honnan miért hogyan hogy van vannak volt voltak kell lehet tud tudok én nekem engem minket nekünk
    minden összes`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'mit mire', verbs: 'csinál csinálnak való' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'vagy',
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
