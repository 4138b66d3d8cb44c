import { indexToGoOn, openEnd, withOpenEnd } from './index-to-go-on.ts';
import type { KnownWords } from './known-words.ts';
import type { PagePart } from './page-parts.ts';

/** A piece of the document with its 1-based page. */
export interface PlacedPart {
  readonly page: number;
  readonly part: PagePart;
}

/**
 * The parts of a page and of the next, the paragraph or item that goes on over the turn told: it ends the first, small
 * print before it, and begins the second, with what stands between its two halves; a word that was broken there is
 * whole.
 */
export function turnPage(
  before: readonly PlacedPart[],
  after: readonly PlacedPart[],
  words: KnownWords,
): readonly [before: readonly PlacedPart[], after: readonly PlacedPart[]] {
  const [first, ...rest] = firstItemApart(after);
  if (first?.part.kind !== 'paragraph') return [before, after];
  const at = indexToGoOn(
    before.map(({ part }) => part),
    first.part,
  );
  const unfinished = before[at];
  const ending = unfinished && openEnd(unfinished.part);
  if (!unfinished || ending === undefined) return [before, after];
  // Small print below a paragraph that itself came over from the page before would part it from there.
  const cameOver = unfinished.part.kind === 'paragraph' && unfinished.part.gap !== undefined;
  if (at === 0 && at < before.length - 1 && cameOver) return [before, after];
  const joined = words.join(ending, first.part.text);
  const head = joined.slice(0, joined.length - first.part.text.length);
  const others = before.filter((_, index) => index !== at);
  const ended = { ...unfinished, part: withOpenEnd(unfinished.part, head.trimEnd()) };
  const begun = { ...first, part: { ...first.part, gap: head.endsWith(' ') ? ' ' : '' } as const };
  return [
    [...others, ended],
    [begun, ...rest],
  ];
}

/** The parts of a page with the item that may go on from the page before as a paragraph of its own. */
function firstItemApart(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const [list, ...rest] = parts;
  if (list?.part.kind !== 'list' || !list.part.mayGoOn) return parts;
  const [first, ...items] = list.part.items;
  const others = items.length > 0 ? [{ ...list, part: { ...list.part, items } }] : [];
  return [{ ...list, part: { kind: 'paragraph', text: first?.text ?? '' } }, ...others, ...rest];
}
