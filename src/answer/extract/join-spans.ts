import { closingFence, fencePattern, openCode } from '../../text/sentences/code-fence.ts';
import { anyItemMark } from '../../text/sentences/item-mark.ts';
import type { Sentence } from '../../text/sentences/sentences.ts';
import type { ReadSentence } from './asked-questions.ts';

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
export function lineBefore(content: string, place: number): string {
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
export function followsMarker(content: string, place: number): boolean {
  return behindMarker.test(lineBefore(content, place));
}

/** The end of a span, or that of the line that closes the block of code which the span ends in. */
function closedFence(content: string, { start, end }: Span): number {
  return end + (openCode(content.slice(start, end)) ? closingFence(content.slice(end)).length : 0);
}
