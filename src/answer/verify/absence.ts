/** How texts are said to hold nothing of what was asked, by language. What lies between two words is of one clause. */
const phrases: Readonly<Record<string, readonly string[]>> = {
  en: [
    String.raw`\b(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|information|documentation)(?:\s(?:provided|given|above|available))?\s(?:do|does|did)(?:\snot|n['’]t)\s(?:\p{L}+ly\s)?(?:mention|state|say|specify|contain|include|provide|give|cover|address|describe|indicate|discuss|explain|list)\b`,
    String.raw`\b(?:is|are|was|were)(?:\snot|n['’]t)\s(?:\p{L}+ly\s)?(?:mentioned|stated|specified|given|provided|covered|addressed|described|included|discussed)\s(?:in|by)\s(?:\p{L}+\s){1,3}(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|documentation)\b`,
    String.raw`\b(?:no|any)\s(?:information|mention|details?)\b[^.;]{0,80}\bin\s(?:\p{L}+\s){1,3}(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|documentation)\b`,
  ],
  de: [
    String.raw`(?<!\p{L})(?:dokumente?|quellen?|unterlagen|texte?|auszüge)\s(?:enth(?:ält|alten)|nennt|nennen|erwähn(?:t|en)|sagt|sagen|mach(?:t|en)|gibt|geben)\s(?:[^.;]{0,30}\s)?(?:kein\p{L}*|nichts?)(?!\p{L})`,
    String.raw`(?:enth(?:ält|alten)|nennt|nennen|erwähn(?:t|en)|sagt|sagen|mach(?:t|en))\s(?:die|das|diese)\s(?:\p{L}+\s){0,2}(?:dokumente?|quellen?|unterlagen|texte?)[^.;]{0,30}(?<!\p{L})(?:kein\p{L}*|nichts?)(?!\p{L})`,
  ],
  fr: [
    String.raw`(?<!\p{L})(?:documents?|sources?|passages?|extraits?|textes?)(?:\s\p{L}+){0,2}\sne\s(?:mentionne|précise|contien|indique|donne|di(?:t|sent)|parle)`,
  ],
  es: [
    String.raw`(?<!\p{L})(?:documentos?|fuentes?|textos?|pasajes?)(?:\s\p{L}+){0,2}\sno\s(?:menciona|especifica|contiene|indica|dice|proporciona|incluye)`,
  ],
  it: [
    String.raw`(?<!\p{L})(?:document[oi]|font[ei]|test[oi])(?:\s\p{L}+){0,2}\snon\s(?:menziona|specifica|contien|contengono|indica|dice|dicono|forni)`,
  ],
  pt: [
    String.raw`(?<!\p{L})(?:documentos?|fontes?|textos?)(?:\s\p{L}+){0,2}\snão\s(?:menciona|especifica|cont[éê]m|indica|diz|fornece|inclu)`,
  ],
  nl: [
    String.raw`(?<!\p{L})(?:document(?:en)?|bron(?:nen)?|teksten?)\s(?:vermeld(?:t|en)|bevat(?:ten)?|noem(?:t|en)|zeg(?:t|gen)|geeft|geven)\s(?:[^.;]{0,30}\s)?(?:geen|niets?)(?!\p{L})`,
  ],
  ru: [String.raw`(?:в|из)\s(?:\p{L}+\s)?(?:документ|источник|текст)\p{L}*\sн(?:е|ет)\s`],
  zh: ['(?:文档|文件|资料|上下文|文本)中?(?:并?没有|并?未)(?:提到|提及|说明|包含|提供|给出)'],
  ja: ['(?:文書|資料|ドキュメント)(?:に|には|では)[^。]{0,40}(?:ありません|されていません)'],
};

const absence = new RegExp(Object.values(phrases).flat().join('|'), 'iu');

/** What is read of a sentence. */
const longestRead = 400;

/**
 * Whether a sentence says that the documents hold nothing of what was asked: “The documents do not mention a price.” No
 * passage can bear that out.
 */
export function saysAbsence(sentence: string): boolean {
  return absence.test(sentence.slice(0, longestRead));
}
