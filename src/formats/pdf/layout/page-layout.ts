import { areSameColumns } from '../tables/find-tables.ts';
import { taggedParts } from '../tagged/tagged-parts.ts';
import { type DocumentStyle, documentStyle, KnownWords } from './document-style.ts';
import type { DrawnLine } from './drawn-lines.ts';
import { type Fragment, linesOf, type PageText } from './lines.ts';
import { readingOrder } from './reading-order.ts';
import { edgesOf, furnitureOf, neighbours, noEdges, type PageEdges } from './running-heads.ts';
import { type LinePart, lineParts, type Paragraph, textParts } from './text-parts.ts';
import { withUprightHeads } from './turned-heads.ts';

/** The look of the body is learnt from this many pages. */
const samplePages = 50;

/**
 * Lays out pages as they come in, a few behind the last, so that a document of any length holds only these. What
 * most of the text looks like is learnt from the first pages.
 */
export class PageLayout {
  readonly #words = new KnownWords();
  readonly #edges: PageEdges[] = [];
  #waiting: PageText[] = [];
  /** The parts of the page laid out last: the next may go on with them. */
  #last: readonly PlacedPart[] = [];
  #style: DocumentStyle | undefined;

  /** Takes the next page; returns the parts of the pages that can be laid out now. */
  add(page: PageText): readonly PlacedPart[] {
    this.#waiting.push(page);
    this.#edges.push(edgesOf(page));
    for (const { text } of page.sheets.flatMap(({ fragments }) => fragments)) this.#words.learn(text);
    const ready = this.#waiting.length - neighbours;
    return this.#style || this.#waiting.length >= samplePages ? this.#layOut(ready) : [];
  }

