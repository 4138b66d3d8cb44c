import { closingFence, fencePattern, openCode } from '../../text/sentences/code-fence.ts';
import {
  anyItemMark,
  beginsWithBox,
  blockId,
  closingMacro,
  embed,
  footnoteMark,
  inlineComment,
  itemMark,
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
export type Span = SpanOf<ReadSentence['kind'] | 'list' | 'table'>;

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
export function joinLists(found: readonly ReadSentence[], content: string): Span[] {
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
    const isCompleted = isCompletedBy(
      content.slice(last.start, last.end),
      content.slice(next.start, next.end),
    );
    const begins = last.kind === 'prose' && (announces || isCompleted);
    return betweenItems.test(between) && (isList || begins);
  }
  if (!isList || (next.kind !== 'code' && next.kind !== 'prose')) return false;
  return (next.kind === 'code' && announces) || indentation(content, next) > indentation(content, last);
}

/** A colon at the end announces what follows. */
export function introduces(text: string): boolean {
  return /[:：][*_]*$/.test(text);
}

/** Whether an item completes a sentence that no stop ends: "You may" and "- copy it". */
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

const behindMarker = new RegExp(String.raw`(?:^|\s)${anyItemMark}$`, 'u');

/** Whether the marker of an item stands before a place in its line. */
function followsMarker(content: string, place: number): boolean {
  return behindMarker.test(lineBefore(content, place));
}

/** The end of a span, or that of the line that closes the block of code which the span ends in. */
function closedFence(content: string, { start, end }: Span): number {
  return end + (openCode(content.slice(start, end)) ? closingFence(content.slice(end)).length : 0);
}

/** A sentence, or a question that the text asks itself and that stands over its answer as a heading does. */
interface ReadSentence extends Pick<Sentence, 'start' | 'end'> {
  readonly kind: Sentence['kind'] | 'question';
}

/** A question with all that parts it from what stands around it. */
interface AskedQuestion {
  /** Of its words. */
  readonly start: number;
  readonly end: number;
  /** Where its line begins, and where the words of its answer do. */
  readonly from: number;
  readonly to: number;
  /** Whether it is an item of a list. */
  readonly isItem: boolean;
}

/** What says of words in a list of frequent questions that they ask, or answer: "Q:", "**A2:**", "Q.", "Frage:". */
function label(words: string): string {
  const end = String.raw`[*_]{0,3}(?:\s?[:：]|(?<=[qa]\p{N}{0,3})\.)[*_]{0,3}`;
  return String.raw`[*_]{0,3}(?:${words})\s?\p{N}{0,3}${end}(?=[\s\p{L}\p{P}])[^\S\n]*`;
}

const questionLabel = label(
  'q|question|frage|f|pregunta|p|domanda|d|pergunta|vraag|v|вопрос|в|问|問|问题|質問',
);
const answerLabel = label(
  'a|answer|antwort|réponse|r|respuesta|risposta|resposta|antwoord|ответ|о|答|回答|答え',
);

const lineStart = String.raw`^(?<before>[^\S\n]*(?:>\s?)?${itemMark}?)`;
const longestQuestion = 400;

/** A label, and words up to the stop of a question at the end of a line, or to the label of an answer. */
const labelled = new RegExp(
  String.raw`${lineStart}(?<mark>${questionLabel})(?<words>(?:(?!\n\s*\n)[^]){1,${longestQuestion}}?)(?:(?<=[?？؟])(?=[*_]{0,3}[^\S\n]*$)|(?=[*_]{0,3}\s+${answerLabel}))`,
  'gimu',
);
const boldLine = new RegExp(
  String.raw`${lineStart}(?<mark>\*\*|__)(?<words>[^*_\n]+[?？؟])(?=\k<mark>:?[^\S\n]*$)`,
  'gmu',
);

/** A sentence that asks, and is all of its line. */
const onlyQuestion = String.raw`(?<words>[\p{L}¿«“"](?:(?![.!?…]["'”’)\]]*\s|[。！？])[^\n]){4,200}?[?？؟])[^\S\n]*`;
/** Such a paragraph, with another behind it. */
const questionParagraph = new RegExp(
  String.raw`(?<![^\n]\n)^(?<before>[^\S\n]*)${onlyQuestion}(?=\n[^\S\n]*\n\s*\S)`,
  'gmu',
);
/** Such an item, with what belongs to it under it. */
const questionItem = new RegExp(
  String.raw`^(?<before>(?<indentation>[^\S\n]*)${itemMark})${onlyQuestion}(?=\n(?:[^\S\n]*\n)?\k<indentation>(?:\t|[^\S\n]{2,})(?!${anyItemMark})\S)`,
  'gmu',
);
const behindQuestion = new RegExp(String.raw`^[*_]{0,3}:?\s*(?:${answerLabel})?`, 'iu');
const headingLabel = new RegExp(String.raw`^${questionLabel}`, 'iu');

