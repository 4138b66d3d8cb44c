/** What begins at a line of a text in light markup, and how many lines it takes, its marks included. */
export type LineBlock = { readonly lines: number } & (
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'code'; readonly language?: string }
  /** `headerLines`: how many of the lines are header; 0 where none are. */
  | { readonly kind: 'table'; readonly headerLines: number }
  | { readonly kind: 'list' | 'equation' | 'paragraph' }
);

/**
 * Finds the block that begins at a line, if one does; what is none is in paragraphs. Called from the top with every
 * line that no block has taken; it may remember. `isApart`: no words that it could go on with stand right above, but a
 * blank line or another block.
 */
export type BlockFinder = (
  lines: readonly string[],
  index: number,
  isApart: boolean,
) => LineBlock | undefined;

const maxTitleLength = 200;

/** A heading of as many levels as marks stand before it: the two groups of the pattern that found it. */
export function markedHeading(found: RegExpExecArray | null): LineBlock | undefined {
  const [, marks = '', title = ''] = found ?? [];
  return found && title.length <= maxTitleLength
    ? { kind: 'heading', level: Math.min(6, marks.length), title, lines: 1 }
    : undefined;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || !/\S/.test(line);
}

/** White space before the first word, in characters. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** How many lines from `from` on stay true, blank ones at the end left out; blank ones are true in between. */
export function countWhile(
  lines: readonly string[],
  from: number,
  stays: (line: string, index: number) => boolean,
): number {
  let count = 0;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] as string;
    if (isBlank(line)) continue;
    if (!stays(line, index)) break;
    count = index - from + 1;
  }
  return count;
}

/** Lines from `from` to the first that closes, with it; 0 where none does. */
export function countThrough(
  lines: readonly string[],
  from: number,
  closes: (line: string) => boolean,
): number {
  for (let index = from; index < lines.length; index++) {
    if (closes(lines[index] as string)) return index - from + 1;
  }
  return 0;
}

/** The lines from `from` on that stay true without a break. */
export function linesWhile(
  lines: readonly string[],
  from: number,
  stays: (line: string) => boolean,
): readonly string[] {
  let end = from;
  while (end < lines.length && stays(lines[end] as string)) end += 1;
  return lines.slice(from, end);
}

/**
 * The list whose first item begins at a line: its items, what is indented below them, and, unless it `endsAtMargin`,
 * lines that go on without a blank one between.
 */
export function listAt(
  lines: readonly string[],
  index: number,
  item: RegExp,
  { endsAtMargin = false }: { readonly endsAtMargin?: boolean } = {},
): LineBlock | undefined {
  const first = lines[index] as string;
  if (!item.test(first)) return undefined;
  const base = indentOf(first);
  const count = countWhile(lines, index, (line, at) => {
    const goesOn = !endsAtMargin && at > index && !isBlank(lines[at - 1]);
    return goesOn || indentOf(line) > base || (indentOf(line) === base && item.test(line));
  });
  return { kind: 'list', lines: count };
}
