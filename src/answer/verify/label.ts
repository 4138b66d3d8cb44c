import { byLanguage } from '../../language/language-packs.ts';
import { pointers, sourceWords } from '../compose/markers.ts';

/** What models call words of an answer that follow a colon, whatever they say, in several languages. */
const labels = `
  (?:(?:short|quick|direct|brief|final|full) )?answer|in (?:short|brief|summary|conclusion)|summary|conclusion|bottom line|reasoning
  tl;?dr|details?|explanation|overview|key (?:points?|facts?|takeaways?)|notes?|important|tip|caution|warning
  (?:kurze )?antwort|kurzantwort|kurz gesagt|zusammenfassung|zusammengefasst|fazit|erklärung|überblick|hinweis|anmerkung
  wichtig|tipp|achtung
  réponse(?: courte)?|en (?:bref|résumé)|résumé|explication|remarque|attention
  respuesta(?: (?:corta|breve))?|en resumen|resumen|conclusión|detalles?|explicación|nota|importante
  risposta(?: breve)?|in (?:breve|sintesi)|riepilogo|conclusione|dettagli|spiegazione|attenzione
  resposta(?: curta)?|em resumo|resumo|conclusão|detalhes|explicação|observação
  (?:kort )?antwoord|kortom|samenvatting|conclusie|toelichting|opmerking|belangrijk
  (?:краткий )?ответ|кратко|итог|вывод|подробности|примечание|важно
  总结|结论|简答|回答|答案|简而言之|说明|备注|注意|まとめ|結論|回答|答え|補足|الخلاصة|الإجابة|ملاحظة`
  .trim()
  .split(/\s*\n\s*/)
  .join('|');
/** Of the steps of a list that is written out. */
const step = String.raw`(?:step|schritt|étape|paso|passo|stap|шаг|步骤)\s?\d{1,3}`;
const sources = sourceWords.join('|');

/** What sets a label in bold, or apart from the words before it. */
const apart = String.raw`[\s*_>–—-]`;
const colon = '[*_]*\\s*[:：][*_]*';

/** What an answer says yes or no with, before it says what is so. */
const replies = `yes|no|correct|exactly|sure|certainly|of course|ja|nein|nee|oui|non|sí|sì|sim|não|да|нет
  是的|不是|はい|いいえ|نعم|لا`.replace(/\s*\n\s*/, '|');
const behindReply = String.raw`[*_]*(?:(?:\s*[.!,،，、。！:：–—]|\s+-)[*_]*|(?=(?:\s*\[\d+\])*[\s.*_]*$))`;

/**
 * Such a label at the beginning of a sentence, `**Short answer:**`, `Source:`, or a yes or no that all else follows:
 * the source of a regular expression of any case.
 */
export const label = `${apart}*(?:(?:${labels}|${sources}|${step})${colon}|(?:${replies})${behindReply})`;

/** Whether a sentence is no more than a yes or no. */
export const isReply = new RegExp(`^${apart}*(?:${replies})[.!。！*_]*\\s*$`, 'iu');

/** What only says, at the end of a sentence, that marks behind it name its sources: ` — Source:`. As {@link label}. */
export const sourceLabel = String.raw`(?<!${apart})${apart}*(?<![\p{L}\p{N}])\(?(?:${sources})${colon}(?=(?:[\s,]*\[\d+\])*[\s.)*_]*$)`;

/** What introduces a mark in the place of its source: “as stated in [1]”, “gemäß [1]”. */
const introducing =
  String.raw`as\s+(?:stated|mentioned|described|noted|explained|specified|outlined|indicated|shown|given)\s+(?:in|by)
  based\s+on|according\s+to|as\s+per|wie\s+in|laut|gemäß|selon|d['’]après|según|de\s+acuerdo\s+con|secondo|segundo|volgens|согласно`
    .split(/\s*\n\s*/)
    .join('|');

/**
 * What only points to the marks behind it, as “see” and “as stated in” do: the source of a regular expression of any
 * case.
 */
export const pointer = String.raw`(?<!\p{L})(?:${pointers.join('|')}|${introducing})\.?\s*(?=\[\d+\])`;

/** How texts are said to hold nothing of what was asked, by language. What lies between two words is of one clause. */
const phrases = byLanguage(({ claiming }) => claiming?.absence);

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