  /** The parts of the pages that are left. */
  finish(): readonly PlacedPart[] {
    const parts = this.#layOut(this.#waiting.length);
    return [...parts, ...this.#last];
  }

  #layOut(count: number): readonly PlacedPart[] {
    const style = (this.#style ??= this.#learnStyle());
    const pages = this.#waiting.slice(0, Math.max(0, count));
    this.#waiting = this.#waiting.slice(pages.length);
    return pages.flatMap((page) => {
      const index = page.page - 1;
      const parts = pageParts(page, furnitureOf(this.#edges, index), style);
      this.#forget(index - neighbours);
      const [before, after] = turnPage(
        this.#last,
        parts.map((part) => ({ page: page.page, part })),
        this.#words,
      );
      this.#last = after;
      return before;
    });
  }

  #learnStyle(): DocumentStyle {
    const furniture = this.#waiting.flatMap(({ page }) => [...furnitureOf(this.#edges, page - 1)]);
    return documentStyle(this.#waiting, new Set(furniture), this.#words);
  }

  #forget(index: number): void {
    if (index >= 0) this.#edges[index] = noEdges;
  }
}

/** A piece of a page in reading order. */
export type PagePart =
  | LinePart
  | {
      readonly kind: 'quote' | 'equation' | 'figure';
      readonly text: string;
      readonly lines?: readonly DrawnLine[];
    };

/** No page made for reading has more; what has is read line by line, without columns and tables. */
const maxFragments = 20_000;

/**
 * The content of a page in reading order: from its tags, or from its layout with `furniture` left out; then what is
 * filled into its form and noted on it.
 */
function pageParts(
  page: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  const written = page.annotations.map((text) => ({ kind: 'paragraph' as const, text }));
  return [...drawnParts(page, furniture, style), ...written];
}

function drawnParts(
  { sheets, tagged }: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  if (tagged) return taggedParts(tagged, style);
  return withUprightHeads(sheets).flatMap((sheet) => {
    const fragments = sheet.fragments.filter((fragment) => !furniture.has(fragment));
    if (fragments.length > maxFragments) return textParts(linesOf(fragments), style);
    const isRightToLeft = fragments.filter((each) => each.isRightToLeft).length > fragments.length / 2;
    const parts = readingOrder(fragments, isRightToLeft).flatMap((region) =>
      lineParts(linesOf(region), style),
    );
    return joinAcrossRegions(parts, style);
  });
}

/** A piece of the document with its 1-based page. */
export interface PlacedPart {
  readonly page: number;
  readonly part: PagePart;
}

/** Words before the last of what is a sentence: the labels of figures have fewer. */
const minWordsBefore = 3;

/** A word in small letters, by which no sentence begins. */
const goingOn = /^\p{Ll}[\p{L}’'-]*(?:[\s.,;:)]|$)/u;

/** A paragraph that goes on at the top of the next column is one, whatever small print stands under the first. */
function joinAcrossRegions(parts: readonly PagePart[], { words }: DocumentStyle): readonly PagePart[] {
  const joined: PagePart[] = [];
  for (const part of parts) {
    const at = part.kind === 'paragraph' ? indexToGoOn(joined, part) : -1;
    const before = joined[at];
    if (part.kind === 'paragraph' && before?.kind === 'paragraph')
      joined[at] = {
        ...before,
        text: words.join(before.text, part.text),
        lines: [...(before.lines ?? []), ...(part.lines ?? [])],
      };
    else joined.push(part);
  }
  return joined;
}

/**
 * The parts of a page and of the next, the paragraph or item that goes on over the turn told: it ends the first, small
 * print before it, and begins the second, with what stands between its two halves; a word that was broken there is
 * whole. A table that goes on is told too.
 */
function turnPage(
  before: readonly PlacedPart[],
  after: readonly PlacedPart[],
  words: KnownWords,
): readonly [before: readonly PlacedPart[], after: readonly PlacedPart[]] {
  const [first, ...rest] = firstItemApart(after);
  if (first?.part.kind === 'table' && goesOnAsTable(before, first.part))
    return [before, [{ ...first, part: { ...first.part, goesOn: true } }, ...rest]];
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

/** Whether a table without a header at the top of a page has the columns of the one that ends the page before. */
function goesOnAsTable(before: readonly PlacedPart[], table: Extract<PagePart, { kind: 'table' }>): boolean {
  const last = before.findLast(({ part }) => !isSmallPrint(part))?.part;
  if (last?.kind !== 'table' || table.headerRows > 0) return false;
  if (last.columns && table.columns) return areSameColumns(last.columns, table.columns);
  return last.rows[0]?.length === table.rows[0]?.length;
}

/** The parts of a page with the item that may go on from the page before as a paragraph of its own. */
function firstItemApart(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const [list, ...rest] = parts;
  if (list?.part.kind !== 'list' || !list.part.mayGoOn) return parts;
  const [first, ...items] = list.part.items;
  const others = items.length > 0 ? [{ ...list, part: { ...list.part, items } }] : [];
  const { lines = [] } = list.part;
  return [{ ...list, part: { kind: 'paragraph', text: first?.text ?? '', lines } }, ...others, ...rest];
}

/**
 * Which of the parts before it a paragraph goes on with: the last, or for one that is no small print the last above
 * that, a table or a figure. -1 where that is neither paragraph nor list, has ended, or where this begins with more
 * than a small letter.
 */
function indexToGoOn(parts: readonly PagePart[], { text, isSmall = false }: Paragraph): number {
  const index = isSmall
    ? parts.length - 1
    : parts.findLastIndex((part) => !isSmallPrint(part) && part.kind !== 'table' && part.kind !== 'figure');
  const before = parts[index];
  const ending = before && isSmallPrint(before) === isSmall ? openEnd(before) : undefined;
  return ending !== undefined && isUnfinished(ending) && goingOn.test(text) ? index : -1;
}

/** The text that words which go on with a part belong to: that of a paragraph, or of the last item of a list. */
function openEnd(part: PagePart): string | undefined {
  if (part.kind === 'paragraph') return part.text;
  return part.kind === 'list' ? part.items.at(-1)?.text : undefined;
}

/** A part with another text in the place of its open end. */
function withOpenEnd<Part extends PagePart>(part: Part, text: string): Part {
  if (part.kind !== 'list') return { ...part, text };
  const last = part.items.length - 1;
  return { ...part, items: part.items.map((item, index) => (index === last ? { ...item, text } : item)) };
}

/** Whether a text ends with a broken word, or with several and no end of a sentence. */
function isUnfinished(text: string): boolean {
  if (/[-\u00ad]$/.test(text)) return true;
  const most = minWordsBefore + 1;
  return /[\p{L}\d,]$/u.test(text) && text.trimStart().split(/\s+/, most).length === most;
}

function isSmallPrint(part: PagePart): boolean {
  return part.kind === 'paragraph' && part.isSmall === true;
}
