import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { finishOffice } from '../office/finish-office.ts';
import type { XmlElement } from '../xml.ts';
import { blockNames } from './block-names.ts';
import { DocumentWriter } from './document-writer.ts';
import { metaProperties } from './meta-properties.ts';
import { openOdf } from './odf-package.ts';

/** Reads a text document as `odtParser` says. */
export async function parseOdt(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'text');
  const builder = new DocumentBuilder();
  const writer = new DocumentWriter(builder, odf);
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(element);
  };
  odf.readContent({ take: Object.fromEntries(blockNames.map((name) => [name, write])) });
  writer.flush();
  return finishOffice(builder, odf, { properties: metaProperties(odf.meta()), warnings: [] });
}
