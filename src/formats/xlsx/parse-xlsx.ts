import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { openOffice, targetOf } from '../ooxml/office-package.ts';
import { isSetOn } from '../ooxml/on-off.ts';
import {
  CellTextLimit,
  missingResultsWarnings,
  type SheetRow,
  withMergedCells,
  writeSheet,
} from '../table/sheet-tables.ts';
import { childOf, childrenOf, descendantOf, findAll, type XmlElement } from '../xml/xml.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { readCellFormats } from './cell-formats.ts';
import { writeAnnotations } from './sheet-annotations.ts';
import { type CellContext, mergedCells, readRow, stringText } from './sheet-rows.ts';

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
    const sheet = office.sidePart(part, { row: take });
    const isHidden = /hidden/i.test(attributes.state ?? '');
    const merged = findAll(childOf(sheet, 'mergeCells'), 'mergeCell').flatMap(({ attributes: { ref } }) =>
      mergedCells(ref),
    );
    warnings.push(
      ...writeSheet(
        {
          name,
          page: index + 1,
          isHidden,
          rows: withMergedCells(rows, merged),
          frozenRows: frozenRows(sheet),
        },
        builder,
      ),
    );
    writeAnnotations(office, part, name, builder);
  }
  warnings.push(...missingResultsWarnings(context.missingResults));
  return finishPackage(builder, office, { warnings });
}

function frozenRows(sheet: XmlElement | undefined): number {
  const pane = descendantOf(sheet, 'sheetViews', 'sheetView', 'pane')?.attributes;
  return pane?.state?.startsWith('frozen') ? Number(pane.ySplit ?? 0) : 0;
}
