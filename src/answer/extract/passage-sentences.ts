import type { Passage } from '../../contracts/generator.ts';
import { beginsWithBox } from '../../text/sentences/item-mark.ts';
import { blockId, closingMacro, embed, inlineComment, macro } from '../../text/sentences/note-marks.ts';
import { type Sentence, sentences } from '../../text/sentences/sentences.ts';
import { type ReadSentence, withAskedQuestions } from './asked-questions.ts';
import { withImpliedHeaders } from './implied-headers.ts';
import { joinCode } from './join-spans.ts';
import { withLabelledItems } from './labelled-items.ts';
import { withLetteredItems } from './lettered-items.ts';

/** The sentences of a passage, of which a block of code is one. */
export function passageSentences(passage: Passage): readonly ReadSentence[] {
  const { content, start } = passage.chunk;
  const unmarked = withoutMarkup(sentencesOf(passage), content);
  const said = withLabelledItems(withLetteredItems(unmarked, content), content);
  const found = withWholeItems(withHeadings(withAskedQuestions(said, content), passage), content);
  return withImpliedHeaders(withHeaders(found, passage), content, start === 0);
}

/** The headings that the format tells and the text does not, each as one. */
function withHeadings(
  found: readonly ReadSentence[],
  { chunk, bareHeadings = [] }: Passage,
): readonly ReadSentence[] {
  const headings = bareHeadings.map(
    ({ start, end }): ReadSentence => ({
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
  found: readonly ReadSentence[],
  { chunk, bareTableHeaders = [] }: Passage,
): readonly ReadSentence[] {
  const isHeader = ({ start }: ReadSentence) =>
    bareTableHeaders.some((rows) => rows.start <= chunk.start + start && chunk.start + start < rows.end);
  const read: ReadSentence[] = [];
  for (const row of found) {
    const kind = row.kind === 'table-row' && isHeader(row) ? 'table-header' : row.kind;
    const last = read.at(-1);
    const isBelow = kind === 'table-header' && last?.kind === kind && isHeader(last);
    if (isBelow && chunk.content.slice(last.end, row.start).trim() === '') {
      read[read.length - 1] = { ...last, end: row.end };
    } else read.push({ ...row, kind });
  }
  return read;
}

/** Characters of a list's item that is one sentence to all that quotes it, most: its parts say little alone. */
const longestItem = 240;

/** The sentences of a short item of a list as one: "Doe, J. (2005). *A book*. A publisher." */
function withWholeItems(found: readonly ReadSentence[], content: string): ReadSentence[] {
  const isSameItem = (last: ReadSentence, next: ReadSentence) =>
    last.kind === 'list-item' &&
    next.kind === 'list-item' &&
    content.slice(last.end, next.start).trim() === '' &&
    !beginsWithBox(content.slice(next.start, next.end));
  const items: ReadSentence[][] = [];
  for (const next of found) {
    const item = items.at(-1);
    const last = item?.at(-1);
    if (item && last && isSameItem(last, next)) item.push(next);
    else items.push([next]);
  }
  return items.flatMap((item) => {
    const [first] = item as [ReadSentence];
    const { end } = item.at(-1) as ReadSentence;
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

function sentencesOf({ chunk: { content, language, start }, bareCode = [] }: Passage): Sentence[] {
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
