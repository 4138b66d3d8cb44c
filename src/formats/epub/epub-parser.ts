import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { isZip } from '../zip/zip-archive.ts';
import { declaredMediaType } from '../zip/zip-container.ts';

/**
 * EPUB 2 and 3: the chapters in reading order. The page of a block is the number of its chapter, 1-based. Each
 * chapter stands under one level-1 heading: its name in the table of contents, unless its text opens with a heading
 * of its own.
 */
export const epubParser: Parser = {
  name: 'epub',
  extensions: ['.epub'],
  version: 12,
  recognise: ({ bytes }) => {
    if (!isZip(bytes)) return 'no';
    return declaredMediaType(bytes) === 'application/epub+zip' ? 'yes' : 'maybe';
  },
  parse: lateParse(async () => (await import('./parse-epub.ts')).parseEpub),
};
