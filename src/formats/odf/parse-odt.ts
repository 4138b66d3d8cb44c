import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { bullet, type Counts, markerOf, smallNumber, step } from '../document/list-number.ts';
import type { Property } from '../document/properties.ts';
import { pictureText, shownWords } from '../document/shown-words.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import {
  DocumentWriter,
  type OfficeAside,
  type OfficeParagraph,
  type OfficeTable,
  ParagraphContent,
  type TextPiece,
} from '../office/document-writer.ts';
import { finishPackage, joinedLines } from '../office/opened-package.ts';
import {
  givenHeaderRows,
  gridOf,
  isLayout,
  maxTableColumns,
  repeatedLabel,
  type TableCell,
  tableRows,
} from '../table/table-rows.ts';
import { mathMlText } from '../xml/math-text.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import {
  ListCounts,
  maxLevels,
  type OdfPackage,
  openOdf,
  outlineStyle,
  type ParagraphForm,
  type TextForm,
} from './odf-package.ts';

/** Reads a text document as `odtParser` says. */
export async function parseOdt(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'text');
  const builder = new DocumentBuilder();
  const flow = new TextFlow(odf);
  const pictures = await EmbeddedPictures.open(file, options, odf.pictures);
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable: (table, cellText) => readTable(table, odf, cellText),
    writeGraphic: (chart, builder) => writeChart(chart, odf, builder),
    writePicture: (picture, description) => pictures.write(builder, picture, description),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  odf.readContent({ take: Object.fromEntries(blockNames.map((name) => [name, write])) });
  writer.flush();
  return finishPackage(builder, odf, { warnings: pictures.warnings, runningHeads: runningHeads(odf) });
}

/** What stands over and under the pages of a text or the printed sheets of a workbook, and on slides (`declared`). */
export function runningHeads(odf: OdfPackage, declared: readonly XmlElement[] = []): readonly Property[] {
  return [...odf.masterPages.flatMap((page) => childrenOf(page)), ...declared].flatMap((part) => {
    const name = /^(header|footer)/.exec(part.name)?.[1];
    if (name === undefined || part.attributes.display === 'false') return [];
    const lines = declared.includes(part) ? [textOf(part)] : textsWithin(part, odf);
    return [{ name: name === 'header' ? 'Header' : 'Footer', value: joinedLines(lines) }];
  });
}

/** What a drawing on a page, slide or sheet says. */
export type DrawingContent = Exclude<OfficeAside, { readonly kind: 'note' | 'comment' }>;

/** Shapes, and what holds or links them: events, titles and the like stand beside them. */
export const drawingNames: ReadonlySet<string> = new Set(
  (
    'frame g a custom-shape rect ellipse circle line path polygon polyline regular-polygon connector ' +
    'measure caption control scene'
  ).split(' '),
);

/** What a frame, a shape or a group of them says, in the order of the file. A graphic is a `chart:chart`. */
export function drawingContents(
  drawing: XmlElement,
  context: Pick<OdfPackage, 'object' | 'control'>,
): readonly DrawingContent[] {
  if (drawing.name === 'g' || drawing.name === 'a') {
    return [
      ...described(drawing),
      ...childrenOf(drawing).flatMap((child) =>
        drawingNames.has(child.name) ? drawingContents(child, context) : [],
      ),
    ];
  }
  const field = drawing.name === 'control' ? context.control(drawing.attributes.control) : '';
  if (field !== '') return [{ kind: 'text', element: boxWith(field) }];
  if (drawing.name !== 'frame') {
    const hasText = childrenOf(drawing).some(({ name }) => name === 'p' || name === 'list');
    return hasText ? [{ kind: 'text', element: drawing }] : described(drawing);
  }
  const box = childOf(drawing, 'text-box');
  if (box) return [{ kind: 'text', element: box }];
  const table = childOf(drawing, 'table');
  if (table) return [{ kind: 'table', element: table }];
  const object = childOf(drawing, 'object') ?? childOf(drawing, 'object-ole');
  const contents = object ? objectContents(object, context) : [];
  // What shows an object to programs that cannot open it is a picture.
  return contents.length > 0 ? contents : described(drawing);
}

function boxWith(words: string): XmlElement {
  const paragraph = { name: 'p', attributes: {}, children: [words] };
  return { name: 'text-box', attributes: {}, children: [paragraph] };
}

/** Formulas, charts and other documents are parts of the file, or stand where they are shown. */
function objectContents(object: XmlElement, context: Pick<OdfPackage, 'object'>): readonly DrawingContent[] {
  const own = childrenOf(object).find(({ name }) => name !== 'p');
  const root = own ?? context.object(object.attributes.href);
  if (root?.name === 'math') return [{ kind: 'formula', text: mathMlText(root) }];
  const body = childOf(root, 'body');
  const chart = descendantOf(body, 'chart', 'chart');
  if (chart) return [{ kind: 'graphic', element: chart }];
  const text = childOf(body, 'text');
  if (text) return [{ kind: 'text', element: text }];
  const sheets = childrenOf(childOf(body, 'spreadsheet'), 'table');
  return sheets.map((element) => ({ kind: 'table', element }));
}

