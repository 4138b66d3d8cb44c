import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import type { Property } from '../document/properties.ts';
import { checkBox, joinStruck, struckWords } from '../document/shown-words.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import type { OfficeComment } from '../office/document-writer.ts';
import { generalNumber, type NumberFormatter, numberFormatter } from '../office/number-format.ts';
import {
  alternativeText,
  controlText,
  findAllChosen,
  isPropertyOn,
  isSetOn,
  type OfficePackage,
  openOffice,
  pictureOf,
  runText,
  targetOf,
} from '../office/ooxml-package.ts';
import { finishPackage } from '../office/opened-package.ts';
import {
  CellTextLimit,
  type MergedCells,
  maxColumns,
  missingResultsWarnings,
  type PlacedText,
  type SheetRow,
  withCells,
  withMergedCells,
  writeComments,
  writeSheet,
} from '../table/sheet-tables.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';

/** Reads a workbook as `xlsxParser` says. */
export async function parseXlsx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'xl');
  const relationships = office.relationships(office.mainPart);
  const workbook = office.xml(office.mainPart);
  const sharedStrings: string[] = [];
  office.xml(targetOf(relationships, 'sharedStrings'), {
    si: (item) => sharedStrings.push(stringText(item)),
  });
  const isDate1904 = isSetOn(childOf(workbook, 'workbookPr')?.attributes.date1904);
  const formats = readCellFormats(office.xml(targetOf(relationships, 'styles')), isDate1904);
  const builder = new DocumentBuilder();
  const pictures = await EmbeddedPictures.open(file, options, office.pictures);
  const warnings: string[] = [];
  const runningHeads: Property[] = [];
  const seen = new Set<string>();
  const limit = new CellTextLimit(file.path);
  const context: CellContext = { sharedStrings, formats, missingResults: 0 };
  for (const [index, { attributes }] of childrenOf(childOf(workbook, 'sheets'), 'sheet').entries()) {
    throwIfAborted(options.signal);
    const part = relationships.get(attributes['r:id'] ?? '')?.target;
    const name = attributes.name ?? `Sheet ${index + 1}`;
    if (part === undefined || seen.has(part)) {
      warnings.push(`the sheet "${name}" is missing from the file`);
      continue;
    }
    seen.add(part);
    const rows: SheetRow[] = [];
    const take = (row: XmlElement): void => {
      throwIfAborted(options.signal);
      const read = readRow(row, rows.at(-1)?.number ?? 0, context);
      limit.add(read.texts);
      rows.push(read);
    };
    // What lies over a cell says its row in an element of the same name.
    const fields: XmlElement[] = [];
    const control = (field: XmlElement) => void fields.push(field);
    const sheet = office.sidePart(part, { row: take, control });
    const isHidden = /hidden/i.test(attributes.state ?? '');
    const merged = findAll(childOf(sheet, 'mergeCells'), 'mergeCell').flatMap(({ attributes: { ref } }) =>
      mergedCells(ref),
    );
    const read = withMergedCells(withCells(rows, readControls(fields, part, office)), merged);
    warnings.push(
      ...writeSheet({ name, page: index + 1, isHidden, rows: read, frozenRows: frozenRows(sheet) }, builder),
    );
    writeAnnotations(office, part, name, builder, pictures);
    for (const head of childrenOf(childOf(sheet, 'headerFooter')))
      runningHeads.push({
        name: /header/i.test(head.name) ? 'Header' : 'Footer',
        value: headWords(textOf(head)),
      });
  }
  warnings.push(...missingResultsWarnings(context.missingResults));
  warnings.push(...pictures.warnings);
  return finishPackage(builder, office, { warnings, runningHeads });
}

