import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { DocumentWriter } from '../office/document-writer.ts';
import type { XmlElement } from '../xml/xml.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { writeChart } from './chart.ts';
import { openOdf } from './odf-package.ts';
import { readTable } from './table.ts';
import { blockNames, TextFlow } from './text-flow.ts';

/** Reads a text document as `odtParser` says. */
export async function parseOdt(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'text');
  const builder = new DocumentBuilder();
  const flow = new TextFlow(odf);
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable: (table, cellText) => readTable(table, odf, cellText),
    writeGraphic: (chart, builder) => writeChart(chart, odf, builder),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  odf.readContent({ take: Object.fromEntries(blockNames.map((name) => [name, write])) });
  writer.flush();
  return finishPackage(builder, odf);
}
