import { requireText } from '../../values/require-arguments.ts';
import { unspacedLetters } from '../words.ts';
import { closesFence, fenceBehind, fenceOf } from './code-fence.ts';
import {
  beginsWithBox,
  calloutMark,
  isFormOnly,
  itemMark,
  linkDefinition,
  noteField,
  tabLabel,
} from './note-marks.ts';
import { proseSentences } from './prose-sentences.ts';
import { isDelimiterRow, isTableRow } from './row-cells.ts';

/** Characters of a snippet, where nothing else is asked for. Requirement row B7. */
const defaultCharacters = 200;

/** A snippet ends with a sentence where one ends past this share of its room. */
const sentenceShare = 0.7;

/**
 * The beginning of a text in at most so many UTF-16 code units: all of it where it fits, else up to the last end of a
 * sentence past 70 % of the room, else up to the last whole word.
 */
export function snippet(text: string, language: string, maxCharacters = defaultCharacters): string {
  if (text.length <= maxCharacters) return text;
  const room = text.slice(0, maxCharacters).toWellFormed();
  // The last is what the room cuts, unless the room ends where it does.
  const ends = proseSentences(text.slice(0, 2 * maxCharacters).toWellFormed(), language).map(
    ({ end }) => end,
  );
  const end = ends.findLast((place) => place <= maxCharacters && place > sentenceShare * maxCharacters);
  if (end !== undefined) return text.slice(0, end);
  const words = /^[\s\S]*\S(?=\s)/.exec(text.slice(0, maxCharacters + 1))?.[0];
  return words ?? room.slice(0, lastWhole(room));
}

/** Where the last character that is whole ends: a cut surrogate pair leaves a replacement character. */
function lastWhole(room: string): number {
  return room.endsWith('\uFFFD') ? room.length - 1 : room.length;
}

/** A line as `[start, end)` of its text. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Length of the longest line between the blank lines around this one. */
  readonly width: number;
}

/** What stands before each line of a quoted paragraph. */
const quoteMarker = /^\s*(?:>\s?)+/;