/** What stands over or under a printed sheet, without fonts and what counts its pages (ECMA-376 part 1, 18.3.1.46). */
function headWords(code: string): string {
  return code.replace(/&(?:"[^"]*"|K[\dA-F]{6}|\d+|[A-Z])/gi, ' ').replaceAll('&&', '&');
}

function frozenRows(sheet: XmlElement | undefined): number {
  const pane = descendantOf(sheet, 'sheetViews', 'sheetView', 'pane')?.attributes;
  return pane?.state?.startsWith('frozen') ? Number(pane.ySplit ?? 0) : 0;
}

/** What the cells of a workbook refer to. */
interface CellContext {
  readonly sharedStrings: readonly string[];
  readonly formats: CellFormats;
  /** Counts the formulas that the file holds no result of. */
  missingResults: number;
}

/** Reads a row (`row` of `sheetData`); `previous` is the number of the row before. */
function readRow(element: XmlElement, previous: number, context: CellContext): SheetRow {
  const columns: number[] = [];
  const texts: string[] = [];
  let column = 0;
  for (const cell of childrenOf(element, 'c')) {
    column = columnOf(cell.attributes.r) ?? column + 1;
    const value = cellText(cell, context).trim();
    const text = context.formats.isStruck(cell.attributes.s) ? struckWords(value) : value;
    // A column that goes back or beyond the sheet's end is a mistake; its order of appearance is kept.
    column = Math.min(maxColumns, Math.max(column, (columns.at(-1) ?? 0) + 1));
    if (text === '') continue;
    columns.push(column);
    texts.push(text);
  }
  const number = Number(element.attributes.r);
  return {
    number: Number.isSafeInteger(number) && number > previous ? number : previous + 1,
    columns,
    texts,
  };
}

/** The text of a rich string (`si`, `is`) without its phonetic guide. */
function stringText(element: XmlElement | undefined): string {
  const pieces = childrenOf(element).map((child) => {
    if (child.name === 't') return unescaped(textOf(child));
    if (child.name !== 'r') return '';
    const words = stringText(child);
    return isStruck(childOf(child, 'rPr')) ? struckWords(words) : words;
  });
  return pieces.length === 1 ? (pieces[0] as string) : joinStruck(pieces.join(''));
}

/** Characters that XML would not keep stand as `_x000D_` (`ST_Xstring`, ECMA-376 part 1, 22.9.2.19). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** 1-based column of a reference such as `AB12`. */
function columnOf(reference = ''): number | undefined {
  let column = 0;
  let place = reference.startsWith('$') ? 1 : 0;
  const first = place;
  for (let letter = letterAt(reference, place); letter > 0; letter = letterAt(reference, ++place)) {
    column = column * 26 + letter;
  }
  const count = place - first;
  const isEnd = place === reference.length || /[$\d]/.test(reference.charAt(place));
  return count > 0 && count <= 3 && isEnd ? column : undefined;
}

/** 1–26 for a capital letter, 0 for anything else. */
function letterAt(text: string, place: number): number {
  const letter = text.charCodeAt(place) - 64;
  return letter >= 1 && letter <= 26 ? letter : 0;
}

/** Cells that are merged, by a reference such as `A2:B9`; none for any other. */
function mergedCells(reference = ''): readonly MergedCells[] {
  const [from = '', to = ''] = reference.split(':');
  const [column, lastColumn] = [columnOf(from), columnOf(to)];
  const [firstRow, lastRow] = [rowOf(from), rowOf(to)];
  if (column === undefined || lastColumn === undefined) return [];
  const isMerged = lastRow >= firstRow && lastColumn >= column && (lastRow > firstRow || lastColumn > column);
  return isMerged ? [{ column, lastColumn, firstRow, lastRow }] : [];
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0] ?? Number.NaN);
}

function cellText(cell: XmlElement, context: CellContext): string {
  const { t: type = 'n', s: style } = cell.attributes;
  if (type === 'inlineStr') return stringText(childOf(cell, 'is'));
  const text = textOf(childOf(cell, 'v'));
  // An empty string can be a result.
  if (text === '' && type !== 'str' && childOf(cell, 'f')) context.missingResults += 1;
  if (text === '') return '';
  switch (type) {
    case 's':
      return context.sharedStrings[Number(text)] ?? '';
    case 'b':
      if (context.formats.isBox(style)) return checkBox(text === '1');
      return text === '1' ? 'TRUE' : 'FALSE';
    case 'str':
      return unescaped(text);
    case 'e':
      return text;
    case 'd':
      return text.replace('T', ' ').replace(/ 00:00(?::00(?:\.0+)?)?Z?$/, '');
    default:
      return numberText(text, context.formats.number(style));
  }
}

