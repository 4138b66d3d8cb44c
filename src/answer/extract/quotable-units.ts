import type { Analyser } from '../../contracts/analyser.ts';
import { beginsWithBox, linkTarget, wikiTarget } from '../../text/sentences/note-marks.ts';
import { plainCells } from '../../text/sentences/row-cells.ts';
import type { ReadPassage } from '../passages-to-read.ts';
import {
  endsQuestion,
  endsSentence,
  indentation,
  introduces,
  isCompletedBy,
  joinLists,
  joinTables,
  markerStart,
  passageSentences,
  type Span,
} from './passage-sentences.ts';
import { type FieldRecord, recordsIn } from './records.ts';
import { refersBack } from './unit-form.ts';

const target = new RegExp(`\\]${linkTarget}`, 'g');
const page = new RegExp(wikiTarget, 'g');

/** The words of a link count, its address does not, nor the name under which that stands elsewhere. */
export function withoutAddresses(text: string): string {
  const words = text.replace(target, ']');
  return words.includes('[[') ? words.replace(page, '[[') : words;
}

/** Whether it is a line of bold print that says nothing, or asks, as a heading of what stands under it does. */
function isBoldLine({ kind, text }: Pick<QuotableUnit, 'kind' | 'text'>): boolean {
  if (kind !== 'prose' || !/^(\*\*|__)[^*_\n]+\1$/u.test(text)) return false;
  return endsQuestion(text) || !(endsSentence(text) || introduces(text));
}

