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
    functionWords: `का की के को से में पर ने और या तथा एवं कि जो जिस जिसे जिसका जिसकी जिनका वह वे यह ये उस उसे उसका उसकी उसके उन
      उन्हें उनका उनकी उनके इस इसे इसका इसकी इसके इन इन्हें इनका है हैं था थी थे हो होता होती होते हुआ हुई हुए
      होगा होगी होंगे रहा रही रहे गया गई गए जाता जाती जाते जाए कर करता करती करते करना करने किया तो ही भी लिए साथ
      अपना अपनी अपने मैं मुझे मेरा मेरी मेरे हम हमें हमारा तुम आप आपका आपकी आपके सकता सकती सकते चाहिए वाला वाली
      वाले इतना इतनी इतने`,
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
    questionPhrases: none,
    impliedWords: `कीमत दाम लागत लगता लगती लगते समय घंटे घंटा दिन साल मिनट महीने बजे ज़रूरत जरूरत चाहिए ऊँची ऊंची गहरा देना
      देने पड़ेगा पड़ता लगेगा`,
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
  wording: {
    greeting: 'नमस्ते। मुझसे दस्तावेज़ों के बारे में कुछ पूछें।',
    thanks: 'आपका स्वागत है।',
    farewell: 'नमस्कार, फिर मिलेंगे।',
    introduction:
      'मैं इन दस्तावेज़ों से प्रश्नों के उत्तर देता हूँ और दिखाता हूँ कि हर वाक्य कहाँ से आया है। इनके विषय हैं: {topics}। इनमें से किसी एक के बारे में पूछें।',
    noDocuments: 'यहाँ ऐसे कोई दस्तावेज़ नहीं हैं जिनसे उत्तर दिया जा सके। इस आदेश से जोड़ें: footnote ingest PATH',
    refusal: '{why} इनके विषय हैं: {topics}। इनमें से किसी एक के बारे में पूछें, या ऐसे दस्तावेज़ जोड़ें जिनमें उत्तर हो।',
    nothingFound: 'मुझे दस्तावेज़ों में इसके बारे में कुछ नहीं मिला।',
    tooLittleFound: 'उत्तर देने के लिए मुझे दस्तावेज़ों में इसके बारे में बहुत कम मिला।',
    nothingProven: 'मुझे इसके बारे में ऐसा कुछ नहीं मिला जिसकी दस्तावेज़ पुष्टि करते हों।',
    quoted: '“{words}”',
    listSeparator: ', ',
    andMore: '{list} और अन्य',
    titleWithHeadings: '{title} ({headings})',
    storeAway: 'अभी दस्तावेज़ों तक पहुँचा नहीं जा सकता, इसलिए यह प्रश्न का उत्तर नहीं है। हाल के उत्तरों में सबसे अधिक उद्धृत:',
    modelAway: 'भाषा मॉडल ने कोई उत्तर नहीं दिया, इसलिए दस्तावेज़ उद्धृत किए गए हैं। {reason}',
    modelSilent: 'मॉडल उत्तर नहीं दे रहा है। {span} में फिर पूछा जाएगा।',
    highTraffic: 'अभी बहुत भीड़ है, कृपया प्रतीक्षा करें।',
    highTrafficFor: 'अभी बहुत भीड़ है, कृपया {span} प्रतीक्षा करें।',
    wordsNowhere: 'किसी भी दस्तावेज़ में {words} नहीं है; उत्तर उस पर आधारित है जो सबसे निकट है।',
    asksForEverything:
      'यह प्रश्न दस्तावेज़ों की हर बात के बारे में है। केवल सबसे उपयुक्त अंश पढ़े गए, इसलिए उत्तर अधूरा हो सकता है।',
    notRewritten: 'खोज से पहले प्रश्न दोबारा नहीं लिखा गया। {reason}',
    notRegenerated: 'उत्तर दोबारा नहीं लिखा गया। {reason}',
    notCalibrated:
      'संग्रह अंशांकित नहीं है, इसलिए विश्वास के स्थान पर प्रासंगिकता ली गई है। इस आदेश से अंशांकित करें: footnote calibrate',
    passagesNotGiven: 'जो अंश मॉडल को नहीं दिए गए थे, उनके संदर्भ छोड़ दिए गए: {numbers}।',
    quoteGone: '{path} में मिला एक वाक्य अब वहाँ नहीं है; उसे छोड़ दिया गया।',
    sentencesLeftOut: 'छोड़े गए वाक्य, क्योंकि दस्तावेज़ उनकी पुष्टि नहीं करते: {count}।',
    checkedByWords: 'केवल शब्दों से जाँचे गए वाक्य: {count}। {reason}',
  },
};
