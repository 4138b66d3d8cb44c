/** A line as `[start, end)` of its text. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Length of the longest line between the blank lines around this one. */
  readonly width: number;
}

/** What stands before each line of a quoted paragraph. */
export const quoteMarker = /^\s*(?:>\s?)+/;

/** The lines of a text, blank ones among them. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let group: Omit<Line, 'width'>[] = [];
  const endGroup = () => {
    const width = group.reduce((longest, line) => Math.max(longest, line.text.trimEnd().length), 0);
    for (const line of group) lines.push({ ...line, width });
    group = [];
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = { start, end, text: text.slice(start, end) };
    group.push(line);
    if (/^\s*$/.test(line.text)) endGroup();
    start = end + 1;
  }
  endGroup();
  return lines;
}

/** What a term on the line above means: a definition list, as in PHP Markdown Extra. */
const definition = /^ {0,3}:\s/;

/** Lines longer than this were not broken to fit a width: each is a paragraph. */
const widestWrap = 120;

/** A line that goes on from the one before: in lower case, also behind a bracket or quotation mark, or with a dash. */
const goesOn = /^\s*(?:\p{Ll}|[[("“‘«*]+(?![ivx]+[)\]])\p{Ll}{2}|[–—]\s)/u;

/** A line that says first what it is about is no more of the one before: "**Due:** Monday". */
const boldLabel = /^\s*(\*\*|__)[^*_\n]{1,60}(?:[:：]\1|\1[:：])/;

/** The same where each line does so: "Phone (work): 555", "Date: Monday", one below the other. */
const label = /^\s*\p{Lu}[\p{L}\p{N} ()/-]{0,40}[:：]\s/u;

/**
 * Whether a sentence may run over the end of a line: after a stop that is for the segmenter to say; else where the
 * next line goes on from this one or defines the term on it, or its first word would not have fitted within the
 * paragraph's width any more.
 */
export function isSoftBreak(line: Line, next: Line): boolean {
  const text = line.text.trimEnd();
  // The lines of a quoted paragraph each have its mark.
  const nextText = quoteMarker.test(line.text) ? next.text.replace(quoteMarker, '') : next.text;
  if (boldLabel.test(nextText) || (label.test(nextText) && label.test(text))) return false;
  if (/[.!?…,;]["'”’)\]*_]*$/.test(text) || goesOn.test(nextText)) return true;
  if (definition.test(nextText)) return true;
  const nextWord = /\S+/.exec(nextText)?.[0] ?? '';
  return line.width <= widestWrap && text.length + 1 + nextWord.length > line.width;
}
