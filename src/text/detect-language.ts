/** Characters looked at: more do not change the outcome. */
const sampleLength = 4000;

/** Scripts that one language, or one by far, is written in. Kana is checked before Han: Japanese uses both. */
const languageByScript: readonly (readonly [language: string, letter: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['hy', /\p{Script=Armenian}/gu],
];

/** Letters that tell languages of one script apart, where some are used by one of them alone. */
const tellingLetters: Readonly<Record<string, readonly (readonly [language: string, letters: RegExp])[]>> = {
  ru: [['uk', /[іїєґ]/i]],
  ar: [['fa', /[پچژگ]/]],
};

/** Frequent short words of languages in Latin script, few of them shared. */
const frequentWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    `the of and to in is that for it with as was are by what how which does from this have not be on
     who whom whose when where why did do has had can could would should were been or at an any some there their
     its my your we you they about between into than other most many much`,
  ),
  de: words(
    `der die und das ist nicht ein eine zu den mit von im für auf dem wie was wird sich des auch es sind
     wer wen wem wessen wann wo warum wieso welche welcher welches welchem welchen wurde wurden hat haben hatte
     war waren einen einem einer nach aus bei über zur zum als oder kann viele ihre seine in an am`,
  ),
  fr: words(
    'le la les des et est une dans que qui pour du un pas sur plus par avec sont ce quelle comment au en',
  ),
  es: words('el la los las de y que en un una es por para con del se no como más cuál qué está son su al'),
  it: words('il di che e la un una per non con del della sono le gli come è i nel dei alla quale più lo si'),
  pt: words('o de que e do da em um uma para com não os no as se na por mais dos como é ao qual são das'),
  nl: words('de het een en van is dat op te in zijn met voor niet aan er wat hoe die ook als bij of wordt'),
  sv: words('och att det som en är på för av med den till inte om ett har de vad hur från var jag kan'),
  da: words('og at det som en er på for af med den til ikke om et har de hvad hvordan fra var jeg kan der'),
  no: words('og at det som en er på for av med den til ikke om et har de hva hvordan fra var jeg kan ble'),
  fi: words('ja on ei että se oli ovat mutta kun niin mikä joka myös miten tai kuin ole hän sen vain'),
  pl: words('i w na z się nie do to jest że jak co o po za od czy dla są który przez jego oraz tym'),
  cs: words('a je v na se že to s z do o jako ale jsou jak co pro byl by který není za od také tak'),
  hu: words('a az és hogy nem is egy ez van meg mi volt de csak mint ha vagy milyen hogyan azt már'),
  ro: words('și de la în a cu pe nu că o este un din care mai ce pentru sunt cum au prin se sau'),
  tr: words('ve bir bu da de için ile ne çok olarak daha olan gibi var mı nasıl en değil kadar nedir'),
  vi: words('là và của có các không một được cho trong người những với này đã ở gì về từ khi như'),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * The language of a text as a BCP 47 primary subtag: by its script where that settles it, else by its frequent
 * words, else `en`. Looks at the beginning only. A few words of Latin script are a weak ground, and said to be
 * English unless they speak against it.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleLength);
  return byScript(sample) ?? byFrequentWords(sample);
}

function byScript(sample: string): string | undefined {
  const latin = count(sample, /\p{Script=Latin}/gu);
  let best: { language: string; letters: number } | undefined;
  for (const [language, letter] of languageByScript) {
    const letters = count(sample, letter);
    // Japanese prose may hold more Han than Kana; a tenth of Kana is far more than Chinese ever has.
    const weighed = language === 'ja' ? letters * 10 : letters;
    if (letters > 0 && (!best || weighed > best.letters)) best = { language, letters: weighed };
  }
  // Names and terms in Latin letters are common in every script; the reverse is rare.
  if (!best || best.letters * 3 < latin) return undefined;
  return tellingLetters[best.language]?.find(([, letters]) => letters.test(sample))?.[0] ?? best.language;
}

/** Single letters stand for anything, in formulas and tables above all. */
const wordOfLetters = /[\p{L}\p{M}]{2,}/gu;

/** Prose holds far more frequent words than this; a coincidence among names holds fewer. */
const minVoteShare = 0.1;

function byFrequentWords(sample: string): string {
  const tokens = sample.toLowerCase().match(wordOfLetters) ?? [];
  let best = { language: 'en', votes: tokens.length * minVoteShare };
  for (const [language, frequent] of Object.entries(frequentWords)) {
    const votes = tokens.reduce((sum, token) => sum + (frequent.has(token) ? 1 : 0), 0);
    if (votes > best.votes) best = { language, votes };
  }
  return best.language;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
