/**
 * The marks that a line begins or ends a block of code with: the source of a regular expression. Backticks have none
 * behind them on their line: else they are code within a sentence.
 */
export const fencePattern = '(?:`{3,}(?=[^`\\n]*(?:\\n|$))|~{3,})';
const fenceOfLine = new RegExp(`^[ \\t]*${fencePattern}`);
const fenceBegun = /^[ \t]*(?:`{0,2}|~{0,2}|`{3,}[^`]*|~{3,}.*)$/;

/** Spaces that a fence may have beyond those of the item that it stands in (CommonMark 0.31, section 4.5). */
const mostIndented = 3;

/**
 * The fence that a line, or the first line of a text, begins or ends a block of code with: its marks, with what indents
 * them. Undefined where there is none. However far in it stands: an item of a list may hold it.
 */
export function fenceOf(line: string): string | undefined {
  return fenceOfLine.exec(line)?.[0];
}

/** Whether a line that begins so may be a fence when it is whole. */
export function mayBecomeFence(begun: string): boolean {
  return fenceBegun.test(begun);
}

/**
 * Whether a line closes the block of code that a fence opened: it holds nothing but as many of its marks or more, not
 * much further in.
 */
export function closesFence(line: string, opened: string): boolean {
  const [found, marks] = [line.trim(), opened.trimStart()];
  if (!found.startsWith(marks) || found !== marks.charAt(0).repeat(found.length)) return false;
  return line.search(/\S/) <= opened.length - marks.length + mostIndented;
}

/** The fence of the block of code that goes on behind a line, of that which is `open` before it. */
export function fenceBehind(line: string, open: string | undefined): string | undefined {
  if (open === undefined) return fenceOf(line);
  return closesFence(line, open) ? undefined : open;
}

/** The fence that ends the code which a text stands behind, with what precedes it; empty where none does. */
export function closingFence(behind: string): string {
  return /^\s*(?:`{3,}|~{3,})(?=[ \t]*(?:\n|$))/.exec(behind)?.[0] ?? '';
}

/** A block of code between fences: `[start, end)` of its text. */
export interface CodeBlock {
  readonly start: number;
  readonly end: number;
  /** Without the fences. */
  readonly code: string;
  /** That which begins it, as {@link fenceOf}. */
  readonly fence: string;
  /** Whether the fence that ends it is still to come. */
  readonly isOpen: boolean;
}

/** The blocks of code between fences, in order; one without an end goes on to the end of the text. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  // Most prose has none: asked again and again, that is found out many times faster so.
  if (!text.includes('```') && !text.includes('~~~')) return blocks;
  let opening: { readonly start: number; readonly codeStart: number; readonly fence: string } | undefined;
  const add = (codeEnd: number, end: number, isOpen: boolean) => {
    if (!opening) return;
    const { start, codeStart, fence } = opening;
    blocks.push({ start, end, code: text.slice(codeStart, codeEnd).trim(), fence, isOpen });
    opening = undefined;
  };
  for (const { 0: line, index: start } of text.matchAll(/^.+$/gm)) {
    const end = start + line.length;
    const fence = fenceBehind(line, opening?.fence);
    if (fence === undefined) add(start, end, false);
    else opening ??= { start, codeStart: end, fence };
  }
  add(text.length, text.length, true);
  return blocks;
}

/** The block of code that goes on behind the end of a text. */
export function openCode(text: string): CodeBlock | undefined {
  const last = codeBlocks(text).at(-1);
  return last?.isOpen ? last : undefined;
}
