import { closingFence, fencePattern, openCode } from '../../text/sentences/code-fence.ts';
import {
  anyItemMark,
  beginsWithBox,
  blockId,
  closingMacro,
  embed,
  footnoteMark,
  inlineComment,
  macro,
} from '../../text/sentences/note-marks.ts';
import { plainCells } from '../../text/sentences/row-cells.ts';
import { type Sentence, sentences } from '../../text/sentences/sentences.ts';
import type { ReadPassage } from '../passages-to-read.ts';

const closed = String.raw`(?:["'”’»)\]*_\x60]|${footnoteMark})*$`;
const sentenceEnd = new RegExp(`[.!?…。！？।؟]${closed}`, 'u');
const questionEnd = new RegExp(`[?？؟]${closed}`, 'u');

/** Whether a stop ends a text, be it within quotation marks, brackets or marks of print, or before a footnote's. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/** Whether a text asks, by its end. */
export function endsQuestion(text: string): boolean {
  return questionEnd.test(text);
}

/** `[start, end)` of the text it was found in. */
interface SpanOf<Kind> {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
}

/** A sentence, a block of code, a list with what introduces it, or a table. */
export type Span = SpanOf<Sentence['kind'] | 'list' | 'table'>;

/** Lines of one block of code become one span. */
export function joinCode(found: readonly Sentence[], content: string): Sentence[] {
  return joined(found, content, (last, sentence, between) => {
    const continues = last.kind === 'code' && sentence.kind === 'code' && between.trim() === '';
    return continues ? 'code' : undefined;
  });
}

/**
 * The items of a list become one span with their lead-in and with what stands under them: further paragraphs and the
 * code that an item announces. A sentence that announces code is one with it. `found`: with its code joined.
 */
export function joinLists(found: readonly Sentence[], content: string): Span[] {
  const spans = joined<Span['kind']>(found, content, (last, next, between) =>
    continuesList(last, next, between, content) ? 'list' : undefined,
  );
  return spans.map((span) => {
    if (span.kind === 'list-item') return { ...span, start: markerStart(content, span.start), kind: 'list' };
    return span.kind === 'list' ? { ...span, end: closedFence(content, span) } : span;
  });
}

/** The rows of a table become one span with the header above them. Rows without one stay rows. */
export function joinTables(found: readonly Span[], content: string): Span[] {
  return joined(found, content, (last, next, between) => {
    const isInTable = last.kind === 'table-header' || last.kind === 'table';
    return isInTable && next.kind === 'table-row' && betweenRows.test(between) ? 'table' : undefined;
  });
}

/** The row of dashes under a header. */
const betweenRows = /^[\s|:-]*$/;

/** Joins each span to the one before it where `join` says what the two become. */
function joined<Kind extends Span['kind']>(
  found: readonly SpanOf<Kind>[],
  content: string,
  join: (last: SpanOf<Kind>, next: SpanOf<Kind>, between: string) => Kind | undefined,
): SpanOf<Kind>[] {
  const spans: SpanOf<Kind>[] = [];
  for (const next of found) {
    const last = spans.at(-1);
    const kind = last && join(last, next, content.slice(last.end, next.start));
    if (last && kind) {
      const start =
        last.kind === 'list-item' && kind === 'list' ? markerStart(content, last.start) : last.start;
      spans[spans.length - 1] = { start, end: next.end, kind };
    } else spans.push(next);
  }
  return spans;
}

/** Nothing but the end of a block of code and the marker of the next item stands between the parts of a list. */
const betweenItems = new RegExp(String.raw`^\s*(?:${fencePattern}[ \t]*\n\s*)?${anyItemMark}?$`, 'u');

