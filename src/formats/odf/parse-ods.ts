import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { columnLetters } from '../../text/places-within.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { struckWords } from '../document/shown-words.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import type { OfficeComment } from '../office/document-writer.ts';
import { generalNumber } from '../office/number-format.ts';
import { finishPackage } from '../office/opened-package.ts';
import {
  CellTextLimit,
  type MergedCells,
  maxColumns,
  missingResultsWarnings,
  type SheetRow,
  withMergedCells,
  writeComments,
  writeSheet,
} from '../table/sheet-tables.ts';
import { childrenOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { openOdf, pass } from './odf-package.ts';
import {
  authorOf,
  type DrawingContent,
  drawingContents,
  drawingNames,
  readParagraph,
  repeated,
  runningHeads,
  type TextContext,
  textsWithin,
} from './parse-odt.ts';

interface NamedSheet {
  readonly name: string;
  readonly style: string | undefined;
  readonly read: ReadSheet;
}

/** Style of what a program remembers of sheets in other files. */
const foreignSheet = 'ta_extref';

/** Reads a spreadsheet as `odsParser` says. */
export async function parseOds(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'spreadsheet');
  const reader = new SheetReader(file.path, odf);
  const sheets: NamedSheet[] = [];
  const takeRow = (row: XmlElement): void => {
    throwIfAborted(options.signal);
    if (sheets.length > 0) reader.take(row);
  };
  odf.readContent({
    enter: {
      table: (attributes) => {
        const { name, 'style-name': style } = attributes;
        sheets.push({ name: name ?? `Sheet ${sheets.length + 1}`, style, read: reader.begin() });
      },
    },
    take: {
      'table-row': takeRow,
      'table-header-rows': (rows) => {
        for (const row of findAll(rows, 'table-row')) takeRow(row);
        reader.endHeader();
      },
      shapes: (shapes) => reader.takeShapes(shapes),
      'tracked-changes': pass,
      'content-validations': pass,
      'dde-links': pass,
    },
  });
  const builder = new DocumentBuilder();
  const pictures = await EmbeddedPictures.open(file, options, odf.pictures);
  const warnings: string[] = [];
  const frozen = frozenRows(odf.settings());
  const own = sheets.filter(({ style }) => style !== foreignSheet);
  for (const [index, { name, style, read }] of own.entries()) {
    throwIfAborted(options.signal);
    const { comments, drawings, headerRows } = read;
    const rows = withMergedCells(read.rows, read.merged);
    const isHidden = odf.styles.property('table', style, 'table-properties', 'display') === 'false';
    const frozenRows = frozen.get(name) ?? headerRows;
    warnings.push(...writeSheet({ name, page: index + 1, isHidden, rows, frozenRows }, builder));
    for (const drawing of drawings) {
      if (drawing.kind === 'picture') pictures.write(builder, drawing.picture, drawing.text);
      if (drawing.kind === 'text') builder.paragraph(textsWithin(drawing.element, odf).join('\n'));
    }
    writeComments(name, comments, builder);
  }
  warnings.push(...missingResultsWarnings(reader.missingResults));
  if (reader.leftOutCopies > 0) {
    warnings.push(`${reader.leftOutCopies} copies of repeated cells and rows were left out`);
  }
  warnings.push(...pictures.warnings);
  return finishPackage(builder, odf, { warnings, runningHeads: runningHeads(odf) });
}

/** How many rows of each sheet stay in sight, by its name (`VerticalSplitMode` 2: frozen). */
function frozenRows(settings: XmlElement | undefined): ReadonlyMap<string, number> {
  const sheets = new Map<string, number>();
  for (const entry of findAll(settings, 'config-item-map-named').flatMap((map) => childrenOf(map))) {
    const items = new Map(
      childrenOf(entry, 'config-item').map((item) => [item.attributes.name, textOf(item).trim()]),
    );
    const isFrozen = items.get('VerticalSplitMode') === '2';
    const name = entry.attributes.name;
    if (isFrozen && name !== undefined) sheets.set(name, Number(items.get('VerticalSplitPosition') ?? 0));
  }
  return sheets;
}