function described(drawing: XmlElement): readonly DrawingContent[] {
  const text = ['desc', 'title']
    .map((name) => pictureText(textOf(childOf(drawing, name))))
    .find((found) => found !== undefined);
  const picture = childOf(drawing, 'image')?.attributes.href;
  if (text === undefined && picture === undefined) return [];
  return [{ kind: 'picture', text: text ?? '', ...(picture !== undefined && { picture }) }];
}

/** What deletions were, indexes that repeat headings and captions, declarations. */
const unreadNames: ReadonlySet<string> = new Set(
  (
    'tracked-changes table-of-content illustration-index table-index object-index user-index ' +
    'alphabetical-index bibliography-source forms variable-decls sequence-decls user-field-decls ' +
    'dde-connection-decls'
  ).split(' '),
);

/** Elements below the body of a text that are read, or passed over, as wholes. */
const blockNames: readonly string[] = [
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
      const asides = drawingContents(element, this.#context);
      const content = { text: '', isEquation: false, asides };
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

/** What the paragraphs of a document refer to. */
export type TextContext = Pick<OdfPackage, 'styles' | 'object' | 'control'>;

/** Spaces that one element stands for; more are not meant. */
const maxSpaces = 1000;

/** Nothing that is read: numbers are counted, readings stand over the words, the rest is marks and scripts. */
const skipped = new Set(
  (
    'number ruby-text annotation-end note-citation script event-listeners bookmark bookmark-start ' +
    'bookmark-end tracked-changes'
  ).split(' '),
);

/** White space in the file counts once (ODF 1.3 part 3, 6.1.2). */
class SpacedContent extends ParagraphContent {
  #endsInSpace = true;

  override words(raw: string): void {
    const spaced = raw.replace(/[ \t\r\n]+/g, ' ');
    const text = this.#endsInSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (text === '') return;
    super.words(text);
    this.#endsInSpace = text.endsWith(' ');
  }

  override put(character: string): void {
    super.put(character);
    this.#endsInSpace = false;
  }
}

/**
 * Reads a paragraph or heading (`text:p`, `text:h`), or what holds words like one. Hidden text is left out; references
 * to notes become their mark in square brackets, formulas a line.
 */
export function readParagraph(paragraph: XmlElement, context: TextContext): OfficeParagraph {
  const plain = plainWords(paragraph);
  if (plain !== undefined) return { text: plain, isEquation: false, asides: [] };
  const content = new SpacedContent();
  let isHidden = false;
  const walk = (element: XmlElement, form: TextForm): void => {
    for (const child of element.children) {
      if (typeof child === 'string') content.words(shownWords(child, form));
      else visit(child, form);
    }
  };
  const visit = (element: XmlElement, form: TextForm): void => {
    const { name, attributes } = element;
    if (skipped.has(name)) return;
    if (name === 'control') {
      content.words(context.control(attributes.control));
      return;
    }
    // A link in a line holds words.
    if (name !== 'a' && drawingNames.has(name)) {
      for (const drawn of drawingContents(element, context)) {
        if (drawn.kind === 'formula') content.equation(drawn.text);
        else content.hang(drawn);
      }
      return;
    }
    switch (name) {
      case 's':
        content.put(' '.repeat(Math.min(maxSpaces, Math.max(1, smallNumber(attributes['c'], 1)))));
        break;
      case 'tab':
        content.put('\t');
        break;
      case 'line-break':
        content.put('\n');
        break;
      case 'span': {
        const inner = { ...form, ...context.styles.form('text', attributes['style-name']) };
        if (!inner.isHidden) walk(element, inner);
        break;
      }
      case 'note':
        content.note(noteMarker(element), childOf(element, 'note-body'));
        break;
      case 'annotation':
        content.hang({ kind: 'comment', author: authorOf(element), element });
        break;
      case 'math':
        content.equation(mathMlText(element));
        break;
      case 'hidden-text':
        if (attributes['is-hidden'] !== 'true') walk(element, form);
        break;
      case 'hidden-paragraph':
        isHidden ||= attributes['is-hidden'] === 'true';
        break;
      default:
        walk(element, form);
    }
  };
  walk(paragraph, context.styles.paragraph(paragraph.attributes['style-name']).text);
  if (isHidden) return { text: '', isEquation: false, asides: [] };
  return content.paragraph;
}

/** The words of a paragraph without styles and elements, as most cells of a sheet have one; undefined of any other. */
function plainWords({ children, attributes }: XmlElement): string | undefined {
  const [words = '', ...others] = children;
  if (typeof words !== 'string' || others.length > 0 || attributes['style-name'] !== undefined)
    return undefined;
  return words.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** Whether all words of a paragraph are set in bold. */
function isBold(paragraph: XmlElement, { styles }: TextContext): boolean {
  let words = 0;
  let bold = 0;
  const walk = (element: XmlElement, isOuterBold: boolean): void => {
    for (const child of element.children) {
      if (typeof child !== 'string') {
        const own =
          child.name === 'span' ? styles.form('text', child.attributes['style-name']).isBold : undefined;
        walk(child, own ?? isOuterBold);
      } else if (/\S/.test(child)) {
        words += 1;
        if (isOuterBold) bold += 1;
      }
    }
  };
  walk(paragraph, styles.paragraph(paragraph.attributes['style-name']).text.isBold ?? false);
  return words > 0 && words === bold;
}

/** Who wrote a comment; empty where that is not said. */
export function authorOf(annotation: XmlElement): string {
  return textOf(childOf(annotation, 'creator')).trim();
}

function noteMarker(note: XmlElement): string {
  const citation = childOf(note, 'note-citation');
  return (citation?.attributes['label'] ?? textOf(citation)).trim() || '*';
}

interface Row {
  readonly element: XmlElement;
  readonly isHeader: boolean;
}

/** Tables have no more rows than this that are alike and mean something, and none that are longer in characters. */
const maxRepeats = 100;
const maxRepeatedLength = 2000;

/**
 * Reads a table (`table:table`); `cellText` gives the words of a cell. A table of one row or one column arranges text
 * on the page: it is `layout`. Header rows are those marked as such or by the table's style, else the first row where
 * it stands out, else what the cells tell.
 */
export function readTable(
  table: XmlElement,
  context: TextContext,
  cellText: (cell: XmlElement) => string,
): OfficeTable {
  const rowElements = rowsOf(table, false);
  const cells = rowElements.map(({ element }) => cellsOf(element));
  if (isLayout(cells)) {
    return { kind: 'layout', cells: cells.flat().filter(({ name }) => name === 'table-cell') };
  }
  const rows = cells.flatMap((row, index) => {
    const read = cellsIn(row, cellText);
    const isShort = read.reduce((sum, { text }) => sum + text.length, 0) <= maxRepeatedLength;
    const most = isShort ? maxRepeats : 1;
    const repeats = repeated(rowElements[index]?.element.attributes['number-rows-repeated'], most);
    return Array.from({ length: repeats }, () => read);
  });
  const marked = givenHeaderRows(
    rowElements,
    ({ isHeader }) => isHeader,
    table.attributes['use-first-row-styles'] === 'true',
    ({ element }) => isHeading(element, context),
  );
  return { kind: 'data', ...tableRows(gridOf(rows), marked > 0 ? marked : undefined) };
}

/** How often a row or cell stands there, as far as that means something: at least once. */
export function repeated(value: string | undefined, most: number): number {
  const times = Math.trunc(Number(value ?? 1));
  return times >= 1 ? Math.max(1, Math.min(most, times)) : 1;
}

/** The cells of a row, those that stand for several written out. */
function cellsIn(row: readonly XmlElement[], cellText: (cell: XmlElement) => string): readonly TableCell[] {
  const cells: TableCell[] = [];
  for (const cell of row) {
    const { name, attributes } = cell;
    const times = repeated(attributes['number-columns-repeated'], maxTableColumns - cells.length);
    const isCovered = name === 'covered-table-cell';
    const text = isCovered ? '' : cellText(cell);
    const spans = {
      columns: repeated(attributes['number-columns-spanned'], maxTableColumns),
      rows: repeated(attributes['number-rows-spanned'], Number.MAX_SAFE_INTEGER),
    };
    for (let time = 0; time < times; time++) {
      const shown = time === 0 ? text : repeatedLabel(text);
      cells.push(isCovered ? { text: '', isCovered } : { text: shown, ...spans });
    }
  }
  return cells;
}

/** Rows may stand in groups. */
function rowsOf(element: XmlElement, isHeader: boolean): readonly Row[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === 'table-row') return [{ element: child, isHeader }];
    if (child.name === 'table-header-rows') return rowsOf(child, true);
    return child.name === 'table-rows' || child.name === 'table-row-group' ? rowsOf(child, isHeader) : [];
  });
}

