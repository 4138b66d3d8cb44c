import { type LanguagePack, none } from '../language-pack.ts';

/** Polish. */
export const pl: LanguagePack = {
  name: 'Polish',
  writing: {
    evidence: {
      words: `na się nie do to jest że jak co po za od czy dla są który która które którzy przez jego oraz tym kto
      kiedy gdzie dlaczego ile jaki jaka jakie jakich mam mój moja moje ma mają może mogą można musi był była było były
      będzie ten ta te tego tej ze we pod nad przed bez ich jej lub`,
      letters: 'ąćęłńóśźż',
      endings:
        'ość ości cie nie nia ych ego emu ami ach owy owa owe ski ska skie czny cja cji acja rzy szy ować ają ogi ówka',
    },
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: 'p dr prof inż mgr np tzw im św',
    functionWords: none,
  },
  figures: {
    months:
      'stycznia styczeń styczniu|lutego luty lutym|marca marzec marcu|kwietnia kwiecień kwietniu|maja maj maju|czerwca czerwiec czerwcu|lipca lipiec lipcu|sierpnia sierpień sierpniu|września wrzesień wrześniu|października październik październiku|listopada listopad listopadzie|grudnia grudzień grudniu',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    approximately: none,
  },
  asking: {
    questionWords: `co czego czemu czym kto kogo komu kim jaki jaka jakie jakich jakim który która które której którego którym których gdzie dokąd skąd kiedy
    dlaczego jak ile czyj czyja czyje czy jest są był była było były ma mają może mogą można trzeba musi muszą ja mi
    mnie mój moja moje nam nas mam mamy mogę możemy muszę musimy`,
    requests: none,
    askingVerbs: { asking: 'co czego czemu', verbs: 'do robi robią robić służy służą' },
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
  telling: {
    definitions: none,
    answerCues: none,
    overview: none,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames: 'źródło, źródła, przypisy',
  },
  claiming: none,
  wording: none,
};