/** A sheet as far as it was read. */
interface ReadSheet {
  readonly rows: SheetRow[];
  readonly merged: MergedCells[];
  readonly comments: OfficeComment[];
  readonly drawings: DrawingContent[];
  /** Number of the last row that is printed at the top of every page; 0 where there is none. */
  headerRows: number;
}

/** A sheet has no more rows than this. */
const maxRows = 1_048_576;

/** What copies of cells and rows may add to a workbook, in characters: a few bytes can ask for gigabytes. */
const maxCopied = 200_000;

/** What a cell takes up without its text. */
const cellCost = 3;

/** Reads the rows of one sheet after the other. What repeats is written out, within bounds. */
class SheetReader {
  readonly #context: TextContext;
  readonly #limit: CellTextLimit;
  #copied = 0;
  #missingResults = 0;
  #leftOutCopies = 0;
  #sheet = emptySheet();
  #row = 0;

  constructor(path: string, context: TextContext) {
    this.#context = context;
    this.#limit = new CellTextLimit(path);
  }

  /** How many formulas no program has computed. */
  get missingResults(): number {
    return this.#missingResults;
  }

  /** How many copies of rows or cells there would have been beyond the bound. */
  get leftOutCopies(): number {
    return this.#leftOutCopies;
  }

  /** The next sheet begins, and is filled from now on. */
  begin(): ReadSheet {
    this.#sheet = emptySheet();
    this.#row = 0;
    return this.#sheet;
  }

  /** Takes a row (`table:table-row`). Errors: `archive_refused` beyond the limit on the text of cells. */
  take(row: XmlElement): void {
    const { columns, texts } = this.#cells(row);
    const times = repeated(row.attributes['number-rows-repeated'], maxRows - this.#row);
    const cost = texts.reduce((sum, text) => sum + text.length + cellCost, 0);
    const written = texts.length > 0 ? 1 + this.#copies(times - 1, cost) : 0;
    for (let time = 1; time <= written; time++) {
      this.#limit.add(texts);
      this.#sheet.rows.push({ number: this.#row + time, columns, texts });
    }
    this.#row += times;
  }

  /** The rows taken last are those that every page begins with. */
  endHeader(): void {
    this.#sheet.headerRows = this.#row;
  }

  /** What lies over the cells (`table:shapes`). */
  takeShapes(shapes: XmlElement): void {
    for (const shape of childrenOf(shapes)) this.#draw(shape);
  }

  #cells(row: XmlElement): { columns: number[]; texts: string[] } {
    const columns: number[] = [];
    const texts: string[] = [];
    let column = 0;
    for (const cell of childrenOf(row)) {
      const isCovered = cell.name === 'covered-table-cell';
      if (!isCovered && cell.name !== 'table-cell') continue;
      const {
        'number-columns-repeated': columnsRepeated,
        'number-columns-spanned': columnsSpanned,
        'number-rows-spanned': rowsSpanned,
      } = cell.attributes;
      const times = repeated(columnsRepeated, maxColumns - column);
      const text = isCovered ? '' : this.#text(cell, column + 1);
      const shown = text === '' ? 0 : 1 + this.#copies(times - 1, text.length + cellCost);
      const lastRow = this.#row + repeated(rowsSpanned, maxRows);
      for (let time = 1; time <= shown && column + time <= maxColumns; time++) {
        columns.push(column + time);
        texts.push(text);
        const firstRow = this.#row + 1;
        const lastColumn = column + time - 1 + repeated(columnsSpanned, maxColumns - column);
        if (lastRow > firstRow || lastColumn > column + time)
          this.#sheet.merged.push({ column: column + time, lastColumn, firstRow, lastRow });
      }
      column += times;
    }
    return { columns, texts };
  }

