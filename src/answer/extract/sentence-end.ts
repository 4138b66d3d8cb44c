import { footnoteMark } from '../../text/sentences/footnote-mark.ts';

const closed = String.raw`(?:["'”’»)\]*_\x60]|${footnoteMark})*$`;
const sentenceEnd = new RegExp(`[.!?…。！？।؟]${closed}`, 'u');
const questionEnd = new RegExp(`[?？؟]${closed}`, 'u');

/** Whether a stop ends a text, be it within quotation marks, brackets or marks of print, or before a footnote's. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/** Whether a text asks, by its end. */
export function endsQuestion(text: string): boolean {
  return questionEnd.test(text);
}
