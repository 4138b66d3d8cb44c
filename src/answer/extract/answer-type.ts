import { ownValue } from '../../own-value.ts';
import { wholeWords } from '../../text/whole-words.ts';

/** What kind of thing a question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'quantity' | 'place' | 'reason';

/**
 * How each kind is asked for, the first that fits. By BCP 47 primary subtag. A word that also joins sentences counts
 * only where a question may begin: French « qui », Russian «когда».
 */
const questions: Readonly<Record<string, readonly (readonly [AnswerType, RegExp])[]>> = {
  en: [
    ['reason', wholeWords('why|how come|how so|for what reason')],
    [
      'quantity',
      wholeWords(
        'how (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|heavy|expensive)|what (?:percent|percentage|number|amount)|what (?:is|are|was|were) the (?:price|cost|fee)s? of',
      ),
    ],
    ['time', wholeWords('when|(?:what|which) (?:year|date|day|month|century|decade|time)')],
    ['person', wholeWords('who(?:m|se)?')],
    ['place', wholeWords('where|(?:what|which) (?:city|country|state|place|town|region|location)')],
  ],
  de: [
    ['reason', wholeWords('warum|weshalb|wieso')],
    [
      'quantity',
      wholeWords(
        'wie ?(?:viele?[nrs]?|lange?|alt|weit|hoch|groß|oft|häufig|schnell|tief|schwer|teuer)|(?:welche[nrs]?|welchen) (?:anzahl|anteil|prozentsatz|menge)',
      ),
    ],
    ['time', wholeWords('wann|welche[mnrs]? (?:jahr|jahre|datum|tag|monat|jahrhundert|jahrzehnt)')],
    ['person', wholeWords('wer|wen|wem|wessen')],
    ['place', wholeWords('wo|wohin|woher|welche[mnrs]? (?:stadt|land|staat|ort|region|gegend|bundesland)')],
  ],
  fr: [
    ['reason', wholeWords('pourquoi')],
    [
      'quantity',
      wholeWords('combien|quel(?:le)? (?:nombre|quantité|pourcentage|âge|hauteur|longueur|proportion)'),
    ],
    [
      'time',
      wholeWords(
        "^(?:(?:depuis|jusqu[’']à) )?quand|quel(?:le)?s? (?:année|date|jour|mois|siècle|décennie|époque)",
      ),
    ],
    ['person', wholeWords('^(?:(?:à|de|avec|par|pour|chez) )?qui|quel(?:le)? personne')],
    ['place', wholeWords("^(?:d[’'])?où|quel(?:le)?s? (?:ville|pays|état|lieu|région|endroit)")],
  ],
  es: [
    ['reason', wholeWords('por qué')],
    ['quantity', wholeWords('cuánt[oa]s?|qué (?:cantidad|número|porcentaje|proporción)')],
    ['time', wholeWords('cuándo|(?:qué|cuál) (?:año|fecha|día|mes|siglo|década)')],
    ['person', wholeWords('quién(?:es)?')],
    ['place', wholeWords('a?dónde|qué (?:ciudad|país|estado|lugar|región)')],
  ],
  it: [
    ['reason', wholeWords('^perché|come mai')],
    ['quantity', wholeWords('quant[aeio]|(?:che|quale) (?:percentuale|numero|quantità)')],
    [
      'time',
      wholeWords('^(?:(?:da|fino a) )?quando|(?:che|quale?) (?:anno|data|giorno|mese|secolo|decennio)'),
    ],
    ['person', wholeWords('chi')],
    ['place', wholeWords("dove|dov[’']è|(?:che|quale) (?:città|paese|stato|luogo|regione)")],
  ],
  pt: [
    ['reason', wholeWords('por ?quê|^por ?que')],
    ['quantity', wholeWords('quant[ao]s?|(?:que|qual) (?:percentagem|porcentagem|número|quantidade)')],
    ['time', wholeWords('^(?:desde )?quando|(?:que|qual) (?:ano|data|dia|mês|século|década)')],
    ['person', wholeWords('quem')],
    ['place', wholeWords('^(?:de |para )?a?onde|(?:que|qual) (?:cidade|país|estado|lugar|região)')],
  ],
  nl: [
    ['reason', wholeWords('waarom')],
    [
      'quantity',
      wholeWords(
        'hoe ?(?:veel|lang|oud|ver|hoog|groot|vaak|snel|diep|zwaar)|(?:welk|wat voor) (?:percentage|aantal)',
      ),
    ],
    ['time', wholeWords('wanneer|welke? (?:jaar|datum|dag|maand|eeuw|decennium)')],
    ['person', wholeWords('wie|wiens')],
    ['place', wholeWords('waar|waarheen|welke? (?:stad|land|staat|plaats|regio)')],
  ],
  ru: [
    ['reason', wholeWords('почему|зачем')],
    [
      'quantity',
      wholeWords('сколько|как (?:долго|часто|далеко|быстро)|как(?:ое|ой) (?:количество|число|процент)'),
    ],
    [
      'time',
      wholeWords(
        '^(?:с )?когда|как(?:ом|ие|ой|ая) (?:году|год|годы|месяце|месяц|веке|век|дата|день|десятилетии)|какого (?:числа|года)',
      ),
    ],
    ['person', wholeWords('кто|кого|кому|кем|чей|чья|чьё')],
    ['place', wholeWords('где|куда|откуда|как(?:ом|ой) (?:городе|стране|штате|месте|регионе)')],
  ],
  zh: [
    ['reason', /为什么|为何/u],
    ['time', /什么时候|何时|哪一?(?:年|天|月|日)|哪个(?:年代|世纪|月|时期)|几(?:月|日|号|点|世纪)/u],
    ['quantity', /多少|多(?:久|长|大|高|远|快|重|深)|几(?!乎)|百分之几/u],
    ['person', /谁|哪位|哪个人|何人/u],
    ['place', /哪里|哪儿|何处|在哪|(?:哪|什么)(?:个|座|一个)?(?:城市|国家|州|省|地方|地区)/u],
  ],
  ja: [
    ['reason', /なぜ|どうして|何故/u],
    ['time', /いつ|何(?:年(?!間)|月|日|世紀|時(?!間))/u],
    [
      'quantity',
      /いくつ|いくら|何(?:人|個|回|パーセント|%|年間|歳|時間|分|秒|本|枚|台|キロ|メートル)|(?:どの|どれ)(?:くらい|ぐらい)/u,
    ],
    ['person', /誰|だれ/u],
    ['place', /どこ|どの(?:都市|国|州|県|場所|地域)/u],
  ],
  ar: [
    ['reason', wholeWords('لماذا')],
    ['quantity', wholeWords('[وفب]?كم|ما (?:هو |هي )?(?:عدد|نسبة|مقدار)')],
    ['time', wholeWords('متى|أي (?:عام|سنة|يوم|شهر|قرن|عقد|تاريخ)|ما (?:هو )?تاريخ')],
    ['person', wholeWords('^من|من (?:هو|هي|هم|الذي|التي)|لمن')],
    ['place', wholeWords('أين|أي (?:مدينة|بلد|دولة|ولاية|منطقة|مكان)')],
  ],
};

/** The kind of thing that a question asks for; undefined where its words do not say, or its language is not known. */
export function answerType(question: string, language: string): AnswerType | undefined {
  const known = ownValue(questions, language);
  const asked = question.replace(/^[\p{P}\s]+/u, '');
  return known?.find(([, pattern]) => pattern.test(asked))?.[0];
}
