import { wholeWords } from '../../text/whole-words.ts';

/** What kind of thing a question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'quantity' | 'place' | 'reason';

/**
 * How each kind is asked for, the first that fits: the inside of a regular expression. By BCP 47 primary subtag. A word
 * that also joins sentences counts only where a question may begin: French « qui », Russian «когда».
 */
const written: Readonly<Record<string, Readonly<Record<AnswerType, string>>>> = {
  en: {
    reason: 'why|how come|how so|for what reason',
    quantity:
      'how (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|heavy|expensive)|what (?:percent|percentage|number|amount)|what (?:is|are|was|were) the (?:price|cost|fee)s? of',
    time: 'when|(?:what|which) (?:year|date|day|month|century|decade|time)',
    person: 'who(?:m|se)?',
    place: 'where|(?:what|which) (?:city|country|state|place|town|region|location)',
  },
  de: {
    reason: 'warum|weshalb|wieso',
    quantity:
      'wie ?(?:viele?[nrs]?|lange?|alt|weit|hoch|groß|oft|häufig|schnell|tief|schwer|teuer)|(?:welche[nrs]?|welchen) (?:anzahl|anteil|prozentsatz|menge)',
    time: 'wann|welche[mnrs]? (?:jahr|jahre|datum|tag|monat|jahrhundert|jahrzehnt)',
    person: 'wer|wen|wem|wessen',
    place: 'wo|wohin|woher|welche[mnrs]? (?:stadt|land|staat|ort|region|gegend|bundesland)',
  },
  fr: {
    reason: 'pourquoi',
    quantity: 'combien|quel(?:le)? (?:nombre|quantité|pourcentage|âge|hauteur|longueur|proportion)',
    time: "^(?:(?:depuis|jusqu[’']à) )?quand|quel(?:le)?s? (?:année|date|jour|mois|siècle|décennie|époque)",
    person: '^(?:(?:à|de|avec|par|pour|chez) )?qui|quel(?:le)? personne',
    place: "^(?:d[’'])?où|quel(?:le)?s? (?:ville|pays|état|lieu|région|endroit)",
  },
  es: {
    reason: 'por qué',
    quantity: 'cuánt[oa]s?|qué (?:cantidad|número|porcentaje|proporción)',
    time: 'cuándo|(?:qué|cuál) (?:año|fecha|día|mes|siglo|década)',
    person: 'quién(?:es)?',
    place: 'a?dónde|qué (?:ciudad|país|estado|lugar|región)',
  },
  it: {
    reason: '^perché|come mai',
    quantity: 'quant[aeio]|(?:che|quale) (?:percentuale|numero|quantità)',
    time: '^(?:(?:da|fino a) )?quando|(?:che|quale?) (?:anno|data|giorno|mese|secolo|decennio)',
    person: 'chi',
    place: "dove|dov[’']è|(?:che|quale) (?:città|paese|stato|luogo|regione)",
  },
  pt: {
    reason: 'por ?quê|^por ?que',
    quantity: 'quant[ao]s?|(?:que|qual) (?:percentagem|porcentagem|número|quantidade)',
    time: '^(?:desde )?quando|(?:que|qual) (?:ano|data|dia|mês|século|década)',
    person: 'quem',
    place: '^(?:de |para )?a?onde|(?:que|qual) (?:cidade|país|estado|lugar|região)',
  },
  nl: {
    reason: 'waarom',
    quantity:
      'hoe ?(?:veel|lang|oud|ver|hoog|groot|vaak|snel|diep|zwaar)|(?:welk|wat voor) (?:percentage|aantal)',
    time: 'wanneer|welke? (?:jaar|datum|dag|maand|eeuw|decennium)',
    person: 'wie|wiens',
    place: 'waar|waarheen|welke? (?:stad|land|staat|plaats|regio)',
  },
  ru: {
    reason: 'почему|зачем',
    quantity: 'сколько|как (?:долго|часто|далеко|быстро)|как(?:ое|ой) (?:количество|число|процент)',
    time: '^(?:с )?когда|как(?:ом|ие|ой|ая) (?:году|год|годы|месяце|месяц|веке|век|дата|день|десятилетии)|какого (?:числа|года)',
    person: 'кто|кого|кому|кем|чей|чья|чьё',
    place: 'где|куда|откуда|как(?:ом|ой) (?:городе|стране|штате|месте|регионе)',
  },
  zh: {
    reason: '为什么|为何',
    time: '什么时候|何时|哪一?(?:年|天|月|日)|哪个(?:年代|世纪|月|时期)|几(?:月|日|号|点|世纪)',
    quantity: '多少|多(?:久|长|大|高|远|快|重|深)|几(?!乎)|百分之几',
    person: '谁|哪位|哪个人|何人',
    place: '哪里|哪儿|何处|在哪|(?:哪|什么)(?:个|座|一个)?(?:城市|国家|州|省|地方|地区)',
  },
  ja: {
    reason: 'なぜ|どうして|何故',
    time: 'いつ|何(?:年(?!間)|月|日|世紀|時(?!間))',
    quantity:
      'いくつ|いくら|何(?:人|個|回|パーセント|%|年間|歳|時間|分|秒|本|枚|台|キロ|メートル)|(?:どの|どれ)(?:くらい|ぐらい)',
    person: '誰|だれ',
    place: 'どこ|どの(?:都市|国|州|県|場所|地域)',
  },
  ar: {
    reason: 'لماذا',
    quantity: '[وفب]?كم|ما (?:هو |هي )?(?:عدد|نسبة|مقدار)',
    time: 'متى|أي (?:عام|سنة|يوم|شهر|قرن|عقد|تاريخ)|ما (?:هو )?تاريخ',
    person: '^من|من (?:هو|هي|هم|الذي|التي)|لمن',
    place: 'أين|أي (?:مدينة|بلد|دولة|ولاية|منطقة|مكان)',
  },
};

const questions = new Map(
  Object.entries(written).map(([language, kinds]) => [
    language,
    Object.entries(kinds).map(([kind, words]) => [kind as AnswerType, wholeWords(words, language)] as const),
  ]),
);

/** The kind of thing that a question asks for; undefined where its words do not say, or its language is not known. */
export function answerType(question: string, language: string): AnswerType | undefined {
  const asked = question.replace(/^[\p{P}\s]+/u, '');
  return questions.get(language)?.find(([, pattern]) => pattern.test(asked))?.[0];
}
