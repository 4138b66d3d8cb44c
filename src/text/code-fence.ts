/**
 * The marks that a line begins or ends a block of code with: the source of a regular expression. Backticks have none
 * behind them on their line: else they are code within a sentence.
 */
export const fencePattern = '(?:`{3,}(?=[^`\\n]*(?:\\n|$))|~{3,})';
const fenceOfLine = new RegExp(`^ {0,3}(${fencePattern})`);
const fencesAtAnyDepth = new RegExp(`^[ \\t]*(${fencePattern})`, 'gm');

/**
 * The run of backticks or tildes with which a line, or the first line of a text, begins or ends a block of code that
 * stands in no list (CommonMark 0.31, section 4.5); undefined where it does neither.
 */
export function fenceMarks(line: string): string | undefined {
  return fenceOfLine.exec(line)?.[1];
}

/**
 * Whether a line closes the block of code that a fence of these marks opened: it holds nothing but as many of them or
 * more.
 */
export function closesFence(line: string, marks: string): boolean {
  const found = line.trim();
  return found.startsWith(marks) && found === marks.charAt(0).repeat(found.length);
}

/** The fence that ends the code which a text stands behind, with what precedes it; empty where none does. */
export function closingFence(behind: string): string {
  return /^\s*(?:`{3,}|~{3,})(?=[ \t]*(?:\n|$))/.exec(behind)?.[0] ?? '';
}

/** All fences of a text in order, also those within items of lists. `index`: where the line of one begins. */
export function codeFences(text: string): readonly { readonly index: number; readonly marks: string }[] {
  return Array.from(text.matchAll(fencesAtAnyDepth), ({ index, 1: marks = '' }) => ({ index, marks }));
}

/** Whether a block of code begins or ends in a text that does not hold all of it. */
export function cutsCode(text: string): boolean {
  return codeFences(text).length % 2 === 1;
}

/** A block of code between fences: `[start, end)` of its text. */
export interface CodeBlock {
  readonly start: number;
  readonly end: number;
  /** Without the fences. */
  readonly code: string;
  /** Whether the fence that ends it is still to come. */
  readonly isOpen: boolean;
}

/** The blocks of code between fences, in order; one without an end goes on to the end of the text. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  // Most prose has none: asked again and again, that is found out many times faster so.
  if (!text.includes('```') && !text.includes('~~~')) return blocks;
  let opening: { readonly start: number; readonly codeStart: number; readonly marks: string } | undefined;
  for (const { 0: line, index: start } of text.matchAll(/^.+$/gm)) {
    const marks = fenceMarks(line);
    if (marks === undefined) continue;
    const end = start + line.length;
    if (!opening) opening = { start, codeStart: end, marks };
    else if (closesFence(line, opening.marks)) {
      blocks.push({
        start: opening.start,
        end,
        code: text.slice(opening.codeStart, start).trim(),
        isOpen: false,
      });
      opening = undefined;
    }
  }
  if (!opening) return blocks;
  const { start, codeStart } = opening;
  return [...blocks, { start, end: text.length, code: text.slice(codeStart).trim(), isOpen: true }];
}
