import type { DocumentBuilder } from '../document-builder.ts';
import type { SheetRow } from '../table/sheet-rows.ts';
import { sheetTables } from '../table/sheet-tables.ts';
import { commentText, type OfficeComment } from './comment-text.ts';

/** A sheet of a workbook, its labels of merged cells repeated. */
export interface Sheet {
  readonly name: string;
  /** 1-based, among all sheets of the workbook. */
  readonly page: number;
  readonly isHidden: boolean;
  readonly rows: readonly SheetRow[];
  /** How many rows stay in sight when the sheet is scrolled. */
  readonly frozenRows: number;
}

/**
 * Writes the cells of a sheet under its name, nothing of a blank one. Where it is hidden, its name says so, and so does
 * the warning that is returned.
 */
export function writeSheet(
  { name, page, isHidden, rows, frozenRows }: Sheet,
  builder: DocumentBuilder,
): readonly string[] {
  builder.startPage(page);
  const pieces = sheetTables(rows, frozenRows);
  if (pieces.length > 0) builder.heading(2, isHidden ? `${name} (hidden sheet)` : name);
  for (const piece of pieces) {
    if (piece.kind === 'text')
      builder.placed({ sheet: name, cells: piece.cells }, () => builder.paragraph(piece.text));
    else {
      const places = piece.cells.map((cells) => ({ sheet: name, cells }));
      builder.table(piece.rows, piece.headerRows, { places });
    }
  }
  return isHidden ? [`the sheet "${name}" is hidden; its text was kept`] : [];
}

/** Writes what is said of cells of a sheet. */
export function writeComments(
  sheet: string,
  comments: readonly OfficeComment[],
  builder: DocumentBuilder,
): void {
  for (const comment of comments) {
    const write = () => builder.paragraph(commentText(comment));
    if (comment.cell) builder.placed({ sheet, cells: comment.cell }, write);
    else write();
  }
}

/** What the report says of formulas that no program has computed. */
export function missingResultsWarnings(count: number): readonly string[] {
  if (count === 0) return [];
  const formulas = count === 1 ? '1 formula has' : `${count} formulas have`;
  return [`${formulas} no result stored in the file; open and save it in a spreadsheet program`];
}
