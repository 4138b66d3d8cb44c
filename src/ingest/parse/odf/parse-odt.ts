import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { DocumentWriter } from '../office/document-writer.ts';
import { finishOffice } from '../office/finish-office.ts';
import type { XmlElement } from '../xml/xml.ts';
import { blockNames } from './block-names.ts';
import { openOdf } from './odf-package.ts';
import { readTable } from './table.ts';
import { TextFlow } from './text-flow.ts';
import { writeAside } from './write-aside.ts';

/** Reads a text document as `odtParser` says. */
export async function parseOdt(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'text');
  const builder = new DocumentBuilder();
  const flow = new TextFlow(odf);
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable: (table, cellText) => readTable(table, odf, cellText),
    writeAside: (aside, writer) => writeAside(aside, odf, writer),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  odf.readContent({ take: Object.fromEntries(blockNames.map((name) => [name, write])) });
  writer.flush();
  return finishOffice(builder, odf);
}
