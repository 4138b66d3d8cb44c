import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { missingResultsWarnings, withMergedCells, writeComments, writeSheet } from '../table/sheet-tables.ts';
import { childrenOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { openOdf, pass } from './odf-package.ts';
import { type ReadSheet, SheetReader } from './sheet-reader.ts';
import { textsWithin } from './text-flow.ts';

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
      if (drawing.kind === 'picture') builder.figure(drawing.text);
      if (drawing.kind === 'text') builder.paragraph(textsWithin(drawing.element, odf).join('\n'));
    }
    writeComments(name, comments, builder);
  }
  warnings.push(...missingResultsWarnings(reader.missingResults));
  if (reader.leftOutCopies > 0) {
    warnings.push(`${reader.leftOutCopies} copies of repeated cells and rows were left out`);
  }
  return finishPackage(builder, odf, { warnings });
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