/** A number as its format shows it; what is none as it stands. */
function numberText(text: string, format: NumberFormatter): string {
  const value = Number(text);
  return Number.isNaN(value) || text.trim() === '' ? text : format(value);
}

/** Codes of the formats that files name by number only (ECMA-376 part 1, 18.8.30). */
const builtInCodes: ReadonlyMap<number, string> = new Map(
  (
    [
      ['0', 1],
      ['0.00', 2],
      ['#,##0', 3],
      ['#,##0.00', 4],
      ['$#,##0;-$#,##0', 5, 6, 42],
      ['$#,##0.00;-$#,##0.00', 7, 8, 44],
      ['0%', 9],
      ['0.00%', 10],
      ['0.00E+00', 11],
      ['d-mmm-yy', 15],
      ['d-mmm', 16],
      ['mmm-yy', 17],
      ['yyyy-mm-dd h:mm', 22],
      ['#,##0;(#,##0)', 37, 38],
      ['#,##0.00;(#,##0.00)', 39, 40],
      ['#,##0;-#,##0', 41],
      ['#,##0.00;-#,##0.00', 43],
      ['mm:ss', 45, 47],
      ['[h]:mm:ss', 46],
      ['0.0E+0', 48],
      // From 27 on those of the East Asian versions: the same everywhere but for the last four, a date in one, a time
      // in another.
      ['yyyy-mm-dd', 14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
      ['h:mm', 18, 20, 32],
      ['h:mm:ss', 19, 21, 33],
      ['[<1]h:mm:ss;yyyy-mm-dd', 34, 35, 55, 56],
    ] as const
  ).flatMap(([code, ...formats]) => formats.map((format) => [format, code] as const)),
);

/** How the cells of a workbook are shown, by their style index (`s` of `c`). */
interface CellFormats {
  /** Numbers without a style come out plain. */
  number(style: string | undefined): NumberFormatter;
  /** Whether a line goes through the words. */
  isStruck(style: string | undefined): boolean;
  /** Whether a truth value is shown as a check box ([MS-XLSX] 2.6.303, `xfComplement`). */
  isBox(style: string | undefined): boolean;
}

/** Reads the formats of `xl/styles.xml`. */
function readCellFormats(styles: XmlElement | undefined, isDate1904: boolean): CellFormats {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode ?? '',
    ]),
  );
  const forms = childrenOf(childOf(styles, 'cellXfs'), 'xf');
  const formatters = forms.map(({ attributes }) => {
    const code = codes.get(attributes.numFmtId) ?? builtInCodes.get(Number(attributes.numFmtId));
    return code === undefined ? generalNumber : numberFormatter(code, isDate1904);
  });
  const fonts = childrenOf(childOf(styles, 'fonts'), 'font').map(isStruck);
  const struck = new Set(
    forms.flatMap(({ attributes }, index) => (fonts[Number(attributes.fontId)] ? [String(index)] : [])),
  );
  const boxes = new Set(
    forms.flatMap((form, index) =>
      descendantOf(form, 'extLst', 'ext', 'xfComplement') ? [String(index)] : [],
    ),
  );
  return {
    isBox: (style) => style !== undefined && boxes.has(style),
    number: (style) => (style === undefined ? undefined : formatters[Number(style)]) ?? generalNumber,
    isStruck: (style) => style !== undefined && struck.has(style),
  };
}

/** Whether a font, or the form of a run (`rPr`), strikes its words out. */
function isStruck(form: XmlElement | undefined): boolean {
  return isPropertyOn(childOf(form, 'strike'));
}

/**
 * What the fields of forms that lie over a sheet show, in the cell where each begins ([MS-XLSX] 2.6.72, and ActiveX).
 * Their labels are the text of the shapes that stand for them.
 */
