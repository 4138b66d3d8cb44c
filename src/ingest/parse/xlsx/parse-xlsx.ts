import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { finishOffice } from '../ooxml/finish-office.ts';
import { openOffice, targetOf } from '../ooxml/office-package.ts';
import { isSetOn } from '../ooxml/on-off.ts';
import { childOf, childrenOf, descendantOf, findAll, type XmlElement } from '../xml.ts';
import { readCellFormats } from './cell-formats.ts';
import { repeatMergedLabels } from './merged-cells.ts';
import { writeAnnotations } from './sheet-annotations.ts';
import { type CellContext, readRow, type SheetRow, stringText } from './sheet-rows.ts';
import { sheetTables } from './sheet-tables.ts';

/** Cells share their strings, so that a small file can hold a boundless text. */
const maxTextLength = 200_000_000;

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
  const warnings: string[] = [];
  const seen = new Set<string>();
  let textLength = 0;
  let missingResults = 0;
  const onMissingResult = () => void (missingResults += 1);
  const context: CellContext = { sharedStrings, formats, onMissingResult };
  for (const [index, { attributes }] of childrenOf(childOf(workbook, 'sheets'), 'sheet').entries()) {
    throwIfAborted(options.signal);
    const part = relationships.get(attributes['r:id'] ?? '')?.target;
    const name = attributes.name ?? `Sheet ${index + 1}`;
    if (part === undefined || seen.has(part)) {
      warnings.push(`the sheet "${name}" is missing in the file`);
      continue;
    }
    seen.add(part);
    const rows: SheetRow[] = [];
    const take = (row: XmlElement): void => {
      throwIfAborted(options.signal);
      const read = readRow(row, rows.at(-1)?.number ?? 0, context);
      for (const text of read.texts) textLength += text.length;
      if (textLength > maxTextLength) {
        const problem = `its cells hold more than the limit of ${maxTextLength} characters`;
        throw new FootnoteError('archive_refused', { path: file.path, problem });
      }
      rows.push(read);
    };
    const sheet = office.sidePart(part, { row: take });
    const isHidden = /hidden/i.test(attributes.state ?? '');
    if (isHidden) warnings.push(`the sheet "${name}" is hidden; its text was kept`);
    builder.startPage(index + 1);
    const ranges = findAll(childOf(sheet, 'mergeCells'), 'mergeCell').map((cell) => cell.attributes.ref);
    const pieces = sheetTables(repeatMergedLabels(rows, ranges), frozenRows(sheet));
    if (pieces.length > 0) builder.heading(2, isHidden ? `${name} (hidden sheet)` : name);
    for (const piece of pieces) {
      if (piece.kind === 'text') builder.paragraph(piece.text);
      else builder.table(piece.rows, piece.headerRows);
    }
    writeAnnotations(office, part, builder);
  }
  if (missingResults > 0) warnings.push(withoutResults(missingResults));
  return finishOffice(builder, office, { warnings });
}

function withoutResults(count: number): string {
  const formulas = count === 1 ? '1 formula has' : `${count} formulas have`;
  return `${formulas} no result stored in the file; open and save it in a spreadsheet program`;
}

function frozenRows(sheet: XmlElement | undefined): number {
  const pane = descendantOf(sheet, 'sheetViews', 'sheetView', 'pane')?.attributes;
  return pane?.state?.startsWith('frozen') ? Number(pane.ySplit ?? 0) : 0;
}
