import { bullet, smallNumber } from '../list-number.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml.ts';
import { drawingNames, unreadNames } from './block-names.ts';
import { type Counts, ListCounts, step } from './list-counts.ts';
import { markerOf, maxLevels } from './list-levels.ts';
import { type OdfStyles, outlineStyle } from './odf-styles.ts';

/** What follows one another in a text, sections and lists opened up. */
export type FlowPiece =
  | {
      readonly kind: 'paragraph';
      readonly element: XmlElement;
      /** Where it is an item of a list; the marker is empty where none is shown. */
      readonly item?: { readonly depth: number; readonly marker: string };
      /** Whether it belongs to the item before. */
      readonly isContinued: boolean;
    }
  | {
      readonly kind: 'heading';
      readonly element: XmlElement;
      /** 1–6. */
      readonly level: number;
      /** As it is shown before the words; empty where there is none. */
      readonly number: string;
    }
  | { readonly kind: 'table'; readonly element: XmlElement }
  | { readonly kind: 'drawing'; readonly element: XmlElement };

/** A list that is being gone through. */
interface OpenList {
  readonly style: string | undefined;
  /** 0-based. */
  readonly level: number;
  readonly counts: Counts | undefined;
}

/** Opens the blocks of a text up, as they come by, and counts its lists and headings. */
export class TextFlow {
  readonly #styles: OdfStyles;
  readonly #lists = new ListCounts();

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  /** The pieces of a block, in order. */
  piecesOf(block: XmlElement): readonly FlowPiece[] {
    const pieces: FlowPiece[] = [];
    this.#add(block, pieces);
    return pieces;
  }

  /** The pieces of all blocks that a cell, a box or a note holds. */
  piecesWithin(holder: XmlElement): readonly FlowPiece[] {
    const pieces: FlowPiece[] = [];
    this.#addAll(holder, pieces);
    return pieces;
  }

