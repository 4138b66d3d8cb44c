import type { Place } from '../../text/sentences/blank.ts';

/** How a language says that a text says something. */
interface Attributions {
  /** What texts are called, as a pattern for a word. */
  readonly texts: string;
  /**
   * Patterns in which `NP` is a text with the words before it, “the employee handbook”, and `QUOTED` stands before its
   * own words.
   */
  readonly phrases: readonly string[];
}

const word = String.raw`[\p{L}\p{M}\p{N}'’“”„"_.-]+`;

const written: Readonly<Record<string, Attributions>> = {
  en: {
    texts:
      '(?:documents?|documentation|texts?|passages?|sources?|excerpts?|articles?|handbooks?|manuals?|guides?|guidelines?|polic(?:y|ies)|reports?|sections?|chapters?|pages?|contexts?|files?|agreements?|contracts?|papers?|information|materials?|books?|leases?|citations?)(?: (?:provided|given|above|in question|\\d+))?',
    phrases: [
      'according to NP',
      'as (?:\\p{Ll}+ )?(?:stated|mentioned|described|noted|explained|specified|outlined|indicated|shown|defined|set out|given|per)(?: (?:in|by))? NP',
      '(?:based on|as per|per) NP',
      '^NP(?: (?:also|clearly|explicitly|further|then|specifically))? (?:states?|stated|says?|said|mentions?|notes?|explains?|indicates?|specif(?:y|ies)|reports?|confirms?|makes? clear|points? out)(?: that| to|QUOTED)',
      "^(?:it is|it’s|it's) (?:stated|mentioned|noted|explained|specified|indicated)(?: in NP)? that",
      '^in NP,? (?:it (?:says|is (?:stated|mentioned|noted|explained)))(?: that)?',
    ],
  },
  de: {
    texts:
      '\\p{L}*(?:handb[uü]ch|dokument|dokumentation|text|quelle|bericht|anleitung|abschnitt|kapitel|leitfaden|vertrag|richtlinie|artikel|seite|unterlage|ordnung|datei)(?:e?s|en|e|n|er|ern)?',
    phrases: [
      '(?:laut|gemäß|entsprechend) NP',
      '^NP zufolge',
      '^(?:im|in) NP (?:steht|heißt es|wird (?:erklärt|angegeben|erwähnt|beschrieben)|ist (?:angegeben|vermerkt))(?:,? dass|QUOTED)',
      '^NP (?:besagt|besagen|sagt|erklärt|gibt an|beschreibt|erwähnt|legt fest|bestätigt)(?:,? dass|QUOTED)',
      'wie (?:im|in) NP (?:steht|beschrieben|erwähnt|angegeben)',
    ],
  },
  fr: {
    texts:
      '(?:documents?|manuels?|guides?|textes?|sources?|rapports?|articles?|sections?|chapitres?|pages?|règlements?|contrats?|documentation|livrets?|passages?|extraits?)',
    phrases: [
      "(?:selon|d['’]après|conformément (?:à|au|aux)) NP",
      "^NP (?:indique|précise|mentionne|explique|dit|stipule|affirme|confirme)(?:nt)?(?: qu(?:e\\b|['’])|QUOTED)",
    ],
  },
  es: {
    texts:
      '(?:documentos?|manual(?:es)?|guías?|textos?|fuentes?|informes?|artículos?|secci(?:ón|ones)|capítulos?|páginas?|contratos?|reglamentos?|documentación|pasajes?)',
    phrases: [
      '(?:según|de acuerdo con) NP',
      '^NP (?:indica|dice|menciona|explica|señala|establece|afirma|especifica|confirma)n?(?: que|QUOTED)',
    ],
  },
  it: {
    texts:
      '(?:document[oi]|documentazione|manual[ei]|guid[ae]|test[oi]|font[ei]|rapport[oi]|articol[oi]|sezion[ei]|capitol[oi]|pagin[ae]|contratt[oi]|regolament[oi])',
    phrases: [
      '(?:secondo|in base (?:a|al|alla|allo|ai|alle)|stando (?:a|al|alla|allo|ai|alle)) NP',
      '^NP (?:indica|afferma|dice|spiega|specifica|precisa|menziona|stabilisce|conferma)(?:no)?(?: che|QUOTED)',
    ],
  },
  nl: {
    texts:
      '\\p{L}*(?:document|documentatie|handboek|handleiding|gids|tekst|bron|rapport|verslag|artikel|sectie|hoofdstuk|pagina|contract|reglement)(?:en|s)?',
    phrases: [
      '(?:volgens|conform|op basis van) NP',
      '^NP (?:vermeldt|vermelden|zegt|stelt|geeft aan|beschrijft|bevestigt|legt uit)(?: dat|QUOTED)',
    ],
  },
  pt: {
    texts:
      '(?:documentos?|documentação|manua(?:l|is)|guias?|textos?|fontes?|relatórios?|artigos?|seç(?:ão|ões)|secç(?:ão|ões)|capítulos?|páginas?|contratos?|regulamentos?)',
    phrases: [
      '(?:segundo|conforme|de acordo com) NP',
      '^NP (?:indica|diz|menciona|explica|afirma|especifica|estabelece|confirma)m?(?: que|QUOTED)',
    ],
  },
  ru: {
    texts:
      '(?:документ|руководств|инструкци|справочник|текст|источник|отчёт|отчет|стать|раздел|глав|страниц|договор|правил)\\p{L}{0,4}',
    phrases: [
      '(?:согласно|по данным|в соответствии с) NP',
      '^в NP (?:говорится|указано|сказано|написано|отмечается|описано),? что',
      '^NP (?:гласит|указывает|сообщает|утверждает|говорит|подтверждает)(?:,? что|QUOTED)',
    ],
  },
  ja: {
    texts: '(?:マニュアル|文書|ドキュメント|資料|ハンドブック|報告書|規定|ガイド|契約書|説明書|記事|本文)',
    phrases: ['^[^、。]{0,16}TEXTS[」』]?(?:に)?(?:よると|よれば|よりますと)'],
  },
  zh: {
    texts: '(?:手册|文档|文件|资料|文章|报告|说明|规定|章节|文本|指南|合同)',
    phrases: [
      '^(?:根据|按照|依据|据)[^，,。]{0,16}TEXTS[》」”"]?(?:的?(?:说明|规定|记载|内容|描述))?(?=\\s*(?:[，,]|$))',
      '^[^，,。]{0,10}TEXTS中?(?:指出|说明|提到|规定|表示|写道|称)(?=[，,：:]|.)',
    ],
  },
};

