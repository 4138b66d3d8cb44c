import { indentation, introduces, isCompletedBy, markerStart, type Span } from './join-spans.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { refersBack } from './refers-back.ts';

/** A unit before it is known what leads to it. */
export type Unled = Omit<QuotableUnit, 'lead' | 'followsLead'>;

/** A list that is longer in characters is quoted whole only where a question asks for lists. */
const longestIntroduced = 1200;

/**
 * What must be read before a unit, of the units that stand before it in its passage; undefined where nothing must.
 * `lists` are those of the passage, each with what introduces it.
 */
export function leadOf(
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
export function announcementOf(before: readonly QuotableUnit[]): QuotableUnit | undefined {
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
export function introducedBy(span: Span, lists: readonly Span[], content: string): Span | undefined {
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