/**
 * Makes questions of what a text asks itself: behind a label, in bold print on a line of their own, or as all of a
 * paragraph or of an item that more stands under. The label of an answer is taken from it, and an item that holds both
 * a question and its answer is prose.
 */
export function withAskedQuestions(found: readonly Sentence[], content: string): readonly ReadSentence[] {
  const questions = questionsIn(content);
  if (questions.length === 0) return found;
  const isCode = ({ from }: AskedQuestion) =>
    found.some(({ kind, start, end }) => kind === 'code' && start <= from && from < end);
  const asked = questions.filter((question) => !isCode(question));
  const headings = asked.map(({ start, end }): ReadSentence => ({ start, end, kind: 'question' }));
  return [...withoutQuestions(found, asked, content), ...headings].toSorted((a, b) => a.start - b.start);
}

/** The words of a heading without the label of a question. */
export function withoutQuestionLabel(heading: string): string {
  return heading.replace(headingLabel, '');
}

function questionsIn(content: string): AskedQuestion[] {
  const forms = [labelled, boldLine, questionParagraph, questionItem];
  const matches = forms.flatMap((form) => [...content.matchAll(form)]);
  const questions = matches.map((match): AskedQuestion => {
    const { before = '', mark = '', words = '' } = match.groups ?? {};
    const start = match.index + before.length + mark.length;
    const end = start + words.trimEnd().length;
    const to = end + (behindQuestion.exec(content.slice(end))?.[0].length ?? 0);
    return { start, end, from: match.index, to, isItem: /\S/.test(before.replace('>', '')) };
  });
  // A labelled line in bold print is found twice: the label is no word of the question.
  const inOrder = questions.toSorted((a, b) => a.from - b.from || b.start - a.start);
  return inOrder.filter(({ from }, place) => from >= (inOrder[place - 1]?.to ?? 0));
}

/** What of the sentences is none of the questions. */
function withoutQuestions(
  found: readonly Sentence[],
  questions: readonly AskedQuestion[],
  content: string,
): ReadSentence[] {
  const rest: ReadSentence[] = [];
  let isInAnswer = false;
  for (const sentence of found) {
    const cuts = questions.filter(({ from, to }) => from < sentence.end && sentence.start < to);
    const isItem = sentence.kind === 'list-item';
    if (cuts.length > 0) isInAnswer = cuts.at(-1)?.isItem === true;
    else if (!isItem || followsMarker(content, sentence.start)) isInAnswer = false;
    const kind = isItem && isInAnswer ? 'prose' : sentence.kind;
    const ends = [sentence.start, ...cuts.map(({ to }) => to)];
    for (const [place, start] of ends.entries()) {
      const end = cuts[place]?.from ?? sentence.end;
      const words = content.slice(start, Math.max(start, end));
      const from = start + words.length - words.trimStart().length;
      if (words.trim() !== '') rest.push({ start: from, end: from + words.trim().length, kind });
    }
  }
  return rest;
}

