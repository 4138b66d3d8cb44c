import { type LanguagePack, none } from '../language-pack.ts';

/** Hindi. */
export const hi: LanguagePack = {
  name: 'Hindi',
  writing: {
    evidence: none,
    stemmer: 'own',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: {
    months: 'जनवरी|फरवरी फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर',
    dayForms: none,
    ranges: none,
    numbers: none,
    tens: none,
    scales: none,
    units: none,
    approximately: none,
  },
  asking: {
    questionWords: `क्या कौन किसने किसे किसको किसका किसकी किसके किस कब कहाँ कहां क्यों कैसे कैसा कैसी कितना कितनी कितने है हैं था थी थे
    हो होता होती होते सकता सकती सकते मैं मुझे मेरा मेरी मेरे हम हमें हमारा हमारी`,
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
  claiming: none,
  wording: none,
};