  #text(cell: XmlElement, column: number): string {
    const fields: string[] = [];
    for (const child of childrenOf(cell)) {
      if (child.name === 'annotation') this.#comment(child, column);
      else if (child.name === 'control') fields.push(this.#context.control(child.attributes.control));
      else if (child.name !== 'p') this.#draw(child);
    }
    const value = cellValue(cell, this.#context);
    if (value === undefined) this.#missingResults += 1;
    const isStruck = value && this.#context.styles.form('table-cell', cell.attributes['style-name']).isStruck;
    const text = isStruck ? struckWords(value) : (value ?? '');
    return fields.length === 0 ? text : [...fields, text].filter((part) => part !== '').join(' ');
  }

  #comment(annotation: XmlElement, column: number): void {
    const text = textsWithin(annotation, this.#context).join(' ').trim();
    const cell = `${columnLetters(column)}${this.#row + 1}`;
    if (text !== '') this.#sheet.comments.push({ cell, author: authorOf(annotation), text });
  }

  #draw(shape: XmlElement): void {
    if (!drawingNames.has(shape.name)) return;
    for (const content of drawingContents(shape, this.#context)) this.#sheet.drawings.push(content);
  }

  /** How many of so many copies there is room for. */
  #copies(wanted: number, cost: number): number {
    const copies = Math.min(wanted, Math.max(0, Math.floor((maxCopied - this.#copied) / Math.max(1, cost))));
    this.#copied += copies * cost;
    this.#leftOutCopies += wanted - copies;
    return copies;
  }
}

function emptySheet(): ReadSheet {
  return { rows: [], merged: [], comments: [], drawings: [], headerRows: 0 };
}

/**
 * What a cell of a sheet shows; empty for a blank one, undefined where a formula has no result stored. Dates are ISO
 * 8601 as far as they are shown: `2024-03-01`, `2024-03`, `2024-03-01 14:30`.
 */
function cellValue(cell: XmlElement, context: TextContext): string | undefined {
  const paragraphs = childrenOf(cell, 'p');
  const shown = paragraphs
    .map((paragraph) => readParagraph(paragraph, context).text)
    .join('\n')
    .trim();
  const { attributes } = cell;
  const type = attributes['value-type'];
  const date = attributes['date-value'];
  if (type === 'date' && date !== undefined) return dateShown(date, shown);
  if (paragraphs.length > 0) return shown;
  const value = storedValue(type, attributes);
  // An empty string can be a result.
  const isMissing = value === '' && attributes['formula'] !== undefined && type !== 'string';
  return isMissing ? undefined : value;
}

/** Programs that lay nothing out write values without showing them. */
function storedValue(type: string | undefined, attributes: XmlElement['attributes']): string {
  const { value = '', currency = '' } = attributes;
  const number = Number(value);
  const isNumber = value.trim() !== '' && !Number.isNaN(number);
  switch (type ?? 'float') {
    case 'percentage':
      return isNumber ? `${generalNumber(number * 100)}%` : value;
    case 'currency':
      return `${isNumber ? generalNumber(number) : value} ${currency}`.trim();
    case 'boolean':
      return (attributes['boolean-value'] ?? '').toUpperCase();
    case 'time':
      return clockTime(attributes['time-value'] ?? '');
    case 'string':
      return attributes['string-value'] ?? '';
    default:
      return isNumber ? generalNumber(number) : value;
  }
}

/** Month and year, or a year alone, of which the file knows the day as well. */
const monthAndYear = /^(?:\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}|\p{L}[\p{L}\p{M}.]*[\s'’-]*(?:\d{4}|\d{2}))$/u;

function dateShown(date: string, shown: string): string {
  const [day = '', time = ''] = date.split('T');
  if (!/^-?\d{4,}-\d\d-\d\d$/.test(day)) return shown === '' ? date : shown;
  if (/^\d{4}$/.test(shown)) return shown;
  if (monthAndYear.test(shown)) return day.slice(0, 7);
  const clock = /^(\d\d:\d\d)(:\d\d)?/.exec(time);
  const isMidnight = /^(?:00:00(?::00)?)?(?:\.0+)?Z?$/.test(time);
  const showsTime = shown === '' ? !isMidnight : /\d:\d\d/.test(shown);
  if (!clock || !showsTime) return day;
  return `${day} ${clock[1]}${clock[2] === ':00' ? '' : (clock[2] ?? '')}`;
}

/** A duration such as `PT14H30M00S` as `14:30:00`. */
function clockTime(duration: string): string {
  const parts = /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration);
  if (!parts) return duration;
  const numbers = [parts[2], parts[3], parts[4]].map((number = '') => number.padStart(2, '0'));
  return `${parts[1]}${numbers.join(':')}`;
}
