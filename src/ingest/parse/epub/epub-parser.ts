import type { Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { parseHtml } from '../html/html-document.ts';
import { decodeHtml } from '../html/html-parser.ts';
import { addPieces, type HtmlPiece, htmlPieces } from '../html/html-pieces.ts';
import { latin1Text } from '../latin1-text.ts';
import { isZip, packageLimits, readZip, type ZipArchive } from '../zip-archive.ts';
import { readEpubPackage } from './epub-package.ts';

/**
 * EPUB 2 and 3: the chapters in reading order. The page of a block is the number of its chapter, 1-based. Each
 * chapter stands under one level-1 heading: its name in the table of contents, unless its text opens with a heading
 * of its own.
 */
export const epubParser: Parser = {
  name: 'epub',
  extensions: ['.epub'],
  version: 3,
  recognise: ({ bytes }) => (isZip(bytes) ? (startsAsEpub(bytes) ? 'yes' : 'maybe') : 'no'),
  async parse(file, options = {}) {
    const archive = readZip(file.bytes, packageLimits, file);
    const { title, language, metadata, chapters, titles } = readEpubPackage(archive, file.path);
    const builder = new DocumentBuilder();
    const missing: string[] = [];
    let page = 0;
    for (const name of chapters) {
      throwIfAborted(options.signal);
      const pieces = await chapterPieces(archive, name);
      if (!pieces) missing.push(name);
      if (!pieces || pieces.length === 0) continue;
      page += 1;
      builder.startPage(page);
      addPieces(builder, underOneHeading(pieces, titles.get(name)));
    }
    return builder.finish(file.path, {
      ...(title && { title }),
      ...(language && { language }),
      metadata,
      warnings: missing.map((name) => `the chapter ${name} is missing from the book`),
    });
  },
};

/** The first member is a file named `mimetype`, stored as it is (OCF 3.3, 4.3). */
function startsAsEpub(bytes: Uint8Array): boolean {
  const head = latin1Text(bytes, 30, 80);
  return head.startsWith('mimetypeapplication/epub+zip');
}

async function chapterPieces(archive: ZipArchive, name: string): Promise<readonly HtmlPiece[] | undefined> {
  const bytes = archive.get(name)?.();
  return bytes && htmlPieces(await parseHtml(decodeHtml(bytes).text), { isWebPage: false });
}

/** Whatever levels a chapter uses, its first heading is the chapter's and the others stand below it. */
function underOneHeading(pieces: readonly HtmlPiece[], title: string | undefined): readonly HtmlPiece[] {
  const opening = pieces[0];
  const isOwn =
    opening?.kind === 'heading' && (opening.level === 1 || !title || sameWords(opening.text, title));
  if (!isOwn && !title) return pieces;
  const heading: HtmlPiece = isOwn
    ? { ...opening, level: 1 }
    : { kind: 'heading', level: 1, text: title ?? '' };
  const rest = isOwn ? pieces.slice(1) : pieces;
  return [
    heading,
    ...rest.map((piece) =>
      piece.kind === 'heading' ? { ...piece, level: Math.max(2, piece.level) } : piece,
    ),
  ];
}

function sameWords(heading: string, title: string): boolean {
  return lettersOf(heading) === lettersOf(title);
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
