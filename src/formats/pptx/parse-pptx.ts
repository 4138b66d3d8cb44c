import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { SlideDeck } from '../office/slide-deck.ts';
import { openOffice } from '../ooxml/office-package.ts';
import { childrenOf, descendantOf } from '../xml/xml.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { commentAuthors } from './comments.ts';
import { type DeckContext, readSlide } from './slide.ts';

/** Reads a presentation as `pptxParser` says. */
export async function parsePptx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'ppt');
  const relationships = office.relationships(office.mainPart);
  const builder = new DocumentBuilder();
  const deck = new SlideDeck(builder);
  const context: DeckContext = { office, layouts: new Map(), authors: commentAuthors(office) };
  const seen = new Set<string>();
  const slides = childrenOf(descendantOf(office.xml(office.mainPart), 'sldIdLst'), 'sldId');
  for (const [index, { attributes }] of slides.entries()) {
    throwIfAborted(options.signal);
    const part = relationships.get(attributes['r:id'] ?? '')?.target;
    const root = part === undefined || seen.has(part) ? undefined : office.sidePart(part);
    if (part !== undefined && root) seen.add(part);
    deck.write(index + 1, part !== undefined && root ? readSlide(root, part, index + 1, context) : undefined);
  }
  return finishPackage(builder, office, deck);
}
