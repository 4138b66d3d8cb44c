import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { bareWords } from '../../../text/bare-words.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { parseHtml } from '../html/html-document.ts';
import { addPieces, type HtmlPiece, htmlPieces } from '../html/html-pieces.ts';
import { decodeHtml } from '../html/parse-html.ts';
import { SideParts } from '../side-parts.ts';
import { packageLimits, readZip } from '../zip/zip-archive.ts';
import { readEpubPackage } from './epub-package.ts';

/** Reads a book as `epubParser` says. */
export async function parseEpub(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const archive = readZip(file.bytes, packageLimits, file);
  const sideParts = new SideParts();
  const { title, language, metadata, chapters, titles } = readEpubPackage(archive, file.path, sideParts);
  const builder = new DocumentBuilder();
  let page = 0;
  for (const name of chapters) {
    throwIfAborted(options.signal);
    const bytes = sideParts.read(name, () => archive.get(name)?.());
    const pieces = bytes ? await chapterPieces(bytes) : [];
    if (pieces.length === 0) continue;
    page += 1;
    builder.startPage(page);
    addPieces(builder, underOneHeading(pieces, titles.get(name)));
  }
  if (sideParts.firstDamage && builder.isEmpty) throw sideParts.firstDamage;
  const missing = chapters.filter((name) => !archive.has(name));
  return builder.finish(file.path, {
    ...(title && { title }),
    ...(language && { language }),
    metadata,
    warnings: [
      ...missing.map((name) => `the chapter ${name} is missing from the book`),
      ...sideParts.warnings,
    ],
  });
}

async function chapterPieces(bytes: Uint8Array): Promise<readonly HtmlPiece[]> {
  return htmlPieces(await parseHtml(decodeHtml(bytes).text), { isWebPage: false });
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