/** Before the words of a text itself. */
const quoted = String.raw`[,:：]?\s*(?=["“„‘«])`;

/** Most words before what a text is called. */
const mostWords = 6;

const patternsOf = new Map(
  Object.entries(written).map(([language, { texts, phrases }]) => {
    const named = String.raw`(?:${word}\s+){0,${mostWords}}?(?:${texts})(?![\p{L}\p{N}])`;
    const within = String.raw`${named}(?:\s+(?:of|in|from|des|der|von|du|de|del)\s+${named})?`;
    const patterns = phrases.map((phrase) => {
      const pattern = phrase
        .replace('NP', within)
        .replace('TEXTS', texts)
        .replaceAll(' ', String.raw`\s+`)
        .replace('QUOTED', quoted);
      const begins = phrase.startsWith('^') ? String.raw`^[\s*_>"“-]*` : String.raw`(?<!\p{L})`;
      return new RegExp(begins + pattern.replace(/^\^/, ''), 'giu');
    });
    const text = new RegExp(`^(?:${texts})$`, 'iu');
    return [language, { patterns, text, anyText: new RegExp(texts, 'iu') }] as const;
  }),
);

/** Code is one sentence, however long it is; who says so is told before it. */
const longestRead = 2000;

/** Words of a sentence that say where it is from, and which of them name that. */
interface Attribution extends Place {
  /** Words that say which text it is: “employee” of “the employee handbook says that”. */
  readonly names: readonly Place[];
}

/** Where a sentence says that a text says so: “According to the handbook”, “The document states that”. In order. */
export function attributions(sentence: string, language: string): readonly Attribution[] {
  const known = patternsOf.get(language);
  if (!known?.anyText.test(sentence)) return [];
  const found = known.patterns.flatMap((pattern) =>
    Array.from(sentence.slice(0, longestRead).matchAll(pattern), ({ index, 0: said }) => ({
      start: index,
      end: index + said.length,
    })),
  );
  return found.map(({ start, end }) => {
    const said = sentence.slice(start, end);
    const names = Array.from(
      said.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}-]*/gu),
      ({ 0: name, index }) => ({
        name,
        start: start + index,
        end: start + index + name.length,
      }),
    );
    return { start, end, names: names.filter(({ name, start: at }) => at > start && !known.text.test(name)) };
  });
}