  #add(element: XmlElement, pieces: FlowPiece[]): void {
    if (unreadNames.has(element.name)) return;
    if (drawingNames.has(element.name)) pieces.push({ kind: 'drawing', element });
    else {
      switch (element.name) {
        case 'p':
        case 'h':
          this.#paragraph(element, pieces, undefined, false);
          break;
        case 'table':
          pieces.push({ kind: 'table', element });
          break;
        case 'list':
          this.#list(element, pieces, undefined);
          break;
        case 'numbered-paragraph':
          this.#numberedParagraph(element, pieces);
          break;
        case 'section':
          if (!isHiddenSection(element)) this.#addAll(element, pieces);
          break;
        default:
          this.#addAll(element, pieces);
      }
    }
  }

  #addAll(element: XmlElement, pieces: FlowPiece[]): void {
    for (const child of childrenOf(element)) this.#add(child, pieces);
  }

  /** `marker` counts on where it is called: a paragraph that is not shown has no number. */
  #paragraph(
    element: XmlElement,
    pieces: FlowPiece[],
    item: { readonly depth: number; readonly marker: () => string } | undefined,
    isContinued: boolean,
  ): void {
    const form = this.#styles.paragraph(element.attributes['style-name']);
    if (form.text.isHidden) return;
    const level = this.#headingLevel(element);
    if (level !== undefined) {
      const number = shownNumber(element) ?? (item ? item.marker() : this.#outlineNumber(element, level));
      pieces.push({
        kind: 'heading',
        element,
        level: Math.min(6, level),
        number: number === bullet ? '' : number,
      });
      return;
    }
    const marker = item?.marker();
    const isItem = item && marker !== undefined && !isContinued && form.isNumbered;
    pieces.push({
      kind: 'paragraph',
      element,
      ...(isItem && { item: { depth: item.depth, marker } }),
      isContinued: isContinued && item !== undefined,
    });
  }

  #headingLevel(element: XmlElement): number | undefined {
    const { headingLevel } = this.#styles.paragraph(element.attributes['style-name']);
    if (element.name !== 'h') return headingLevel;
    const level = smallNumber(element.attributes['outline-level'], 0);
    return level >= 1 ? Math.min(maxLevels, level) : (headingLevel ?? 1);
  }

  /** The number of a heading that stands in no list. */
  #outlineNumber(element: XmlElement, headingLevel: number): string {
    const { attributes } = element;
    if (element.name !== 'h' || attributes['is-list-header'] === 'true') return '';
    const level = headingLevel - 1;
    const levels = this.#styles.listLevels(outlineStyle);
    const isIn = this.#styles.paragraph(attributes['style-name']).listStyle !== '';
    if (!isIn || levels[level] === undefined) return '';
    const counts = this.#lists.outline;
    const start = attributes['restart-numbering'] === 'true' ? attributes['start-value'] : undefined;
    step(counts, level, levels[level].start, start === undefined ? undefined : smallNumber(start, 1));
    return markerOf(levels, level, counts);
  }

  #list(element: XmlElement, pieces: FlowPiece[], outer: OpenList | undefined): void {
    const style = element.attributes['style-name'] ?? outer?.style;
    const level = Math.min(maxLevels - 1, outer ? outer.level + 1 : 0);
    const list: OpenList = {
      style,
      level,
      counts: outer?.counts ?? (style === undefined ? undefined : this.#lists.open(element, style)),
    };
    // One without a style of its own has that of its first paragraph.
    let open = list;
    for (const child of childrenOf(element)) {
      if (child.name !== 'list-item' && child.name !== 'list-header') continue;
      if (open.counts === undefined || open.style === undefined) open = this.#withStyle(open, element, child);
      this.#item(child, pieces, open);
    }
  }

  #withStyle(list: OpenList, element: XmlElement, item: XmlElement): OpenList {
    const first = childrenOf(item).find(({ name }) => name === 'p' || name === 'h');
    const style = first && this.#styles.paragraph(first.attributes['style-name']).listStyle;
    if (style === undefined) return { ...list, counts: list.counts ?? [] };
    return { ...list, style, counts: list.counts ?? this.#lists.open(element, style) };
  }

  #item(item: XmlElement, pieces: FlowPiece[], list: OpenList): void {
    const given = childOf(item, 'number');
    let isContinued = item.name === 'list-header';
    const marker = (): string => {
      if (isContinued) return '';
      const start = item.attributes['start-value'];
      const counted = this.#next(list, start === undefined ? undefined : smallNumber(start, 1));
      return given && counted !== bullet ? textOf(given).trim() : counted;
    };
    for (const child of childrenOf(item)) {
      if (child.name === 'number') continue;
      if (child.name === 'list') this.#list(child, pieces, list);
      else if (child.name === 'p' || child.name === 'h') {
        // A list of no style only holds its paragraphs, as comments do.
        const place = list.style === '' ? undefined : { depth: list.level, marker };
        this.#paragraph(child, pieces, place, isContinued);
        isContinued = true;
      } else this.#add(child, pieces);
    }
  }

  #next({ style, level, counts = [] }: OpenList, start?: number): string {
    const levels = this.#styles.listLevels(style ?? '');
    step(counts, level, levels[level]?.start ?? 1, start);
    return markerOf(levels, level, counts);
  }

  /** An item that is a list by itself (ODF 1.3 part 3, 5.3.6). */
  #numberedParagraph(element: XmlElement, pieces: FlowPiece[]): void {
    const { 'style-name': style, level, 'list-id': id = '' } = element.attributes;
    const list: OpenList = {
      style,
      level: Math.min(maxLevels, smallNumber(level, 1)) - 1,
      counts: this.#lists.numbered(id),
    };
    this.#item(element, pieces, { ...list, level: Math.max(0, list.level) });
  }
}

function isHiddenSection({ attributes }: XmlElement): boolean {
  return attributes['display'] === 'none' || attributes['is-hidden'] === 'true';
}

/** The number that a program wrote for those which do not count. */
function shownNumber(element: XmlElement): string | undefined {
  const number = childOf(element, 'number');
  return number && textOf(number).trim();
}
