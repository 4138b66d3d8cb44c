import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { decodeText } from '../../../text/decode-text.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { latin1Text } from '../latin1-text.ts';
import { htmlContent } from './article.ts';
import { parseHtml } from './html-document.ts';
import { sniffLength } from './html-parser.ts';
import { addPieces, type HtmlPiece } from './html-pieces.ts';
import { htmlFacts } from './page-facts.ts';

/** Reads a web page as `htmlParser` says. */
export async function parseHtmlFile(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  throwIfAborted(options.signal);
  const decoded = decodeHtml(file.bytes);
  const document = await parseHtml(decoded.text);
  const { title, language, metadata } = htmlFacts(document);
  const { pieces } = htmlContent(document);
  const builder = new DocumentBuilder();
  addPieces(builder, pieces);
  return builder.finish(file.path, {
    ...titleOf(pieces, title),
    ...(language && { language }),
    metadata,
    warnings: decoded.warnings,
  });
}

const declaredEncoding =
  /<meta\s[^>]{0,500}charset\s*=\s*["']?\s*([\w:-]{1,40})|^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:-]{1,40})/i;

/** Decodes a page by its byte order mark, else as UTF-8 where it is, else as it declares. */
export function decodeHtml(bytes: Uint8Array): { text: string; warnings: readonly string[] } {
  const head = latin1Text(bytes, 0, sniffLength);
  const declared = declaredEncoding.exec(head);
  return decodeText(bytes, declared?.[1] ?? declared?.[2]);
}

function titleOf(pieces: readonly HtmlPiece[], title: string | undefined): { title?: string } {
  const heading = pieces.find((piece) => piece.kind === 'heading' && piece.level === 1);
  const words = heading?.kind === 'heading' ? heading.text.replace(/\s+/g, ' ') : '';
  if (words !== '' && (!title || title.toLowerCase().includes(words.toLowerCase()))) return { title: words };
  return title ? { title } : {};
}