/** What a paragraph tells of, before a colon: "Rigid packaging: …". */
const paragraphLabel = /^[*_]{0,2}\p{Lu}[\p{L}\p{M}\p{N} &/’'-]{2,40}(?:[:：][*_]{0,2}|[*_]{2}[:：])\s+\S/u;

/**
 * Makes items of the paragraphs that a sentence with a colon at its end announces, where two or more in a row begin
 * with what they tell of: printed texts have such lists without marks.
 */
function withLabelledItems(found: readonly Sentence[], content: string): Sentence[] {
  const items = new Set(found.flatMap((_, place) => announcedBy(found, place, content)));
  return found.map((sentence) => (items.has(sentence) ? { ...sentence, kind: 'list-item' } : sentence));
}

/** The sentences of the paragraphs with labels that the one at a place announces; none of fewer than two. */
function announcedBy(found: readonly Sentence[], place: number, content: string): readonly Sentence[] {
  const { kind, start, end } = found[place] as Sentence;
  if (kind !== 'prose' || !introduces(content.slice(start, end))) return [];
  const paragraphs: Sentence[][] = [];
  for (const sentence of found.slice(place + 1)) {
    if (sentence.kind !== 'prose') break;
    if (lineBefore(content, sentence.start).trim() !== '') paragraphs.at(-1)?.push(sentence);
    else if (paragraphLabel.test(content.slice(sentence.start, sentence.end))) paragraphs.push([sentence]);
    else break;
  }
  return paragraphs.length > 1 ? paragraphs.flat() : [];
}

const mark = new RegExp(String.raw`^${anyItemMark}(?=\S)`, 'u');
const firstMark = /^\(?[aAi1]\)/;

/** What counts: the paragraphs of a law are numbered, and what one of them counts up has letters. */
const kindOfMark = (words: string) => (/\d/.test(words) ? 'number' : 'letter');

/**
 * Makes items of what a sentence that no stop ends counts up by letters or numbers in brackets, a line for each, as
 * contracts do: Markdown knows no such list. Sentences behind the first of an item are of it up to the end of its
 * paragraph.
 */
function withLetteredItems(found: readonly Sentence[], content: string): Sentence[] {
  const counting = new Set<string>();
  return found.map((sentence, place) => {
    const { start, end, kind } = sentence;
    const last = found[place - 1];
    const between = content.slice(last?.end ?? 0, start);
    const beginsLine = lineBefore(content, start).trim() === '';
    const marked = kind === 'prose' && beginsLine ? (mark.exec(content.slice(start, end))?.[0] ?? '') : '';
    const begins = firstMark.test(marked) && isUnfinished(last, content);
    if (begins) counting.add(kindOfMark(marked));
    const isItem = marked !== '' && counting.has(kindOfMark(marked));
    const goesOn = marked === '' && kind === 'prose' && !/\n\s*\n/.test(between);
    if (!isItem && !goesOn) counting.clear();
    return counting.size > 0 ? { start: start + marked.length, end, kind: 'list-item' } : sentence;
  });
}

function isUnfinished(said: Sentence | undefined, content: string): boolean {
  return said !== undefined && said.kind !== 'heading' && !endsSentence(content.slice(said.start, said.end));
}

/** Columns of a table whose first row may be its header; with two, the first row is as likely a label and its value. */
const fewestColumns = 3;

/**
 * Tables of spreadsheets and PDF files have no row of dashes under their header. Where a table begins with a row of
 * words in every cell, without a digit, over a row of as many cells, that row becomes its `table-header`.
 * `beginsDocument`: the text is no piece from the middle, where the first row may be any row.
 */
export function withImpliedHeaders(
  found: readonly ReadSentence[],
  content: string,
  beginsDocument: boolean,
): ReadSentence[] {
  const cells = ({ start, end }: ReadSentence) => plainCells(content.slice(start, end));
  return found.map((row, position) => {
    const before = found[position - 1];
    const next = found[position + 1];
    const begins = before ? !isRow(before) : beginsDocument;
    if (row.kind !== 'table-row' || next?.kind !== 'table-row' || !begins) return row;
    const names = cells(row);
    const isHeader =
      names.length >= fewestColumns &&
      names.every((name) => /\p{L}/u.test(name) && !/\p{N}/u.test(name)) &&
      cells(next).length === names.length;
    return isHeader ? { ...row, kind: 'table-header' } : row;
  });
}

function isRow({ kind }: ReadSentence): boolean {
  return kind === 'table-row' || kind === 'table-header';
}

/** The sentences of a passage, of which a block of code is one. */
export function passageSentences(passage: ReadPassage): readonly ReadSentence[] {
  const { content, start } = passage.chunk;
  const unmarked = withoutMarkup(sentencesOf(passage), content);
  const said = withLabelledItems(withLetteredItems(unmarked, content), content);
  const found = withWholeItems(withHeadings(withAskedQuestions(said, content), passage), content);
  return withImpliedHeaders(withHeaders(found, passage), content, start === 0);
}

/** The headings that the format tells and the text does not, each as one. */
function withHeadings(
  found: readonly ReadSentence[],
  { chunk, bareHeadings = [] }: ReadPassage,
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
  { chunk, bareTableHeaders = [] }: ReadPassage,
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
