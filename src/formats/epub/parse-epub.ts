import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { bareWords } from '../../text/bare-words.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { finishPackage } from '../finish-package.ts';
import { addPieces, type HtmlPiece, piecesOfHtml } from '../html/html-pieces.ts';
import { decodeHtml } from '../html/parse-html.ts';
import { openedArchive } from '../zip/zip-archive.ts';
import { readEpubPackage } from './epub-package.ts';

/** Reads a book as `epubParser` says. */
export async function parseEpub(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const archive = openedArchive(file);
  const book = readEpubPackage(archive, file.path);
  const builder = new DocumentBuilder();
  let page = 0;
  for (const name of book.chapters) {
    throwIfAborted(options.signal);
    const bytes = book.sideParts.read(name, () => archive.get(name)?.());
    const pieces = bytes ? await piecesOfHtml(decodeHtml(bytes).text) : [];
    if (pieces.length === 0) continue;
    page += 1;
    builder.startPage(page);
    addPieces(builder, underOneHeading(pieces, book.titles.get(name)));
  }
  const missing = book.chapters.filter((name) => !archive.has(name));
  const warnings = missing.map((name) => `the chapter ${name} is missing from the book`);
  return finishPackage(builder, book, { warnings });
}

/** Whatever levels a chapter uses, its first heading is the chapter's and the others stand below it. */
function underOneHeading(pieces: readonly HtmlPiece[], title: string | undefined): readonly HtmlPiece[] {
  const opening = pieces[0];
  const isOwn =
    opening?.kind === 'heading' &&
    (opening.level === 1 || !title || bareWords(opening.text) === bareWords(title));
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
