import { bullet, type Counts, markerOf, smallNumber, step } from '../document/list-number.ts';
import type { TextPiece } from '../office/document-writer.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';
import { drawingContents, drawingNames } from './drawings.ts';
import { ListCounts, maxLevels } from './list-levels.ts';
import { outlineStyle, type ParagraphForm } from './odf-styles.ts';
import { readParagraph, type TextContext } from './paragraph-content.ts';

/** What deletions were, indexes that repeat headings and captions, declarations. */
const unreadNames: ReadonlySet<string> = new Set(
  (
    'tracked-changes table-of-content illustration-index table-index object-index user-index ' +
    'alphabetical-index bibliography-source forms variable-decls sequence-decls user-field-decls ' +
    'dde-connection-decls'
  ).split(' '),
);

/** Elements below the body of a text that are read, or passed over, as wholes. */
export const blockNames: readonly string[] = [
  'p',
  'h',
  'list',
  'table',
  'section',
  'bibliography',
  ...drawingNames,
  ...unreadNames,
];

/** A list that is being gone through. */
interface OpenList {
  /** Empty where the list only holds its paragraphs, as those of comments do; undefined where nothing says it. */
  readonly style: string | undefined;
  /** 0-based. */
  readonly level: number;
  readonly counts: Counts;
}

/** The place of a paragraph in a list. `marker` counts on where it is called: what is not shown has no number. */
interface Place {
  readonly depth: number;
  readonly marker: () => string;
  /** Whether it belongs to the item before. */
  readonly isContinued: boolean;
}

/** Opens the blocks of a text up, as they come by, and counts its lists and headings. */
export class TextFlow {
  readonly #context: TextContext;
  readonly #lists = new ListCounts();

  constructor(context: TextContext) {
    this.#context = context;
  }

  /** The pieces of all blocks that a cell, a box or a note holds, in order. */
  *piecesWithin(holder: XmlElement): Generator<TextPiece> {
    for (const child of childrenOf(holder)) yield* this.piecesOf(child);
  }

  /** The pieces of a block, in order. */
  *piecesOf(element: XmlElement): Generator<TextPiece> {
    const { name } = element;
    if (unreadNames.has(name)) return;
    if (drawingNames.has(name)) {
      const content = { text: '', isEquation: false, asides: drawingContents(element, this.#context) };
      yield { kind: 'paragraph', content, names: [] };
    } else if (name === 'p' || name === 'h') yield* this.#paragraph(element);
    else if (name === 'table') yield { kind: 'table', element };
    else if (name === 'list') yield* this.#list(element);
    else if (name !== 'section' || !isHiddenSection(element)) yield* this.piecesWithin(element);
  }

  #paragraph(element: XmlElement, place?: Place): readonly TextPiece[] {
    const form = this.#context.styles.paragraph(element.attributes['style-name']);
    if (form.text.isHidden) return [];
    const { names } = form;
    const content = readParagraph(element, this.#context);
    const level = headingLevel(element, form);
    if (level !== undefined) {
      const own =
        shownNumber(element) ?? (place ? place.marker() : this.#outlineNumber(element, form, level));
      const number = own === bullet ? '' : own;
      return [{ kind: 'heading', content, level: Math.min(6, level), number }];
    }
    if (!place) return [{ kind: 'paragraph', content, names }];
    const { depth, isContinued } = place;
    const marker = place.marker();
    const isItem = form.isNumbered && !isContinued;
    return [{ kind: 'paragraph', content, names, isContinued, ...(isItem && { item: { depth, marker } }) }];
  }

  /** The number of a heading that stands in no list. */
  #outlineNumber(
    { name, attributes }: XmlElement,
    { listStyle }: ParagraphForm,
    headingLevel: number,
  ): string {
    const level = headingLevel - 1;
    const isCounted = name === 'h' && attributes['is-list-header'] !== 'true' && listStyle !== '';
    if (!isCounted || this.#context.styles.listLevels(outlineStyle)[level] === undefined) return '';
    const start = attributes['restart-numbering'] === 'true' ? attributes['start-value'] : undefined;
    return this.#next({ style: outlineStyle, level, counts: this.#lists.outline }, start);
  }

  *#list(element: XmlElement, outer?: OpenList): Generator<TextPiece> {
    const items = childrenOf(element).filter(({ name }) => name === 'list-item' || name === 'list-header');
    const style = element.attributes['style-name'] ?? outer?.style ?? this.#styleOfItems(items);
    const level = outer ? Math.min(maxLevels - 1, outer.level + 1) : 0;
    const counts = outer?.counts ?? (style === undefined ? [] : this.#lists.open(element, style));
    for (const item of items) yield* this.#item(item, { style, level, counts });
  }

  /** A list without a style of its own has that of its first paragraph. */
  #styleOfItems(items: readonly XmlElement[]): string | undefined {
    return items
      .map((item) => childrenOf(item).find(({ name }) => name === 'p' || name === 'h'))
      .map((first) => first && this.#context.styles.paragraph(first.attributes['style-name']).listStyle)
      .find((style) => style !== undefined);
  }

  *#item(item: XmlElement, list: OpenList): Generator<TextPiece> {
    const given = childOf(item, 'number');
    let isContinued = item.name === 'list-header';
    const marker = (): string => {
      if (isContinued) return '';
      const counted = this.#next(list, item.attributes['start-value']);
      return given && counted !== bullet ? textOf(given).trim() : counted;
    };
    for (const child of childrenOf(item)) {
      if (child.name === 'number') continue;
      if (child.name === 'list') yield* this.#list(child, list);
      else if (child.name === 'p' || child.name === 'h') {
        const place = list.style === '' ? undefined : { depth: list.level, marker, isContinued };
        yield* this.#paragraph(child, place);
        isContinued = true;
      } else yield* this.piecesOf(child);
    }
  }

  /** The marker of the next item, which counts on, or from `start` where that is given. */
  #next({ style = '', level, counts }: OpenList, start: string | undefined): string {
    const levels = this.#context.styles.listLevels(style);
    const begun = start === undefined ? undefined : smallNumber(start, 1);
    step(counts, level, levels[level]?.start ?? 1, begun);
    return markerOf(levels, level, counts);
  }
}

/** The paragraphs that say something in what holds blocks, without their markers; tables and drawings aside. */
export function textsWithin(holder: XmlElement, context: TextContext): readonly string[] {
  return [...new TextFlow(context).piecesWithin(holder)]
    .map((piece) => (piece.kind === 'table' ? '' : piece.content.text))
    .filter((text) => /\S/.test(text));
}

function headingLevel({ name, attributes }: XmlElement, form: ParagraphForm): number | undefined {
  if (name !== 'h') return form.headingLevel;
  const level = smallNumber(attributes['outline-level'], 0);
  return level >= 1 ? Math.min(maxLevels, level) : (form.headingLevel ?? 1);
}

function isHiddenSection({ attributes }: XmlElement): boolean {
  return attributes['display'] === 'none' || attributes['is-hidden'] === 'true';
}

/** The number that a program wrote for those which do not count. */
function shownNumber(element: XmlElement): string | undefined {
  const number = childOf(element, 'number');
  return number && textOf(number).trim();
}
