import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { SlideDeck } from '../office/slide-deck.ts';
import { finishPackage } from '../zip/opened-package.ts';
import { openOdf } from './odf-package.ts';
import { readSlide } from './slide.ts';

/** Reads a presentation as `odpParser` says. */
export async function parseOdp(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'presentation');
  const builder = new DocumentBuilder();
  const deck = new SlideDeck(builder);
  let slides = 0;
  odf.readContent({
    take: {
      page(page) {
        throwIfAborted(options.signal);
        slides += 1;
        deck.write(slides, readSlide(page, slides, odf));
      },
    },
  });
  return finishPackage(builder, odf, deck);
}
