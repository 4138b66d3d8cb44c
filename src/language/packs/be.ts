import { type LanguagePack, none } from '../language-pack.ts';

/** Belarusian. */
export const be: LanguagePack = {
  name: 'Belarusian',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: {
    questionWords: `што чаго чаму чым хто каго каму кім які якая якое якія якога якой якіх дзе куды адкуль калі навошта як
    колькі чый чыя чыё чые ці ёсць быў была было былі можна трэба патрэбна я мне мяне мой мая маё мае нам нас магу можам
    маю маем`,
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
    alternatives: none,
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
