import type { Analyser } from '../../contracts/analyser.ts';
import type { Passage } from '../../contracts/generator.ts';
import { type Sentence, type SentenceKind, sentences } from '../../text/sentences.ts';
import { refersBack } from './refers-back.ts';

/** What is quoted as a whole: a sentence, a row of a table, a block of code, where asked for a list. */
export interface QuotableUnit {
  readonly kind: SentenceKind | 'list';
  readonly passage: Passage;
  /** `[start, end)` of the document's cleaned text. */
  readonly start: number;
  readonly end: number;
  /** Its words, without the addresses of links. */
  readonly text: string;
  readonly terms: readonly string[];
  /** The terms of a table row's first cell, which says what the row is about; empty for all else. */
  readonly label: readonly string[];
  /** Of the nearest heading above it. */
  readonly headingTerms: readonly string[];
  /** What must be read before it: the header of its table, what a list is introduced by, what a pronoun stands for. */
  readonly lead?: QuotableUnit;
}

/** Reads the units of a passage in their order. `wholeLists`: a list is one unit with what introduces it. */
export function quotableUnits(passage: Passage, analyser: Analyser, wholeLists: boolean): QuotableUnit[] {
  const { chunk } = passage;
  const { content, language } = chunk;
  const spans = joined(sentences(content, language), content, wholeLists);
  const units: QuotableUnit[] = [];
  const termsOf = (words: string) => analyser.terms(words, language).map((term) => term.text);
  let headingTerms: readonly string[] = termsOf(chunk.headingPath.at(-1) ?? '');
  let header = headerAbove(passage, termsOf);
  for (const { start, end, kind } of spans) {
    const text = withoutAddresses(content.slice(start, end));
    const unit = {
      kind,
      passage,
      start: chunk.start + start,
      end: chunk.start + end,
      text,
      terms: termsOf(text),
      headingTerms,
      label: kind === 'table-row' ? termsOf(firstCell(text)) : [],
    };
    // The rows of a table that begins before the chunk come first in it.
    if (kind !== 'table-row' && kind !== 'table-header') header = undefined;
    const lead = kind === 'table-row' ? header : leadOf(unit, units, content);
    units.push({ ...unit, ...(lead && { lead }) });
    if (kind === 'heading') headingTerms = unit.terms;
    if (kind === 'table-header') header = units.at(-1);
  }
  return units;
}

/** The header of the table that the chunk begins within. */
function headerAbove(
  passage: Passage,
  termsOf: (words: string) => readonly string[],
): QuotableUnit | undefined {
  const { tableHeader } = passage;
  if (!tableHeader) return undefined;
  return {
    kind: 'table-header',
    passage,
    ...tableHeader,
    terms: termsOf(tableHeader.text),
    headingTerms: [],
    label: [],
  };
}

interface Span extends Omit<Sentence, 'kind'> {
  readonly kind: QuotableUnit['kind'];
}

/** Lines of one block of code become one span; where lists are wanted whole, so do their items and lead-in. */
function joined(found: readonly Sentence[], content: string, wholeLists: boolean): Span[] {
  const spans: Span[] = [];
  for (const sentence of found) {
    const last = spans.at(-1);
    const between = last ? content.slice(last.end, sentence.start) : '';
    const continuesCode = last?.kind === 'code' && sentence.kind === 'code' && between.trim() === '';
    const continuesList =
      wholeLists && last && sentence.kind === 'list-item' && continuesListAfter(last, between, content);
    if (last && continuesCode) spans[spans.length - 1] = { ...last, end: sentence.end };
    else if (last && continuesList) spans[spans.length - 1] = { ...last, end: sentence.end, kind: 'list' };
    else if (wholeLists && sentence.kind === 'list-item') {
      spans.push({ start: markerStart(content, sentence.start), end: sentence.end, kind: 'list' });
    } else spans.push(sentence);
  }
  return spans;
}

/** Nothing but the marker of the next item, or nothing at all within one item, stands between the parts of a list. */
const betweenItems = /^\s*(?:(?:[-*+•]|\d{1,4}[.)])\s+)?$/;

function continuesListAfter(last: Span, between: string, content: string): boolean {
  if (!betweenItems.test(between)) return false;
  return last.kind === 'list' || (last.kind === 'prose' && introduces(content.slice(last.start, last.end)));
}

function markerStart(content: string, itemStart: number): number {
  const lineStart = content.lastIndexOf('\n', itemStart - 1) + 1;
  return betweenItems.test(content.slice(lineStart, itemStart)) ? lineStart : itemStart;
}

/** A colon at the end announces what follows. */
function introduces(text: string): boolean {
  return /[:：][*_]*$/.test(text);
}

function firstCell(row: string): string {
  return row.split('|', 2)[1] ?? '';
}

type Unled = Omit<QuotableUnit, 'lead'>;

function leadOf(unit: Unled, before: readonly QuotableUnit[], content: string): QuotableUnit | undefined {
  const previous = before.at(-1);
  if (unit.kind === 'list-item') return leadIn(before);
  if (!previous || previous.kind !== 'prose') return undefined;
  if (introduces(previous.text)) return previous;
  if (unit.kind !== 'prose' || !refersBack(unit.text, unit.passage.chunk.language)) return undefined;
  const offset = unit.passage.chunk.start;
  const isSameParagraph = !/\n\s*\n/.test(content.slice(previous.end - offset, unit.start - offset));
  return isSameParagraph ? previous : undefined;
}

/** What introduces the list that goes on after these units. */
function leadIn(before: readonly QuotableUnit[]): QuotableUnit | undefined {
  const above = before.findLast(({ kind }) => kind !== 'list-item');
  return above?.kind === 'prose' && introduces(above.text) ? above : undefined;
}

/** The words of a link count, its address does not. */
function withoutAddresses(text: string): string {
  return text.replace(/\]\([^)\s]*\)/g, ']');
}