const headingMark = /^(#+)\s+/;

const afterBlankLine = /(?:^|\n)[^\S\n]*\n$|^$/;
const speaks = /^\p{L}[\p{L}\p{M}\p{N}. ]{0,30}\s?[:：]\s*\p{L}/u;

/**
 * Whether a question is all of its line, and begins its paragraph or stands behind who or what asks, “Q: Do you ship?”:
 * what follows is said of it, as of what a heading asks.
 */
function isLineThatAsks({ start, end }: Pick<Span, 'start' | 'end'>, content: string): boolean {
  const text = content.slice(start, end);
  if (text.includes('\n') || !endsQuestion(text)) return false;
  const line = content.lastIndexOf('\n', start - 1) + 1;
  if (content.slice(line, start).trim() !== '' || !/^[^\S\n]*(?:\n|$)/.test(content.slice(end))) return false;
  return speaks.test(text) || afterBlankLine.test(content.slice(0, line));
}

/** An option of a command, alone on its line over deeper lines that say what it does, as manual pages have it. */
const optionLine = /^(?<indentation>[^\S\n]*)--?[\p{L}\p{N}?][^\n]*\n\k<indentation>[^\S\n]+\S/u;

function isOptionLine({ start, end }: Pick<Span, 'start' | 'end'>, content: string): boolean {
  const text = content.slice(start, end);
  const line = content.lastIndexOf('\n', start - 1) + 1;
  return !text.includes('\n') && !endsSentence(text) && optionLine.test(content.slice(line));
}

/** The line above a place in a section of a text that heads it, a question or an option; empty where none does. */
export function headingLineAbove(content: string, place: number): string {
  let end = content.lastIndexOf('\n', place - 1);
  while (end > 0) {
    const start = content.lastIndexOf('\n', end - 1) + 1;
    const line = content.slice(start, end).trimEnd();
    if (headingMark.test(line)) return '';
    const span = { start, end: start + line.length };
    if (isLineThatAsks(span, content) || isOptionLine(span, content)) return line;
    end = start - 1;
  }
  return '';
}

/** The words of a heading in Markdown. */
function withoutMark({ start, end, kind }: Span, content: string): Span {
  const mark = headingMark.exec(content.slice(start, end))?.[0] ?? '';
  return { start: start + mark.length, end, kind };
}

/** How deep a heading stands, from 1 on; undefined where it carries no mark. */
function levelOf({ start, end }: Span, content: string): number | undefined {
  return headingMark.exec(content.slice(start, end))?.[1]?.length;
}

/** A unit before it is known what leads to it. */
type Unled = Omit<QuotableUnit, 'lead'>;

/** A list that is longer in characters is quoted whole only where a question asks for lists. */
const longestIntroduced = 1200;

/**
 * What must be read before a unit, of the units that stand before it in its passage; undefined where nothing must.
 * `lists` are those of the passage, each with what introduces it.
 */
function leadOf(
  unit: Unled,
  before: readonly QuotableUnit[],
  lists: readonly Span[],
): QuotableUnit | undefined {
  if (unit.kind === 'list-item') return leadOfItem(unit, before, lists);
  const previous = before.at(-1);
  if (unit.kind === 'list' || unit.kind === 'table') return announcementOf(before);
  if (!previous || previous.kind !== 'prose') return undefined;
  if (introduces(previous.text)) return previous;
  const { chunk } = unit.passage;
  if (unit.kind !== 'prose' || !refersBack(unit.text, chunk.language)) return undefined;
  const between = chunk.content.slice(previous.end - chunk.start, unit.start - chunk.start);
  const isSameParagraph = !/\n\s*\n/.test(between);
  return isSameParagraph ? previous : undefined;
}

/** The prose that announces what follows the units so far, be it under a heading of its own. */
function announcementOf(before: readonly QuotableUnit[]): QuotableUnit | undefined {
  const last = before.at(before.at(-1)?.kind === 'heading' ? -2 : -1);
  return last?.kind === 'prose' && introduces(last.text) ? last : undefined;
}

/**
 * A further sentence of an item means little without the first, an item within an item without that, and any other
 * without what introduces its list, which is not what introduced another that has ended above.
 */
function leadOfItem(
  item: Unled,
  before: readonly QuotableUnit[],
  lists: readonly Span[],
): QuotableUnit | undefined {
  if (item.continuesItem) return firstOfItem(before);
  const { content, start: offset } = item.passage.chunk;
  const indentationOf = ({ start }: Unled) => indentation(content, { start: start - offset });
  const own = indentationOf(item);
  const above = before.findLast((unit) =>
    unit.kind === 'list-item' ? indentationOf(unit) < own : indentationOf(unit) <= own,
  );
  const list = lists.find(({ start, end }) => start + offset <= item.start && item.end <= end + offset);
  if (!above || !list || above.start < list.start + offset) return undefined;
  if (above.kind === 'list-item') return firstOfItem(before.slice(0, before.indexOf(above) + 1));
  if (above.kind !== 'prose') return undefined;
  return introduces(above.text) || isCompletedBy(above.text, item.text) ? above : undefined;
}

/** The sentence that the item begins with which the last of these units is of. */
function firstOfItem(upTo: readonly QuotableUnit[]): QuotableUnit | undefined {
  return upTo.findLast(({ continuesItem }) => !continuesItem);
}

/**
 * The list that a sentence with a colon at its end begins; within a list, what stands under such an item or sentence.
 */
function introducedBy(span: Span, lists: readonly Span[], content: string): Span | undefined {
  const { start, end, kind } = span;
  const text = content.slice(start, end);
  const list = lists.find((one) => one.start <= start && end < one.end);
  const begins = kind === 'prose' && list?.start === start;
  if (!list || !(begins || introduces(text))) return undefined;
  const isWithin = kind === 'list-item' || list.start < start;
  const introduced = (isWithin && partUnder(span, list, content)) || list;
  return introduced.end - introduced.start <= longestIntroduced ? introduced : undefined;
}

/** An item, or a sentence within a list, with the lines under it; undefined where none are. */
function partUnder(span: Span, list: Span, content: string): Span | undefined {
  const own = indentation(content, span);
  const isItem = span.kind === 'list-item';
  let { end } = span;
  for (const line of content.slice(end, list.end).matchAll(/[^\n]*\S[^\n]*/g)) {
    if (line.index > 0) {
      const deep = line[0].search(/\S/);
      if (deep < own || (isItem && deep === own)) break;
    }
    end = span.end + line.index + line[0].length;
  }
  const start = isItem ? markerStart(content, span.start) : span.start;
  return end === span.end ? undefined : { start, end: Math.min(end, list.end), kind: 'list' };
}

/** What is quoted as a whole: a sentence, a row of a table, a block of code, where asked for a list. */
export interface QuotableUnit {
  readonly kind: Span['kind'];
  readonly passage: ReadPassage;
  /** `[start, end)` of the document's cleaned text. */
  readonly start: number;
  readonly end: number;
  /** Its words, without the addresses of links. */
  readonly text: string;
  readonly terms: readonly string[];
  /** The terms of a table row's first cell, which says what the row is about; empty for all else. */
  readonly label: readonly string[];
  /** The headings above it, outermost first, without their marks. */
  readonly headings: readonly string[];
  /** Of the headings above it, and of the document's title. */
  readonly headingTerms: readonly string[];
  /** The nearest of them, without its mark; empty where there is none. */
  readonly heading: string;
  /** The terms of that where it asks; empty where it does not. */
  readonly askedAbove: readonly string[];
  /**
   * What must be read before it: the header of its table, what introduces its list, the item that it is within, what a
   * pronoun stands for.
   */
  readonly lead?: QuotableUnit;
  /** The list or the code that it announces and says little without; it is part of it. */
  readonly introduced?: QuotableUnit;
  /** Set where it is a further sentence of the item before it, which was too long to be one. */
  readonly continuesItem?: true;
  /** What the fields beside it say of the same thing, where it is a field of a form; empty elsewhere. */
  readonly record: string;
}

/** A list or a table as one unit, before it is decided whether it is read as one. */
export interface Whole {
  readonly kind: 'list' | 'table';
  /** The terms of what says what it lists: headings above a list, its introduction; a table's heading and header. */
  readonly frame: readonly string[];
  /** All of its terms. */
  readonly terms: readonly string[];
  /** In characters. */
  readonly length: number;
}

/**
 * Reads the units of a passage in their order. A list, with what introduces it, and a table are one unit where
 * `isAskedFor` says so, else one for each item, row and sentence; without it none is.
 */
export function quotableUnits(
  passage: ReadPassage,
  analyser: Analyser,
  isAskedFor?: (whole: Whole) => boolean,
): QuotableUnit[] {
  const { content } = passage.chunk;
  const found = passageSentences(passage);
  const lists = joinLists(found, content);
  const reader = new UnitReader(passage, analyser, lists);
  for (const whole of joinTables(lists, content)) {
    const inside = found.filter(({ start, end }) => whole.start <= start && end <= whole.end);
    const framed = isAskedFor && reader.wholeOf(whole, inside[0]);
    for (const span of framed && isAskedFor?.(framed) ? [whole] : inside) reader.add(span);
  }
  return reader.units;
}

/** Makes units of spans in their order, each with what stands above and before it. */
class UnitReader {
  readonly units: QuotableUnit[] = [];
  readonly #passage: ReadPassage;
  readonly #analyser: Analyser;
  readonly #lists: readonly Span[];
  readonly #titleTerms: readonly string[];
  readonly #records: readonly FieldRecord[];
  #heading: string;
  #nearestTerms: readonly string[];
  /** The headings above, outermost first. */
  #above: readonly { readonly level: number; readonly name: string; readonly terms: readonly string[] }[];
  #headingTerms: readonly string[];
  #header: QuotableUnit | undefined;

  constructor(passage: ReadPassage, analyser: Analyser, lists: readonly Span[]) {
    const { headingPath, title } = passage.chunk;
    this.#passage = passage;
    this.#analyser = analyser;
    this.#lists = lists;
    this.#titleTerms = this.#termsOf(title);
    this.#records = recordsIn(passage.chunk.content);
    // A document that leaves out a level is rare.
    this.#above = headingPath.map((name, place) => ({
      level: place + 1,
      name,
      terms: this.#termsOf(name),
    }));
    this.#heading = headingPath.at(-1) ?? '';
    this.#nearestTerms = this.#termsOf(this.#heading);
    this.#headingTerms = this.#sectionTerms();
    const { tableHeader } = passage;
    this.#header = tableHeader && this.#unitFrom('table-header', tableHeader.text, tableHeader.start);
  }

  /** A span as a whole; undefined where it is neither list nor table. `first` is the first of its parts. */
  wholeOf(span: Span, first: Span | undefined): Whole | undefined {
    const { kind } = span;
    if (!first || (kind !== 'list' && kind !== 'table')) return undefined;
    const isFramed = first.kind === 'prose' || first.kind === 'table-header';
    // Tables of different things stand in the sections of one chapter.
    const above = kind === 'table' ? this.#nearestTerms : this.#headingTerms;
    const announced = announcementOf(this.units)?.terms ?? [];
    const frame = [...above, ...announced, ...(isFramed ? this.#unitOf(first).terms : [])];
    return { kind, frame, terms: this.#unitOf(span).terms, length: span.end - span.start };
  }

  add(span: Span): void {
    const { kind } = span;
    const { units } = this;
    const { content } = this.#passage.chunk;
    const isHeading = kind === 'heading';
    const read = this.#unitOf(isHeading ? withoutMark(span, content) : span);
    const unit =
      isBoldLine(read) || (kind === 'prose' && (isLineThatAsks(span, content) || isOptionLine(span, content)))
        ? { ...read, kind: 'heading' as const }
        : read;
    // The rows of a table that begins before the chunk come first in it.
    if (kind !== 'table-row' && kind !== 'table-header') this.#header = undefined;
    const lead = kind === 'table-row' ? this.#header : leadOf(unit, units, this.#lists);
    const whole = introducedBy(span, this.#lists, content);
    const introduced = whole && this.#unitOf(whole);
    units.push({ ...unit, ...(lead && { lead }), ...(introduced && { introduced }) });
    if (isHeading) this.#descend(levelOf(span, content), unit);
    if (unit.kind === 'heading') {
      this.#heading = unit.text;
      this.#nearestTerms = this.#termsOf(this.#heading);
      this.#headingTerms = isHeading ? this.#sectionTerms() : [...this.#sectionTerms(), ...unit.terms];
    }
    if (kind === 'table-header') this.#header = units.at(-1);
  }

  /** What stands under a heading, which closes those of its level and below; of unknown level, only the last. */
  #descend(known: number | undefined, { text, terms }: Unled): void {
    const level = known ?? this.#above.at(-1)?.level ?? 1;
    const above = this.#above.filter((heading) => heading.level < level);
    this.#above = [...above, { level, name: text, terms }];
  }

  /** Of the title and of the headings above. */
  #sectionTerms(): readonly string[] {
    return [...this.#titleTerms, ...this.#above.flatMap(({ terms }) => terms)];
  }

  #unitOf({ start, end, kind }: Span): Unled {
    const { chunk } = this.#passage;
    return this.#unitFrom(kind, chunk.content.slice(start, end), chunk.start + start);
  }

  /** `start`: the place of the document that it is `written` at. */
  #unitFrom(kind: Span['kind'], written: string, start: number): Unled {
    const { chunk } = this.#passage;
    const text = withoutAddresses(written);
    const last = this.units.at(-1);
    const continuesItem =
      kind === 'list-item' &&
      last?.kind === 'list-item' &&
      chunk.content.slice(last.end - chunk.start, start - chunk.start).trim() === '' &&
      !beginsWithBox(text);
    return {
      kind,
      passage: this.#passage,
      start,
      end: start + written.length,
      text,
      terms: this.#termsOf(text),
      headings: this.#above.map(({ name }) => name),
      headingTerms: this.#headingTerms,
      heading: this.#heading,
      askedAbove: kind !== 'heading' && endsQuestion(this.#heading) ? this.#nearestTerms : [],
      label: kind === 'table-row' ? this.#termsOf(plainCells(text)[0] ?? '') : [],
      record:
        this.#records.find((one) => one.start <= start - chunk.start && start - chunk.start < one.end)
          ?.values ?? '',
      ...(continuesItem && { continuesItem }),
    };
  }

  #termsOf(words: string): readonly string[] {
    return this.#analyser.terms(words, this.#passage.chunk.language).map(({ text }) => text);
  }
}
