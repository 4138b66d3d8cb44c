import { type LanguagePack, none } from '../language-pack.ts';

/** Romanian. */
export const ro: LanguagePack = {
  name: 'Romanian',
  writing: {
    evidence: {
      words: `și de la în cu pe nu că este un din care mai ce pentru sunt cum au prin se sau cine când unde cât câți
      câte al ale ai lui ei să fi fost am are poate pot trebuie între fără după până despre acest această`,
      letters: 'ăâîșțşţ',
      endings: 'ului ilor ție ții iile ește esc are ere ire ează ate uri ele elor ător itate',
    },
    stemmer: 'romanian',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months:
      'ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie',
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
    questionWords: `ce cine cui care când unde cum cât câtă câți câte este e sunt era erau are au avea poate pot trebuie
    eu mă mi meu mea mei mele noi ne toți toate fiecare`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'ce', verbs: 'face fac spune servește' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'sau',
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
