import { type DocumentStyle, documentStyle } from './document-style.ts';
import type { PageText } from './fragment.ts';
import { type PlacedPart, turnPage } from './going-on.ts';
import { KnownWords } from './known-words.ts';
import { pageParts } from './page-parts.ts';
import { edgesOf, furnitureOf, neighbours, noEdges, type PageEdges } from './running-heads.ts';

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
