import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { finishOffice } from '../office/finish-office.ts';
import { coreProperties } from '../ooxml/core-properties.ts';
import { openOffice, targetOf } from '../ooxml/office-package.ts';
import type { XmlElement } from '../xml.ts';
import { DocumentWriter } from './document-writer.ts';
import { ListMarkers } from './list-markers.ts';
import { readNotes } from './notes.ts';
import { readStyles } from './styles.ts';

/** Reads a Word document as `docxParser` says. */
export async function parseDocx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'word');
  const relationships = office.relationships(office.mainPart);
  const part = (type: string): XmlElement | undefined => office.sidePart(targetOf(relationships, type));
  const builder = new DocumentBuilder();
  const writer = new DocumentWriter(builder, {
    office,
    relationships,
    styles: readStyles(part('styles')),
    markers: new ListMarkers(part('numbering')),
    notes: {
      footnote: readNotes(part('footnotes')),
      endnote: readNotes(part('endnotes')),
      comment: readNotes(part('comments')),
    },
  });
  const warnings = new Set<string>();
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(element);
  };
  const warn = (): void => {
    warnings.add('a document of another kind is embedded in it and was left out');
  };
  office.xml(office.mainPart, {
    p: write,
    tbl: write,
    sdt: write,
    AlternateContent: write,
    altChunk: warn,
  });
  writer.flush();
  return finishOffice(builder, office, { properties: coreProperties(office), warnings: [...warnings] });
}