function cellsOf(row: XmlElement): readonly XmlElement[] {
  return childrenOf(row).filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell');
}

/** Whether every word of a row is a table's heading, by its style or in bold. */
function isHeading(row: XmlElement, context: TextContext): boolean {
  const paragraphs = findAll(row, 'p').filter(({ children }) => children.length > 0);
  return (
    paragraphs.length > 0 &&
    paragraphs.every((paragraph) => {
      const { names } = context.styles.paragraph(paragraph.attributes['style-name']);
      return names.includes('table heading') || isBold(paragraph, context);
    })
  );
}

/** Writes a chart (`chart:chart`) as its title with those of its axes, and a table of the values that it keeps. */
export function writeChart(chart: XmlElement, context: TextContext, builder: DocumentBuilder): void {
  const words = (holder: XmlElement): string => textsWithin(holder, context).join(' ');
  const axes = childrenOf(childOf(chart, 'plot-area'), 'axis');
  const titles = [chart, ...axes].flatMap((part) => childrenOf(part, 'title').map(words));
  const caption = titles.filter((title) => title !== '').join('; ');
  if (caption) builder.picture(undefined, `Chart: ${caption}`);
  const values = childOf(chart, 'table');
  const table = values && readTable(values, context, words);
  if (table?.kind === 'data') builder.table(table.rows, Math.max(1, table.headerRows));
}