function readControls(
  controls: readonly XmlElement[],
  sheetPart: string,
  office: OfficePackage,
): readonly PlacedText[] {
  if (controls.length === 0) return [];
  const labels = controlLabels(sheetPart, office);
  return controls.flatMap((control) => {
    const { shapeId = '', name = '' } = control.attributes;
    const from = findAll(control, 'from')[0];
    // For older programs each stands there again, without its place.
    if (!from) return [];
    const [column = 1, row = 1] = ['col', 'row'].map((axis) => Number(textOf(childOf(from, axis))) + 1);
    const given = labels.get(shapeId) ?? '';
    // Nobody wrote “Check Box 1”.
    const text = controlText(control, office, sheetPart, given === name ? '' : given);
    return text === '' ? [] : [{ column, row, text }];
  });
}

/** The words on the shapes that stand for fields of forms, by their numbers. */
function controlLabels(sheetPart: string, office: OfficePackage): ReadonlyMap<string, string> {
  const labels = new Map(
    findAllChosen(office.related(sheetPart, 'drawing'), 'sp').map((shape) => [
      findAll(shape, 'cNvPr')[0]?.attributes.id ?? '',
      runText(childOf(shape, 'txBody')),
    ]),
  );
  if (labels.size > 0) return labels;
  for (const shape of childrenOf(office.related(sheetPart, 'vmlDrawing'), 'shape')) {
    const id = /\d+$/.exec(shape.attributes.id ?? '')?.[0];
    if (id !== undefined) labels.set(id, textOf(childOf(shape, 'textbox')).trim());
  }
  return labels;
}

/** Writes what lies over a sheet's cells: pictures with their descriptions, text boxes, comments with their cell. */
function writeAnnotations(
  office: OfficePackage,
  sheetPart: string,
  name: string,
  builder: DocumentBuilder,
  pictures: EmbeddedPictures,
): void {
  const drawingPart = targetOf(office.relationships(sheetPart), 'drawing');
  const drawing = office.sidePart(drawingPart);
  const shownIn = new Map(
    findAllChosen(drawing, 'pic').map((pic) => [
      findAll(pic, 'cNvPr')[0],
      pictureOf(pic, office, drawingPart ?? ''),
    ]),
  );
  for (const properties of findAllChosen(drawing, 'cNvPr')) {
    pictures.write(builder, shownIn.get(properties), alternativeText(properties));
  }
  for (const shape of findAllChosen(drawing, 'sp'))
    if (findAll(shape, 'compatExt').length === 0) builder.paragraph(runText(childOf(shape, 'txBody')));
  const people = office.related(office.mainPart, 'person');
  const threads = threadedComments(office.related(sheetPart, 'threadedComment'), people);
  const comments = [...threads, ...plainComments(office.related(sheetPart, 'comments'))];
  writeComments(name, comments, builder);
}

function threadedComments(
  root: XmlElement | undefined,
  people: XmlElement | undefined,
): readonly OfficeComment[] {
  const names = new Map(
    childrenOf(people, 'person').map(({ attributes: { id, displayName } }) => [id, displayName?.trim()]),
  );
  return childrenOf(root, 'threadedComment').flatMap((comment) => {
    const text = textOf(childOf(comment, 'text')).trim();
    const { ref: cell = '', personId } = comment.attributes;
    return text === '' ? [] : [{ cell, author: names.get(personId) ?? '', text }];
  });
}

/** Threads leave copies for older versions here, whose author is named by the thread. */
function plainComments(root: XmlElement | undefined): readonly OfficeComment[] {
  const authors = childrenOf(childOf(root, 'authors'), 'author').map((author) => textOf(author).trim());
  return childrenOf(childOf(root, 'commentList'), 'comment').flatMap((comment) => {
    const author = authors[Number(comment.attributes.authorId)] ?? '';
    const said = stringText(childOf(comment, 'text')).trim();
    // The program writes the author's name as the comment's first line.
    const text = author !== '' && said.startsWith(`${author}:`) ? said.slice(author.length + 1).trim() : said;
    const isCopy = author.startsWith('tc={');
    return text === '' || isCopy ? [] : [{ cell: comment.attributes.ref ?? '', author, text }];
  });
}
