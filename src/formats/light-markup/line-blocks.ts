/**
 * What begins at a line of a text in light markup, and how many lines it takes, its marks included. A heading that is
 * the label of a panel heads `reach` lines below it.
 */
export type LineBlock = { readonly lines: number } & (
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly reach?: number }
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
function markedHeading(found: RegExpExecArray | null): LineBlock | undefined {
  const [, marks = '', title = ''] = found ?? [];
  return found && title.length <= maxTitleLength
    ? { kind: 'heading', level: Math.min(6, marks.length), title, lines: 1 }
    : undefined;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || !/\S/.test(line);
}

/** White space before the first word, in characters. */
function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** How many lines from `from` on stay true, blank ones at the end left out; blank ones are true in between. */
function countWhile(
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
function countThrough(lines: readonly string[], from: number, closes: (line: string) => boolean): number {
  for (let index = from; index < lines.length; index++) {
    if (closes(lines[index] as string)) return index - from + 1;
  }
  return 0;
}

/** The lines from `from` on that stay true without a break. */
function linesWhile(
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
function listAt(
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

/** One punctuation character over the length of the title, or so. */
const rule = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

const directive = /^\s*\.\.\s/;
const codeDirective = /^\s*\.\. +(?:code-block|code|sourcecode|parsed-literal)::[ \t]*([\w+#.-]*)/;
const mathDirective = /^\s*\.\. +math::/;
const gridRule = /^\s*\+(?:[-=]+\+)+\s*$/;
const gridHeaderRule = /^\s*\+(?:=+\+)+\s*$/;
const simpleRule = /^\s*={2,}(?:[ \t]+={2,})+\s*$/;
const rstItem = /^\s*(?:[-*+•]|\d{1,3}[.)]|#\.|\(\d{1,3}\))\s+\S/;

/**
 * reStructuredText. Headings: a rule below a line, or above and below; each look that comes up is the next level.
 * Code: what is indented below a directive for it or a paragraph that ends with two colons; interactive sessions.
 */
export function restructuredText(): BlockFinder {
  const headingAt = headingFinder();
  /** The level of the last heading that is no label. */
  let level = 0;
  return (lines, index, isApart) => {
    const line = lines[index] as string;
    if (isBlank(line)) return undefined;
    const heading = headingAt(lines, index);
    if (heading?.kind === 'heading') level = heading.level;
    return (
      heading ??
      panelAt(lines, index, level) ??
      codeAt(lines, index) ??
      mathAt(lines, index) ??
      rstTable(lines, index) ??
      (isApart ? listAt(lines, index, rstItem) : undefined)
    );
  };
}

/** A tab or a part that is folded, as sphinx-design, sphinx-tabs and their like have them. */
const panel = /^\s*\.\.\s+(?:tab|tab-item|group-tab|dropdown|collapse|details)::[ \t]+(\S[^\n]{0,150})$/;

function panelAt(lines: readonly string[], index: number, level: number): LineBlock | undefined {
  const line = lines[index] as string;
  const title = panel.exec(line)?.[1]?.trim();
  if (title === undefined) return undefined;
  const reach = countIndented(lines, index + 1, indentOf(line));
  return { kind: 'heading', level: Math.min(6, Math.max(1, level) + 1), title, lines: 1, reach };
}

function headingFinder(): (lines: readonly string[], index: number) => LineBlock | undefined {
  const looks: string[] = [];
  const headingOf = (title: string, look: string, lines: number): LineBlock => {
    if (!looks.includes(look)) looks.push(look);
    return { kind: 'heading', level: Math.min(6, looks.indexOf(look) + 1), title: title.trim(), lines };
  };
  return (lines, index) => {
    const [line = '', next = '', last = ''] = lines.slice(index, index + 3);
    const over = rule.exec(line)?.[1];
    if (over && isTitle(next) && rule.exec(last)?.[1] === over) return headingOf(next, over + over, 3);
    const under = rule.exec(next)?.[1];
    const isLong = next.trimEnd().length >= line.trim().length - 1;
    return under && isBlank(lines[index - 1]) && isLong && isTitle(line) && !/^\s/.test(line)
      ? headingOf(line, under, 2)
      : undefined;
  };
}

function isTitle(line: string): boolean {
  return !isBlank(line) && line.length <= maxTitleLength && !rule.test(line);
}

function codeAt(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  const named = codeDirective.exec(line);
  if (named) {
    const below = countIndented(lines, index + 1, indentOf(line));
    return { kind: 'code', ...(named[1] && { language: named[1] }), lines: 1 + below };
  }
  if (!isBlank(lines[index - 1])) return undefined;
  if (/^\s*>>> /.test(line)) {
    const session = linesWhile(lines, index, (other) => !isBlank(other));
    return { kind: 'code', language: 'python', lines: session.length };
  }
  let above = index - 1;
  while (above >= 0 && isBlank(lines[above])) above -= 1;
  const opening = lines[above];
  const isLiteral = opening !== undefined && /::\s*$/.test(opening) && !directive.test(opening);
  const below = isLiteral ? countIndented(lines, index, indentOf(opening)) : 0;
  return below > 0 ? { kind: 'code', lines: below } : undefined;
}

function mathAt(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  if (!mathDirective.test(line)) return undefined;
  return { kind: 'equation', lines: 1 + countIndented(lines, index + 1, indentOf(line)) };
}

function countIndented(lines: readonly string[], from: number, indent: number): number {
  return countWhile(lines, from, (line) => indentOf(line) > indent);
}

function rstTable(lines: readonly string[], index: number): LineBlock | undefined {
  const line = lines[index] as string;
  if (gridRule.test(line)) {
    const table = linesWhile(lines, index, (other) => /^\s*[+|]/.test(other));
    const header = table.findIndex((row) => gridHeaderRule.test(row));
    return { kind: 'table', headerLines: header + 1, lines: table.length };
  }
  if (!simpleRule.test(line)) return undefined;
  const rules: number[] = [];
  for (let at = index; at < lines.length; at++) {
    const isOver = isBlank(lines[at]) && isBlank(lines[at + 1]);
    if (isOver && rules.length < 2) break;
    if (simpleRule.test(lines[at] as string)) rules.push(at);
    else if (rules.at(-1) === at - 1 && rules.length > 1 && isBlank(lines[at])) break;
  }
  const last = rules.at(-1) as number;
  const header = rules.length > 2 ? (rules[1] as number) - index + 1 : 0;
  return rules.length > 1 ? { kind: 'table', headerLines: header, lines: last - index + 1 } : undefined;
}

const asciiDocHeading = /^(={1,6})\s+(\S.*?)(?:\s+=+)?$/;
const attributes = /^\[[^\]]*\]\s*$/;
const source = /^\[(?:source)?%?[\w-]*,\s*([\w+#.-]+)/;
const delimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/;
const tableDelimiter = /^\|={3,}\s*$/;
const asciiDocItem = /^\s*(?:[*-]|\*{2,5}|\.{1,5}|\d{1,3}\.)\s+\S/;

/**
 * AsciiDoc. Headings: number of equals signs. Listings and literal blocks are code, tables stand between their
 * delimiters; the line of attributes above belongs to either. Comments and passed-through blocks are not looked at.
 */
export function asciiDoc(): BlockFinder {
  return (lines, index, isApart) => {
    const line = (lines[index] as string).trimEnd();
    if (isBlank(line)) return undefined;
    const above = attributes.test(line) ? 1 : 0;
    return (
      delimitedAt(lines, index, above) ??
      asciiDocTable(lines, index, above) ??
      markedHeading(asciiDocHeading.exec(line)) ??
      (isApart ? listAt(lines, index, asciiDocItem) : undefined)
    );
  };
}

/** `above`: whether the first line are the attributes of what begins below it. */
function delimitedAt(lines: readonly string[], index: number, above: 0 | 1): LineBlock | undefined {
  const opening = (lines[index + above] ?? '').trimEnd();
  if (!delimiter.test(opening)) return undefined;
  const inside = countThrough(lines, index + above + 1, (line) => line.trimEnd() === opening);
  const count = inside === 0 ? lines.length - index : above + 1 + inside;
  if (/^[+/]/.test(opening)) return { kind: 'paragraph', lines: count };
  const language = above === 1 ? source.exec(lines[index] as string)?.[1] : undefined;
  return { kind: 'code', ...(language && { language }), lines: count };
}

function asciiDocTable(lines: readonly string[], index: number, above: 0 | 1): LineBlock | undefined {
  const opening = index + above;
  if (!tableDelimiter.test(lines[opening] ?? '')) return undefined;
  const inside = countThrough(lines, opening + 1, (line) => tableDelimiter.test(line));
  if (inside === 0) return undefined;
  const isHeaded = !isBlank(lines[opening + 1]) && isBlank(lines[opening + 2]);
  return { kind: 'table', headerLines: isHeaded ? above + 2 : 0, lines: above + 1 + inside };
}

const orgHeading =
  /^(\*{1,8})\s+(?:(?:TODO|DONE|NEXT|WAITING)\s+)?(?:\[#[A-Z]\]\s+)?(\S.*?)(?:\s+:[\w@:]+:)?\s*$/;
const blockBegin = /^\s*#\+begin_(\w+)[ \t]*([\w+#.-]*)/i;
const orgRow = /^\s*\|/;
const ruleOfTable = /^\s*\|-/;
const orgItem = /^\s*(?:[-+]|\d{1,3}[.)])\s+\S/;

/**
 * Org. Headings: number of stars, without the words for what is to be done and without tags. A list may begin right
 * below a line of words.
 */
export function orgMode(): BlockFinder {
  return (lines, index) => {
    const line = lines[index] as string;
    if (isBlank(line)) return undefined;
    return (
      blockAt(lines, index) ??
      orgTable(lines, index) ??
      markedHeading(orgHeading.exec(line)) ??
      listAt(lines, index, orgItem, { endsAtMargin: true })
    );
  };
}

function blockAt(lines: readonly string[], index: number): LineBlock | undefined {
  const [, name = '', language] = blockBegin.exec(lines[index] as string) ?? [];
  if (name === '') return undefined;
  const end = `#+end_${name.toLowerCase()}`;
  const inside = countThrough(lines, index, (line) => line.trim().toLowerCase() === end);
  const count = inside === 0 ? lines.length - index : inside;
  if (!/^(?:src|example)$/i.test(name)) return { kind: 'paragraph', lines: count };
  return { kind: 'code', ...(language && { language }), lines: count };
}

function orgTable(lines: readonly string[], index: number): LineBlock | undefined {
  if (!orgRow.test(lines[index] as string)) return undefined;
  const table = linesWhile(lines, index, (line) => orgRow.test(line));
  const rule = table.findIndex((line, at) => at > 0 && ruleOfTable.test(line));
  const isHeaded = rule > 0 && rule < table.length - 1;
  return { kind: 'table', headerLines: isHeaded ? rule + 1 : 0, lines: table.length };
}

const levels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'];
const command = /^\s*\\([a-z]+)\*?(?:\[[^\]]*\])?\{(.+?)\}\s*(?:\\label\{[^}]*\}\s*)?(?:%.*)?$/;
const environment = /^\s*\\begin\{([A-Za-z]+\*?)\}/;

/** What stands between `\begin` and `\end` of these, a star aside. */
const kinds: readonly (readonly [Exclude<LineBlock['kind'], 'heading'>, ReadonlySet<string>])[] = [
  ['code', new Set(['verbatim', 'Verbatim', 'lstlisting', 'minted', 'alltt'])],
  ['equation', new Set(['equation', 'align', 'gather', 'multline', 'eqnarray', 'displaymath', 'flalign'])],
  ['table', new Set(['tabular', 'tabularx', 'longtable', 'tabu'])],
  ['list', new Set(['itemize', 'enumerate', 'description'])],
];

/** LaTeX. Headings: sectioning commands that fill a line. A file without parts or chapters begins at sections. */
export function latex(): BlockFinder {
  let first: number | undefined;
  const unclosed = new Set<string>();
  return (lines, index) => {
    const block = environmentAt(lines, index, unclosed);
    if (block) return block;
    const found = command.exec(lines[index] as string);
    const depth = levels.indexOf(found?.[1] ?? '');
    if (depth < 0 || !found?.[2]) return undefined;
    first = Math.min(first ?? depth, depth);
    return { kind: 'heading', level: Math.min(6, depth - first + 1), title: found[2], lines: 1 };
  };
}

/** `unclosed`: names of environments that were found to have no end, which are not looked for again. */
function environmentAt(
  lines: readonly string[],
  index: number,
  unclosed: Set<string>,
): LineBlock | undefined {
  const line = lines[index] as string;
  const isBracketed = /^\s*\\\[/.test(line);
  const name = isBracketed ? 'displaymath' : environment.exec(line)?.[1];
  const kind = kinds.find(([, names]) => names.has(name?.replace('*', '') ?? ''))?.[0];
  if (name === undefined || kind === undefined || unclosed.has(name)) return undefined;
  const count = isBracketed
    ? countThrough(lines, index, (other) => other.includes('\\]'))
    : countEnvironment(lines, index, name);
  if (count === 0) {
    unclosed.add(name);
    return undefined;
  }
  if (kind === 'table') return { kind, headerLines: 0, lines: count };
  if (kind !== 'code') return { kind, lines: count };
  const language = /\blanguage=\{?([\w+#-]+)|\\begin\{minted\}(?:\[[^\]]*\])?\{([\w+#-]+)\}/.exec(line);
  const named = (language?.[1] ?? language?.[2])?.toLowerCase();
  return { kind, ...(named && { language: named }), lines: count };
}

/** Environments of one name may stand in each other. */
function countEnvironment(lines: readonly string[], from: number, name: string): number {
  let open = 0;
  return countThrough(lines, from, (line) => {
    open += line.split(`\\begin{${name}}`).length - line.split(`\\end{${name}}`).length;
    return open <= 0;
  });
}
