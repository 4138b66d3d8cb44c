import type { Parser } from '../../../contracts/parser.ts';
import { latin1Text } from '../latin1-text.ts';
import { isZip } from '../zip-archive.ts';

/**
 * EPUB 2 and 3: the chapters in reading order. The page of a block is the number of its chapter, 1-based. Each
 * chapter stands under one level-1 heading: its name in the table of contents, unless its text opens with a heading
 * of its own.
 */
export const epubParser: Parser = {
  name: 'epub',
  extensions: ['.epub'],
  version: 7,
  recognise: ({ bytes }) => (isZip(bytes) ? (startsAsEpub(bytes) ? 'yes' : 'maybe') : 'no'),
  // What reads it is large, and many a process only asks which files are its.
  parse: async (file, options = {}) => (await import('./parse-epub.ts')).parseEpub(file, options),
};

/** The first member is a file named `mimetype`, stored as it is (OCF 3.3, 4.3). */
function startsAsEpub(bytes: Uint8Array): boolean {
  const head = latin1Text(bytes, 30, 80);
  return head.startsWith('mimetypeapplication/epub+zip');
}
