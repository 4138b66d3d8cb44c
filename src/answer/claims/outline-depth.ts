import { fenceOf } from '../../text/sentences/code-fence.ts';
import { anyItemMark } from '../../text/sentences/item-mark.ts';

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

const hashes = /^#{1,6}(?=\s)/;
const boldTitle = /^\*\*[^*\n]+\*\*\s*$/;
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
