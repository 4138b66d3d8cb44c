import type { CheckedSentence } from '../../contracts/citation.ts';
import { isReply, label } from '../verify/label.ts';

/** What parts the header of a table from its rows. */
export const delimiterRow = /^\s*\n(?=[:\- \t]*\|)(?=[:| \t]*-)[|:\- \t]+(?=\n)/;

/** A heading, or a title in bold on a line of its own. */
const heading = /^\s*(?:#{1,6}\s|\*\*[^*\n]+\*\*\s*$)/;

/** What ends with a colon, marks aside, introduces what follows it. */
const leadIn = /[:：][*_]*(?:\s*\[\d+\])*\s*$/u;

/** Nothing but marks behind a label, as in “Source: [1]”, says of no other words where they are from. */
const onlyLabelled = new RegExp(String.raw`^${label}(?:\s*\[\d+\])+\s*$`, 'iu');

/** A formula on lines of its own goes on from words that no stop ends. */
const beginsFormula = /^[ \t]*\n\s*(?:\$\$|\\\[)/;
const endsWithStop = /[.!?…。！？][*_"”’)\]]*\s*$/u;

/** Whether words of a line end as what introduces others does. */
export function isLeadIn(words: string): boolean {
  return leadIn.test(words) && !onlyLabelled.test(words);
}

/**
 * Whether a sentence that something follows introduces it, as a heading, a lead-in, a “Yes.”, the header of a table and
 * the words that a formula goes on from do.
 */
export function introduces(sentence: string, behind: string): boolean {
  if (heading.test(sentence) || isLeadIn(sentence) || isReply.test(sentence)) return true;
  return delimiterRow.test(behind) || (beginsFormula.test(behind) && !endsWithStop.test(sentence));
}

/** Whether a sentence of an answer only names what follows it: that it names no source is then no fault. */
export function onlyIntroduces(answer: string, { start, end }: CheckedSentence): boolean {
  const behind = answer.slice(end);
  return behind.trim() !== '' && introduces(answer.slice(start, end), behind);
}
