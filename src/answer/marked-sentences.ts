import { blank, type Place } from '../text/blank.ts';
import { type CodeBlock, codeBlocks } from '../text/code-fence.ts';
import { itemMark } from '../text/item-mark.ts';
import { type Sentence, sentences } from '../text/sentences.ts';

/** A sentence of an answer: `[start, end)` of its text. A block of code is one, with its fences. */
export interface MarkedSentence {
  readonly start: number;
  readonly end: number;
  /** What it says: that of code without the fences. */
  readonly text: string;
}

/** Footnote marks with nothing between. */
const runOfMarks = /(?:[ \t]*\[\d+\])+/g;

const beginsLine = new RegExp(String.raw`^\s*(?:${itemMark}\s+)?$`);
/** Whether a line, its item's mark aside, begins with a footnote mark. */
export const beginsWithMark = new RegExp(String.raw`^\s*(?:${itemMark}\s+)?\[\d+\]`);
const wordsInLine = /^.*[\p{L}\p{N}]/u;

/** A sentence, with the marks that close with it. */
const endsSentence = /[.!?…。！？।؟]["'”’»)*_\]」』）]*\s*$/u;

/** What another line of an answer stands behind that is written as footnotes of Markdown: nothing, or such a line. */
const behindFootnote = /^\s*$|(?:^|\n)\[.*\s*$/;

/**
 * The sentences of a part of an answer with their footnote marks, in order. Marks between two sentences belong to the
 * one before them; but those that a line begins with, and further ones in such a line, to the words behind them.
 *
 * @param lineBegun What stands before the part on its first line.
 */
export function markedSentences(
  text: string,
  language: string,
  lineBegun: string,
): readonly MarkedSentence[] {
  const trailing = trailingMarks(text, lineBegun);
  const spans = wholeSentences(sentences(blank(text, trailing), language), codeBlocks(text));
  for (const marks of trailing) {
    const before = spans.findLast(({ start }) => start < marks.start);
    if (before) before.end = Math.max(before.end, marks.end);
  }
  return spans.map(({ start, end, code }) => ({ start, end, text: code ?? text.slice(start, end) }));
}

/** Whether a mark that comes behind these words of its line, and before others, belongs to those that follow. */
export function belongsToNext(line: string): boolean {
  return beginsLine.test(line) || (beginsWithMark.test(line) && /\s$/.test(line) && endsSentence.test(line));
}

/** What stands on the line before a place of a part of an answer. */
export function lineBefore(text: string, place: number, lineBegun: string): string {
  const before = text.slice(0, place);
  const at = before.lastIndexOf('\n');
  return (at < 0 ? lineBegun : '') + before.slice(at + 1);
}

/** Those between sentences that belong to the one before: a bracket there would count as words of the one behind. */
function trailingMarks(text: string, lineBegun: string): readonly Place[] {
  const trailing: Place[] = [];
  for (const { 0: marks, index: start } of text.matchAll(runOfMarks)) {
    const end = start + marks.length;
    const line = lineBefore(text, start + marks.indexOf('['), lineBegun);
    if (!beginsLine.test(line) && !endsSentence.test(line)) continue;
    const behind = text.slice(end);
    // The list of its sources that an answer without marks ends with says where the words before it are from.
    const isOfList = behind.startsWith(':') && !behindFootnote.test(lineBegun + text.slice(0, start));
    if (isOfList || !belongsToNext(line) || !wordsInLine.test(behind)) trailing.push({ start, end });
  }
  return trailing;
}

/** Sentences, blocks of code as a whole. */
function wholeSentences(found: readonly Sentence[], blocks: readonly CodeBlock[]) {
  const spans: { start: number; end: number; code?: string }[] = [];
  for (const { start, end, kind } of found) {
    const block = kind === 'code' && blocks.find((one) => one.start < start && end <= one.end);
    if (!block) spans.push({ start, end });
    else if (spans.at(-1)?.start !== block.start) spans.push({ ...block });
  }
  return spans;
}
