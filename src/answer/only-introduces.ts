import type { CheckedSentence } from '../contracts/citation.ts';

/** What parts the header of a table from its rows. */
export const delimiterRow = /^\s*\n[ \t]*\|[|:\- \t]+(?=\n)/;

/** A heading, or a title in bold on a line of its own. */
const heading = /^\s*(?:#{1,6}\s|\*\*[^*\n]+\*\*\s*$)/;

/** What ends with a colon, marks aside, introduces what follows it. */
export const leadIn = /[:：][*_]*(?:\s*\[\d+\])*\s*$/u;

/** Whether a sentence that something follows introduces it, as a heading, a lead-in and the header of a table do. */
export function introduces(sentence: string, behind: string): boolean {
  return heading.test(sentence) || leadIn.test(sentence) || delimiterRow.test(behind);
}

/** Whether a sentence of an answer only names what follows it: that it names no source is then no fault. */
export function onlyIntroduces(answer: string, { start, end }: CheckedSentence): boolean {
  const behind = answer.slice(end);
  return behind.trim() !== '' && introduces(answer.slice(start, end), behind);
}