function continuesList(last: Span, next: Span, between: string, content: string): boolean {
  const isList = last.kind === 'list' || last.kind === 'list-item';
  // Code without fences could not be told from the words that announce it.
  const announces =
    introduces(content.slice(last.start, last.end)) && (next.kind !== 'code' || /`{3}|~{3}/.test(between));
  if (next.kind === 'code' && last.kind === 'prose') return announces;
  if (next.kind === 'list-item') {
    const completes = isCompletedBy(content.slice(last.start, last.end), content.slice(next.start, next.end));
    return betweenItems.test(between) && (isList || (last.kind === 'prose' && (announces || completes)));
  }
  if (!isList || (next.kind !== 'code' && next.kind !== 'prose')) return false;
  return (next.kind === 'code' && announces) || indentation(content, next) > indentation(content, last);
}

/** A colon at the end announces what follows. */
export function introduces(text: string): boolean {
  return /[:：][*_]*$/.test(text);
}

/** Whether an item completes a sentence that no stop ends: “You may” and “- copy it”. */
export function isCompletedBy(text: string, item: string): boolean {
  return /\S\s+\p{L}+\s+\p{Ll}{2,}$/u.test(text) && /^\p{Ll}/u.test(item);
}

/** What stands before a place in its line. */
function lineBefore(content: string, place: number): string {
  return content.slice(content.lastIndexOf('\n', place - 1) + 1, place);
}

/** White space before the line that a span begins in. */
export function indentation(content: string, { start }: Pick<Span, 'start'>): number {
  const line = lineBefore(content, start);
  return line.length - line.trimStart().length;
}

/** Where the marker of an item stands whose words begin at `itemStart`; there where it has none. */
export function markerStart(content: string, itemStart: number): number {
  const line = lineBefore(content, itemStart);
  return betweenItems.test(line) ? itemStart - line.length : itemStart;
}

/** The end of a span, or that of the line that closes the block of code which the span ends in. */
function closedFence(content: string, { start, end }: Span): number {
  return end + (openCode(content.slice(start, end)) ? closingFence(content.slice(end)).length : 0);
}

/** The sentences of a passage, of which a block of code is one. */
export function passageSentences(passage: ReadPassage): readonly Sentence[] {
  const { content } = passage.chunk;
  const said = withHeadings(
    withLetteredItems(withoutMarkup(sentencesOf(passage), content), content),
    passage,
  );
  return withHeaders(withWholeItems(said, content), passage);
}

const letteredLine = new RegExp(String.raw`^[^\S\n]*${anyItemMark}(?=\S)`, 'gmu');
const firstLetter = /^\(?[aAi1]\)/;

/**
 * Makes items of the lines with letters or numbers in brackets that half a sentence counts up, as contracts do, each up
 * to the next or to the end of its paragraph: Markdown knows no such list.
 */
function withLetteredItems(found: readonly Sentence[], content: string): Sentence[] {
  let isCounting = false;
  return found.flatMap((sentence, place): Sentence[] => {
    const { start, end, kind } = sentence;
    const last = found[place - 1];
    const words = content.slice(start, end);
    const beginsLine = lineBefore(content, start).trim() === '';
    const marks = kind === 'prose' && beginsLine ? [...words.matchAll(letteredLine)] : [];
    const isMarked = marks[0]?.index === 0;
    const isUnfinished =
      last !== undefined && last.kind !== 'heading' && !endsSentence(content.slice(last.start, last.end));
    const goesOn = kind === 'prose' && !/\n\s*\n/.test(content.slice(last?.end ?? 0, start));
    isCounting = isMarked ? isCounting || (firstLetter.test(words) && isUnfinished) : isCounting && goesOn;
    if (!isCounting) return [sentence];
    if (!isMarked) return [{ ...sentence, kind: 'list-item' }];
    return marks.map((mark, at): Sentence => {
      const from = mark.index + mark[0].length;
      const item = words.slice(from, marks[at + 1]?.index).trimEnd();
      return { start: start + from, end: start + from + item.length, kind: 'list-item' };
    });
  });
}

/** The headings that the format tells and the text does not, each as one. */
function withHeadings(
  found: readonly Sentence[],
  { chunk, bareHeadings = [] }: ReadPassage,
): readonly Sentence[] {
  const headings = bareHeadings.map(
    ({ start, end }): Sentence => ({
      start: start - chunk.start,
      end: end - chunk.start,
      kind: 'heading',
    }),
  );
  if (headings.length === 0) return found;
  const rest = found.filter((one) => !headings.some(({ start, end }) => start < one.end && one.start < end));
  return [...rest, ...headings].toSorted((a, b) => a.start - b.start);
}

/**
 * The rows that head a table, as the format tells, as such; all of them as one, since each names its columns in part.
 */
function withHeaders(
  found: readonly Sentence[],
  { chunk, bareTableHeaders = [] }: ReadPassage,
): readonly Sentence[] {
  const isHeader = ({ start }: Sentence) =>
    bareTableHeaders.some((rows) => rows.start <= chunk.start + start && chunk.start + start < rows.end);
  const read: Sentence[] = [];
  for (const [at, row] of found.entries()) {
    const isHead =
      row.kind === 'table-row' && isHeader(row) && !isField(row, found.slice(at + 1), chunk.content);
    const kind = isHead ? 'table-header' : row.kind;
    const last = read.at(-1);
    const isBelow = kind === 'table-header' && last?.kind === kind && isHeader(last);
    if (isBelow && chunk.content.slice(last.end, row.start).trim() === '') {
      read[read.length - 1] = { ...last, end: row.end };
    } else read.push({ ...row, kind });
  }
  return read;
}

/**
 * Whether the first row of two cells is a field like those below it, “Full name | Ann Lee”, and no header: it has a
 * figure for a value, or below it some values have figures and some have none, as those of one column seldom do.
 */
function isField(row: Sentence, below: readonly Sentence[], content: string): boolean {
  const valueOf = ({ start, end }: Sentence) => plainCells(content.slice(start, end)).slice(1);
  const [value = '', ...others] = valueOf(row);
  if (others.length > 0) return false;
  const end = below.findIndex(({ kind }) => kind !== 'table-row');
  const values = below.slice(0, end === -1 ? undefined : end).map((one) => valueOf(one)[0] ?? '');
  const figures = values.filter((one) => /\p{Nd}/u.test(one)).length;
  return /\p{Nd}/u.test(value) || (figures > 0 && figures < values.length);
}

/** Characters of a list's item that is one sentence to all that quotes it, most: its parts say little alone. */
const longestItem = 240;

/** The sentences of a short item of a list as one: "Doe, J. (2005). *A book*. A publisher." */
function withWholeItems(found: readonly Sentence[], content: string): Sentence[] {
  const isSameItem = (last: Sentence, next: Sentence) =>
    last.kind === 'list-item' &&
    next.kind === 'list-item' &&
    content.slice(last.end, next.start).trim() === '' &&
    !beginsWithBox(content.slice(next.start, next.end));
  const items: Sentence[][] = [];
  for (const next of found) {
    const item = items.at(-1);
    const last = item?.at(-1);
    if (item && last && isSameItem(last, next)) item.push(next);
    else items.push([next]);
  }
  return items.flatMap((item) => {
    const [first] = item as [Sentence];
    const { end } = item.at(-1) as Sentence;
    return end - first.start <= longestItem ? [{ ...first, end }] : item;
  });
}

/** A picture that is a link, as the badges at the top of a README are, in Markdown and in HTML. */
const linkedPicture = String.raw`\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\](?:\([^)]*\)|\[[^\]]*\])|<a\s[^<>]*>\s*<img\s[^<>]*>\s*<\/a>`;

/** Tags of HTML that lay out a page, as Markdown may hold them; those within a line mark its words. */
const layoutTag = String.raw`<\/?(?:details|summary|div|section|center|figure|figcaption|picture|source|img|p|br|hr|blockquote|[ou]l|li|table|t[rdh]|h[1-6])(?:\s[^<>]*)?\/?>`;

/** A picture says nothing beside words; alone, its description does. */
const picture = String.raw`!\[[^\]\n]*\]\([^()\n]*\)`;

const markup = `${linkedPicture}|${layoutTag}|${embed}|${inlineComment}`;
const markupBefore = new RegExp(`^(?:(?:${markup}|${macro})\\s*)+`, 'iu');
const markupBehind = new RegExp(`\\s*(?:(?:${markup}|${closingMacro}|${blockId})\\s*)+$`, 'iu');
const pictureBehind = new RegExp(`(?<=\\S)\\s+(?:${picture}\\s*)+$`, 'u');
const mayHoldMarkup = /^(?:<|!?\[|%%|\{[{%])|(?:[>\])}%]|\^[A-Za-z\d-]+)$/;

/** Prose without what it begins or ends with that says nothing; what is nothing else is left out. */
function withoutMarkup(found: readonly Sentence[], content: string): Sentence[] {
  return found.flatMap((sentence) => {
    if (sentence.kind !== 'prose' && sentence.kind !== 'list-item') return [sentence];
    const written = content.slice(sentence.start, sentence.end);
    if (!mayHoldMarkup.test(written)) return [sentence];
    const before = markupBefore.exec(written)?.[0].length ?? 0;
    const words = written.slice(before).replace(markupBehind, '').replace(pictureBehind, '');
    const start = sentence.start + before;
    return words === '' ? [] : [{ ...sentence, start, end: start + words.length }];
  });
}

function sentencesOf({ chunk: { content, language, start }, bareCode = [] }: ReadPassage): Sentence[] {
  const found: Sentence[] = [];
  let position = 0;
  const readUntil = (end: number) => {
    const between = content.slice(position, end);
    for (const sentence of joinCode(sentences(between, language), between))
      found.push({ ...sentence, start: position + sentence.start, end: position + sentence.end });
  };
  for (const block of bareCode) {
    const from = Math.max(0, block.start - start);
    const to = Math.min(content.length, block.end - start);
    readUntil(from);
    found.push(...codeIn(content, from, to));
    position = to;
  }
  readUntil(content.length);
  return found;
}

/** The code between two places, without blank lines around it and the fence that closes it; none where that is all. */
function codeIn(content: string, from: number, to: number): Sentence[] {
  const code = content
    .slice(from, to)
    .replace(/\n[ \t]*(?:`{3,}|~{3,})\s*$/, '')
    .trimEnd();
  const blank = /^(?:\s*\n)?/.exec(code)?.[0].length ?? 0;
  return code.trim() === '' ? [] : [{ start: from + blank, end: from + code.length, kind: 'code' }];
}
