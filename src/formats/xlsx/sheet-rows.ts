import { joinStruck, struckWords } from '../document/shown-words.ts';
import type { NumberFormatter } from '../ooxml/number-format.ts';
import { type MergedCells, maxColumns, type SheetRow } from '../table/sheet-tables.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';
import { type CellFormats, isStruck } from './cell-formats.ts';

/** What the cells of a workbook refer to. */
export interface CellContext {
  readonly sharedStrings: readonly string[];
  readonly formats: CellFormats;
  /** Counts the formulas that the file holds no result of. */
  missingResults: number;
}

/** Reads a row (`row` of `sheetData`); `previous` is the number of the row before. */
export function readRow(element: XmlElement, previous: number, context: CellContext): SheetRow {
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
export function stringText(element: XmlElement | undefined): string {
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
export function mergedCells(reference = ''): readonly MergedCells[] {
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
