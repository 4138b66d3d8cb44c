import type { CheckedSentence } from '../../contracts/generator.ts';
import { codeBlocks, fenceOf } from '../../text/sentences/code-fence.ts';
import { beginsWithFormula } from '../../text/sentences/formula.ts';
import { anyItemMark } from '../../text/sentences/note-marks.ts';
import { isReply, label, saysAbsence } from '../verify/label.ts';

const hashes = /^#{1,6}(?=\s)/;
/** A title in bold on a line of its own. */
const boldTitle = /^\*\*[^*\n]+\*\*\s*$/;

/** What parts the header of a table from its rows. */
export const delimiterRow = /^\s*\n(?=[:\- \t]*\|)(?=[:| \t]*-)[|:\- \t]+(?=\n)/;

/** What ends with a colon, marks aside, introduces what follows it. */
const leadIn = /[:：][*_]*(?:\s*\[\d+\])*\s*$/u;

/** Nothing but marks behind a label, as in “Source: [1]”, says of no other words where they are from. */
const onlyLabelled = new RegExp(String.raw`^${label}(?:\s*\[\d+\])+\s*$`, 'iu');

/** What no stop ends, the formula on the next line goes on from. */
const endsLine = /^[ \t]*\n\s*/;
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
  const text = sentence.trimStart();
  if (hashes.test(text) || boldTitle.test(text) || isLeadIn(sentence) || isReply.test(sentence)) return true;
  return delimiterRow.test(behind) || (isFormula(behind) && !endsWithStop.test(sentence));
}

/**
 * Whether a sentence of an answer only names what follows it, or says that the documents hold nothing: that it names no
 * source is then no fault.
 */
export function needsNoSource(answer: string, { start, end }: CheckedSentence): boolean {
  const [sentence, behind] = [answer.slice(start, end), answer.slice(end)];
  return saysAbsence(sentence) || (behind.trim() !== '' && introduces(sentence, behind));
}

/** Whether a formula on lines of its own comes next. */
function isFormula(behind: string): boolean {
  return endsLine.test(behind) && beginsWithFormula(behind.trimStart());
}

/** Of a title in bold: below every heading. */
const titleDepth = 7;

/** Of a paragraph at the margin; each column that one is indented by adds to it. */
const paragraphDepth = 8;

/** Most columns that count. */
const maxIndentation = 100;

/** Of the header of a table; its rows, and code, stand below it. */
const tableDepth = paragraphDepth + 2 * maxIndentation;

/** A row of a table may be without the outer ones. */
const bar = /^\||\s\|\s/;

const listMarker = new RegExp(`^${anyItemMark}`, 'u');

/**
 * How far down a block of an answer stands: what a heading, a lead-in, an item or the header of a table introduces
 * stands further down than it. `words` are those of its first sentence with what stands before it on its line.
 */
export function outlineDepth(words: string, isTableHeader: boolean): number {
  const text = words.trimStart();
  const level = hashes.exec(text)?.[0].length;
  if (level !== undefined) return level;
  if (boldTitle.test(text)) return titleDepth;
  if (isTableHeader) return tableDepth;
  if (bar.test(text) || fenceOf(text) !== undefined) return tableDepth + 1;
  const line =
    words
      .slice(0, words.length - text.length)
      .split('\n')
      .at(-1) ?? '';
  const indented = paragraphDepth + Math.min(line.length, maxIndentation);
  return listMarker.test(text) ? indented + 1 : indented;
}

/** Whether what stands so far down is a heading. */
export function isHeadingDepth(depth: number): boolean {
  return depth <= titleDepth;
}

/**
 * A quote whose code is told from prose by fences (CommonMark 0.31, section 4.5), as far as the quote does not have
 * them: both where all of it `isCode`, quoted without them; the closing one where code goes on behind it.
 */
export function fenceCode(quote: string, isCode: boolean): string {
  const last = codeBlocks(quote).at(-1);
  if (isCode) return last ? quote : `\`\`\`\n${quote}\n\`\`\``;
  return last?.isOpen ? `${quote}\n${last.fence}` : quote;
}

/** What parts a footnote mark from the words before it: a line that ends code has nothing else on it. */
export function gapBehind(words: string): string {
  const last = codeBlocks(words).at(-1);
  return last?.end === words.length ? lineBehind(last.fence) : ' ';
}

/** A new line behind code, as far in as its fence. */
export function lineBehind(fence: string): string {
  return `\n${fence.slice(0, fence.search(/\S/))}`;
}
