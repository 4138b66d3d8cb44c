import { type LanguagePack, none } from '../language-pack.ts';

/** Croatian. */
export const hr: LanguagePack = {
  name: 'Croatian',
  writing: {
    evidence: {
      words: `je se da za na koji koja koje kojem što kako kada gdje tko koliko zašto nije smo su će ako ili kao ali te od
      do iz po pri nakon prije ima imam imaju može mogu mora moraju biti bila bilo svaki ovo samo između bez kod`,
      letters: 'čćđšž',
      endings: 'anje enje osti nost ama cija cije ski ske skih',
    },
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: {
    questionWords: `što šta tko ko koga kome čime čiji čija čije koji koja koje kojeg koju kojoj kojih kakav kakva kakvo kakvi
    kakve gdje gde kamo kuda odakle kada kad zašto kako koliko da li je su sam smo bio bila bilo bili ima imaju imam
    imamo može mogu možemo treba mora moraju moram moramo ja mi me mene moj moja moje nam nas svi sve svaki svaka
    svako`,
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
    alternatives: 'ili',
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
