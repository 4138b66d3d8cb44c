import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { DocumentWriter } from '../office/document-writer.ts';
import { writeGraphic } from '../ooxml/graphic-text.ts';
import { openOffice } from '../ooxml/office-package.ts';
import type { XmlElement } from '../xml/xml.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { ListMarkers } from './list-markers.ts';
import { Notes } from './notes.ts';
import { readStyles } from './styles.ts';
import { readTable } from './table.ts';
import { TextFlow } from './text-flow.ts';

/** Reads a Word document as `docxParser` says. */
export async function parseDocx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'word');
  const { mainPart } = office;
  const styles = readStyles(office.related(mainPart, 'styles'));
  const markers = new ListMarkers(office.related(mainPart, 'numbering'));
  const flow = new TextFlow(styles, markers, new Notes(office));
  const builder = new DocumentBuilder();
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable,
    writeGraphic: (graphic) => writeGraphic(graphic, office, mainPart, builder),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  office.xml(mainPart, { p: write, tbl: write, sdt: write, AlternateContent: write });
  writer.write(flow.end());
  writer.flush();
  return finishPackage(builder, office);
}
