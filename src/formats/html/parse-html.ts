import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { propertiesShown } from '../document/properties.ts';
import { latin1Text } from '../document/text-format.ts';
import { htmlContent } from './article.ts';
import { parseHtml } from './html-document.ts';
import { sniffLength } from './html-parser.ts';
import { addPieces, type HtmlPiece } from './html-pieces.ts';
import { htmlFacts } from './page-facts.ts';

/** Reads a web page as `htmlParser` says. */
export async function parseHtmlFile(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  throwIfAborted(options.signal);
  const decoded = decodeHtml(file.bytes);
  if (!/\S/.test(decoded.text)) throw new FootnoteError('file_empty', { path: file.path, isBlank: true });
  const document = await parseHtml(decoded.text);
  const { title, language, metadata } = htmlFacts(document);
  const pieces = htmlContent(document);
  const builder = new DocumentBuilder();
  addPieces(builder, pieces);
  return builder.finish(file.path, {
    title: titleOf(pieces, title),
    language,
    metadata,
    properties: propertiesShown(metadata ?? {}).filter(({ value }) => !builder.says(value)),
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

/** Between the name of a page and that of its site. */
const titleSeparator = /\s+[|·–—:-]\s+/;

/**
 * The top heading where the title holds it; where that is the site's name and another heading the page's, the other.
 */
function titleOf(pieces: readonly HtmlPiece[], title = ''): string | undefined {
  const headings = pieces.flatMap((piece) => (piece.kind === 'heading' ? [piece] : []));
  const top = headings.find(({ level }) => level === 1)?.text.replace(/\s+/g, ' ') ?? '';
  if (top === '' || title === '') return top || title;
  const [first, ...others] = title.split(titleSeparator);
  const isSite = others.some((part) => part.toLowerCase() === top.toLowerCase());
  const own = isSite ? headings.find(({ text }) => text === first)?.text : undefined;
  return own ?? (title.toLowerCase().includes(top.toLowerCase()) ? top : title);
}