/** The lines of a text, blank ones among them. */
function linesOf(text: string): Line[] {
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
const lineLabel = /^\s*\p{Lu}[\p{L}\p{N} ()/-]{0,40}[:：]\s/u;

/**
 * Whether a sentence may run over the end of a line: after a stop that is for the segmenter to say; else where the
 * next line goes on from this one or defines the term on it, or its first word would not have fitted within the
 * paragraph's width any more.
 */
function isSoftBreak(line: Line, next: Line): boolean {
  const text = line.text.trimEnd();
  // The lines of a quoted paragraph each have its mark.
  const nextText = quoteMarker.test(line.text) ? next.text.replace(quoteMarker, '') : next.text;
  if (boldLabel.test(nextText) || (lineLabel.test(nextText) && lineLabel.test(text))) return false;
  if (/[.!?…,;]["'”’)\]*_]*$/.test(text) || goesOn.test(nextText)) return true;
  if (definition.test(nextText)) return true;
  const nextWord = /\S+/.exec(nextText)?.[0] ?? '';
  return line.width <= widestWrap && text.length + 1 + nextWord.length > line.width;
}

/**
 * What a sentence is part of. `table-header` are the rows above a Markdown table's delimiter row. A list item of
 * several sentences yields several `list-item`s; a row, a heading and a line of code are one each.
 */
export type SentenceKind = 'prose' | 'heading' | 'list-item' | 'table-header' | 'table-row' | 'code';

/** A sentence as `[start, end)` of the text it was found in, without the white space around it. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly kind: SentenceKind;
}

/**
 * Cuts text into sentences, in order and without overlap. Markdown is read by its lines: headings, list items,
 * table rows and fenced code end a sentence, plain line breaks inside a paragraph do not. List markers, quote
 * marks, fences, delimiter rows, definitions of links, comments and calls of macros belong to no sentence. `language`
 * is a BCP 47 primary subtag. Linear time. Errors: `request_invalid`.
 */
export function sentences(text: string, language: string): Sentence[] {
  requireText('text', text);
  const lines = linesOf(text);
  const found: Sentence[] = [];
  let position = 0;
  while (position < lines.length) {
    const reader = readerAt(lines, position) ?? paragraph;
    const end = reader.end?.(lines, position) ?? position + 1;
    found.push(...(reader.sentences?.(lines.slice(position, end), { text, language }) ?? []));
    position = end;
  }
  return found;
}

/** Reads one kind of line group: where it starts, where it ends, and the sentences in it. */
interface Reader {
  /** Whether a group begins with this line. */
  starts(line: string, next: string): boolean;
  /** Position of the first line after the group. Default: it is one line. */
  end?(lines: readonly Line[], position: number): number;
  /** Default: there are none. */
  sentences?(group: readonly Line[], source: { text: string; language: string }): Sentence[];
}

const blank = /^\s*$/;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const underline = /^ {0,3}(?:=+|-{2,})\s*$/;
const outdented = new RegExp(
  String.raw`^(?:\p{Lu}[\p{Lu}\p{M}\p{N} '’/&-]{2,40}|[${unspacedLetters}]{2,10})$`,
  'u',
);
const listMarker = new RegExp(String.raw`^\s*${itemMark}`, 'u');
const calloutMarker = new RegExp(String.raw`^\s*(?:>\s?)+${calloutMark}`, 'u');
const rule = /^(?:-{3,}|\*{3,}|_{3,}|=+)$/;
const commentStart = /^ {0,3}<!--|^\s*\{\/\*/;
/** A line that begins or ends a comment of a note. */
const commentRule = /^\s*%%\s*$/;
const itemHeading = /^\s*[-*+]\s+(?=#{1,6}\s)/;
const admonition = /^\s*:{3,}/;
const definitionOfLink = new RegExp(linkDefinition);

function textAt(lines: readonly Line[], position: number): string {
  return lines[position]?.text ?? '';
}

const nothing: Reader = {
  starts: (line) =>
    blank.test(line) ||
    isRule(line) ||
    admonition.test(line) ||
    definitionOfLink.test(line) ||
    isFormOnly(line),
};

/** A line of three or more marks, spaced or not. Each test is linear in the line: no pattern can backtrack on it. */
function isRule(line: string): boolean {
  return /^\s*[-*_=]/.test(line) && rule.test(line.replace(/\s+/g, ''));
}

const codeBlock: Reader = {
  starts: (line) => fenceOf(line) !== undefined,
  end(lines, position) {
    let last = position;
    let fence: string | undefined;
    do fence = fenceBehind(textAt(lines, last++), fence);
    while (fence !== undefined && last < lines.length);
    return last;
  },
  sentences: ([opening, ...rest]) =>
    rest
      .filter(({ text }) => !blank.test(text) && !closesFence(text, fenceOf(opening?.text ?? '') ?? ''))
      .map((line) => trimmed(line, 'code')),
};

/** What ends the comment that a line begins. */
function closeOf(line: string): string {
  return line.trimStart().startsWith('<') ? '-->' : '*/}';
}

/** A comment of HTML or MDX, which shows nowhere; its end like that of block 2 in CommonMark. */
const comment: Reader = {
  starts(line) {
    if (!commentStart.test(line)) return false;
    const close = closeOf(line);
    const at = line.indexOf(close);
    return at === -1 || blank.test(line.slice(at + close.length));
  },
  end(lines, position) {
    const close = closeOf(textAt(lines, position));
    let last = position;
    while (last < lines.length && !textAt(lines, last).includes(close)) last += 1;
    return Math.min(last + 1, lines.length);
  },
};

/** A comment of a note; a line that begins or ends one of which the rest stands elsewhere is all there is of it. */
const noteComment: Reader = {
  starts: (line) => commentRule.test(line),
  end(lines, position) {
    let last = position + 1;
    while (last < lines.length && !commentRule.test(textAt(lines, last))) last += 1;
    return last === lines.length ? position + 1 : last + 1;
  },
};

/** What names what stands below it where no number signs at the margin do: a tab, a bullet with a heading in it. */
const label: Reader = {
  starts: (line) => tabLabel.test(line) || itemHeading.test(line),
  sentences: (group) =>
    group.map((line) => {
      const [, before = itemHeading.exec(line.text)?.[0] ?? '', words] = tabLabel.exec(line.text) ?? [];
      const start = line.start + before.length;
      return { start, end: words ? start + words.length : trimmed(line, 'heading').end, kind: 'heading' };
    }),
};

/** The line that begins a callout holds its title, where it has one. */
const callout: Reader = {
  starts: (line) => calloutMarker.test(line),
  sentences: (group, source) => prose(group, calloutMarker, 'prose', source),
};

/** A field of a note is a sentence of its own. */
const field: Reader = {
  starts: (line) => line.includes('::') && noteField.test(line),
  sentences: (group) =>
    group.map((line) => {
      const start = line.start + (listMarker.exec(line.text)?.[0].length ?? 0);
      return { ...trimmed(line, 'prose'), ...(start > line.start && { start }) };
    }),
};

/** A line of capitals, or a word in a script without, over an indented text, as in the manuals of programs. */
const outdentedHeading: Reader = {
  starts: (line, next) => /^(?:\t| {3,})\S/.test(next) && outdented.test(line.trimEnd()),
  sentences: (group) => group.map((line) => trimmed(line, 'heading')),
};

const headingLine: Reader = {
  starts: (line) => heading.test(line),
  sentences: (group) => group.map((line) => trimmed(line, 'heading')),
};

const underlinedHeading: Reader = {
  starts: (_, next) => underline.test(next),
  end: (_, position) => position + 2,
  sentences: (group) => group.slice(0, 1).map((line) => trimmed(line, 'heading')),
};

const table: Reader = {
  starts: (line, next) => isTableRow(line, isDelimiterRow(line) || isDelimiterRow(next)),
  end(lines, position) {
    let last = position + 1;
    while (isTableRow(textAt(lines, last), true)) last += 1;
    return last;
  },
  sentences(group) {
    const delimiter = group.findIndex((line) => isDelimiterRow(line.text));
    return group
      .filter((_, row) => row !== delimiter)
      .map((line, row) => trimmed(line, row < delimiter ? 'table-header' : 'table-row'));
  },
};

const listItem: Reader = {
  starts: (line) => listMarker.test(line),
  end: endOfParagraph,
  sentences: (group, source) => prose(group, listMarker, 'list-item', source),
};

/** A line that a box begins is an item like others, of which the box is part. */
const boxedLine: Reader = {
  starts: (line) => beginsWithBox(line.replace(quoteMarker, '')),
  end: endOfParagraph,
  sentences: (group, source) => prose(group, quoteMarker, 'list-item', source),
};

const paragraph: Omit<Reader, 'starts'> = {
  end: endOfParagraph,
  sentences: (group, source) => prose(group, quoteMarker, 'prose', source),
};

const readers: readonly Reader[] = [
  nothing,
  codeBlock,
  comment,
  noteComment,
  label,
  callout,
  field,
  headingLine,
  outdentedHeading,
  table,
  listItem,
  boxedLine,
  underlinedHeading,
];

/** What reads the group that begins at a line; undefined where it is of a paragraph. */
function readerAt(lines: readonly Line[], position: number): Reader | undefined {
  const line = textAt(lines, position);
  const next = textAt(lines, position + 1);
  return readers.find((reader) => reader.starts(line, next));
}

function endOfParagraph(lines: readonly Line[], position: number): number {
  let last = position + 1;
  while (last < lines.length && !readerAt(lines, last)) {
    if (!isSoftBreak(lines[last - 1] as Line, lines[last] as Line)) break;
    last += 1;
  }
  return last;
}

function prose(
  group: readonly Line[],
  marker: RegExp,
  kind: SentenceKind,
  source: { text: string; language: string },
): Sentence[] {
  const first = group[0] as Line;
  const start = first.start + (marker.exec(first.text)?.[0].length ?? 0);
  const text = source.text.slice(start, (group.at(-1) as Line).end);
  const isQuote = quoteMarker.test(first.text);
  return proseSentences(text, source.language).map((span) => {
    // One that begins with a line has that line's mark before it.
    const mark = isQuote ? quoteMarker.exec(text.slice(span.start, span.end))?.[0] : undefined;
    return { start: start + span.start + (mark?.length ?? 0), end: start + span.end, kind };
  });
}

function trimmed(line: Line, kind: SentenceKind): Sentence {
  const start = line.start + (line.text.length - line.text.trimStart().length);
  return { start, end: start + line.text.trim().length, kind };
}
