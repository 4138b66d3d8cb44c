import { fenceOf } from '../../src/text/sentences/code-fence.ts';
import { listMarkerPattern } from '../source/inline-markup.ts';

/** A line of an answer, its line break aside, as far as it is left to read. */
export interface AnswerLine {
  readonly start: number;
  /** Where that begins which its containers have not read. */
  readonly from: number;
  readonly text: string;
  /** The text of the line below it. */
  readonly next: string;
  /** What the break before it means: a space, a new line, or, as between sentences, a new paragraph. */
  readonly breakBefore: 'space' | 'line' | 'paragraph';
  /** Whether it is set in below an item, and goes on with its words. */
  readonly isSetIn: boolean;
}

export const quoteMark = /^[ \t]*(?:>[ \t]?)+/;
export const headingMark = /^[ \t]*#{1,6}(?:[ \t]+|$)/;
export const rowMark = /^[ \t]*\|/;
const itemMark = new RegExp(String.raw`^[ \t]*(${listMarkerPattern})(?:[ \t]+|$)`);
const divider = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** Whether a line only sets what stands below it apart, as an empty one does (CommonMark 0.31, section 4.1). */
export function isDivider(text: string): boolean {
  return divider.test(text);
}

/** What a line begins with that is an item of a list: its number or bullet, and how far the item's words are behind. */
export function itemOf(text: string): { readonly marker: string; readonly length: number } | undefined {
  const [mark, marker] = (!isDivider(text) && itemMark.exec(text)) || [];
  return mark === undefined ? undefined : { marker: marker ?? '', length: mark.length };
}

/** Whether a line that is no item and no quotation is no mere words. */
export function hasForm(text: string): boolean {
  return fenceOf(text) !== undefined || [divider, headingMark, rowMark].some((mark) => mark.test(text));
}

/** A line without what it begins with. */
export function behind(line: AnswerLine, length: number): AnswerLine {
  return { ...line, from: line.from + length, text: line.text.slice(length) };
}

/** How far a line is set in; a tab is as wide as four spaces. */
export function indentOf(text: string): number {
  return (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;
}
