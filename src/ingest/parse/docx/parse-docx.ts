import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { DocumentWriter } from '../office/document-writer.ts';
import { finishOffice } from '../office/finish-office.ts';
import { openOffice, targetOf } from '../ooxml/office-package.ts';
import { childrenOf, type XmlElement } from '../xml/xml.ts';
import { ListMarkers } from './list-markers.ts';
import { readStyles } from './styles.ts';
import { readTable } from './table.ts';
import { TextFlow } from './text-flow.ts';
import { asideWriter } from './write-aside.ts';

/** Reads a Word document as `docxParser` says. */
export async function parseDocx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'word');
  const relationships = office.relationships(office.mainPart);
  const part = (type: string): XmlElement | undefined => office.sidePart(targetOf(relationships, type));
  const notes = (type: string): ReadonlyMap<string, XmlElement> =>
    new Map(childrenOf(part(type)).map((note) => [note.attributes.id ?? '', note]));
  const builder = new DocumentBuilder();
  const flow = new TextFlow(readStyles(part('styles')), new ListMarkers(part('numbering')));
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable,
    writeAside: asideWriter({
      office,
      relationships,
      notes: { footnote: notes('footnotes'), endnote: notes('endnotes'), comment: notes('comments') },
    }),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  office.xml(office.mainPart, {
    p: write,
    tbl: write,
    sdt: write,
    AlternateContent: write,
  });
  writer.write(flow.end());
  writer.flush();
  return finishOffice(builder, office);
}
