import { type LanguagePack, none } from '../language-pack.ts';

/** Hebrew. */
export const he: LanguagePack = {
  name: 'Hebrew',
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
      'בינואר ינואר|בפברואר פברואר|במרץ מרץ|באפריל אפריל|במאי מאי|ביוני יוני|ביולי יולי|באוגוסט אוגוסט|בספטמבר ספטמבר|באוקטובר אוקטובר|בנובמבר נובמבר|בדצמבר דצמבר',
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
    questionWords: `מה מי מהו מהי מהם מהן מתי איפה היכן לאן מאיפה למה מדוע איך כיצד כמה איזה איזו אילו האם יש הוא היא הם הן
    היה היתה הייתה היו יכול יכולה יכולים אפשר צריך צריכה אני לי שלי אנחנו לנו שלנו כל`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'מה', verbs: 'עושה עושים אומר' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'או',
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
