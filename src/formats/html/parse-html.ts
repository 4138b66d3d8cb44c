import { Readability } from '@mozilla/readability';
import type { MetadataValue } from '../../contracts/chunk.ts';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { DocumentBuilder, type DocumentProperties } from '../document/document-builder.ts';
import { propertiesShown } from '../document/properties.ts';
import { latin1Text, primarySubtag } from '../document/text-format.ts';
import { EmbeddedPictures, picturesInData } from '../ocr/embedded-pictures.ts';
import { parseHtml } from './html-document.ts';
import { type HtmlDocument, type HtmlElement, type HtmlNode, walkHtml } from './html-node.ts';
import { sniffLength } from './html-parser.ts';
import {
  addPieces,
  type HtmlPiece,
  htmlPieces,
  isMarkedContent,
  pictureAddresses,
  pieceLength,
} from './html-pieces.ts';
import { protectContent } from './visibility.ts';

/** Reads a web page as `htmlParser` says. */
export async function parseHtmlFile(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  throwIfAborted(options.signal);
  const decoded = decodeHtml(file.bytes);
  if (!/\S/.test(decoded.text)) throw new FootnoteError('file_empty', { path: file.path, isBlank: true });
  const document = await parseHtml(decoded.text);
  const { title, language, metadata } = htmlFacts(document);
  const pieces = htmlContent(document);
  const builder = new DocumentBuilder();
  const pictures = await EmbeddedPictures.open(file, options, picturesInData(pictureAddresses(pieces)));
  const alone = wordsAlone(document, pieces, title);
  if (alone !== undefined) builder.paragraph(alone);
  else addPieces(builder, pieces, (source, text) => pictures.write(builder, source, text));
  const titled = lettersOf(title);
  const isSaid = (value: string) => builder.says(value) || titled.includes(lettersOf(value));
  return builder.finish(file.path, {
    title: titleOf(pieces, title),
    language,
    metadata,
    properties: propertiesShown(metadata ?? {}).filter(({ value }) => !isSaid(value)),
    warnings: [...decoded.warnings, ...pictures.warnings],
  });
}

/** The heading or title that is all that a page says; what a script is to fill says nothing by itself. */
function wordsAlone(
  document: HtmlDocument,
  pieces: readonly HtmlPiece[],
  title?: string,
): string | undefined {
  const [only] = pieces;
  if (only) return pieces.length === 1 && only.kind === 'heading' ? only.text : undefined;
  return document.querySelector('script') === null ? title : undefined;
}

/** The letters and digits of a text alone, all small: how a title is written twice differs in the rest. */
function lettersOf(text = ''): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
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

const maxLength = 2000;

/** `name` or `property` of the meta elements that hold each field, the best first. */
const metaNames: Readonly<Record<'authors' | 'date' | 'description', readonly string[]>> = {
  authors: ['author', 'article:author', 'dc.creator', 'dcterms.creator', 'citation_author'],
  date: [
    'article:published_time',
    'date',
    'dc.date',
    'dcterms.date',
    'dcterms.created',
    'citation_publication_date',
    'article:modified_time',
  ],
  description: ['description', 'og:description', 'dc.description', 'dcterms.description'],
};

/**
 * What the head of a page says of it: the `title` element, with the site's name where the page has it there, the
 * language, and of `authors`, `date`, `description`, `keywords` and `url` (the canonical link) those that are there.
 */
function htmlFacts(document: HtmlDocument): DocumentProperties {
  const metas = metaContents(document);
  const metadata: Record<string, MetadataValue> = {};
  for (const [field, names] of Object.entries(metaNames)) {
    // Some pages give a link to a profile for the author.
    const value = names
      .map((name) => metas.get(name))
      .find((content) => content !== undefined && !webAddress(content));
    if (value !== undefined) metadata[field] = field === 'authors' ? [value] : value;
  }
  const keywords = metas
    .get('keywords')
    ?.split(/\s*[,;]\s*/)
    .filter((word) => word !== '');
  if (keywords && keywords.length > 0) metadata.keywords = keywords;
  const url =
    webAddress(document.querySelector('link[rel~="canonical"]')?.getAttribute('href')) ??
    webAddress(metas.get('og:url'));
  if (url) metadata.url = url;
  const title = oneLine(document.querySelector('head > title, title')?.textContent) || metas.get('og:title');
  const language = primarySubtag(
    document.documentElement?.getAttribute('lang') ??
      document.documentElement?.getAttribute('xml:lang') ??
      metas.get('content-language'),
  );
  return { title, language, metadata };
}

function metaContents(document: HtmlDocument): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const meta of document.querySelectorAll('meta')) {
    const name =
      meta.getAttribute('name') ?? meta.getAttribute('property') ?? meta.getAttribute('http-equiv');
    const content = oneLine(meta.getAttribute('content'));
    const key = name?.trim().toLowerCase();
    if (key && content !== '' && !contents.has(key)) contents.set(key, content);
  }
  return contents;
}

function webAddress(href: string | null | undefined): string | undefined {
  return href && /^https?:\/\/\S+$/i.test(href.trim()) ? href.trim().slice(0, maxLength) : undefined;
}

function oneLine(text: string | null | undefined): string {
  return (text ?? '').slice(0, maxLength).replace(/\s+/g, ' ').trim();
}

/**
 * Readability takes time with the square of each element's depth, and with the square of a row of elements. Some ten
 * times what a long encyclopedia article needs; pages beyond it are listings or hostile.
 */
const maxEffort = 40_000_000;
const effortPerElement = 2000;

/** Blocks below this many characters are buttons, teasers and captions as often as prose. */
const minProseLength = 80;

/** A page with less prose is no article: what it says stands in short lines, lists and tables beside it. */
const minArticleProse = 500;

/** Of the page's prose, what an article must hold to be taken for the page's content. */
const minShare = 0.6;

/** More landmarks than these are teasers of a listing. */
const maxLandmarks = 20;

/**
 * The content of a web page: the innermost element that the page itself marks as its main part or as an article and
 * that holds 60 % of the text or of the prose of the body (characters in paragraphs, quotations, code and tables of 80
 * and more), with all that is in it; else the article that Readability finds, where it holds as much of the prose and
 * the page has 500 characters of it; else the body without its navigation and notices. Headings keep the levels and
 * anchors that they have in the body.
 */
function htmlContent(document: HtmlDocument): readonly HtmlPiece[] {
  const leftOut: HtmlElement[] = [];
  const body = htmlPieces(document, {
    isWebPage: true,
    hasPictures: true,
    onLeftOut: (element) => leftOut.push(element),
  });
  const prose = proseLength(body);
  const marked = landmarkPieces(document, prose, textLength(body));
  if (marked) return withTitle(marked, body);
  if (prose < minArticleProse) return body;
  // Readability renames what it keeps, so that what surrounds the content would no longer be known.
  for (const element of leftOut) element.remove();
  protectContent(document);
  const article = articlePieces(document);
  if (!article || proseLength(article) < minShare * prose) return body;
  return withTitle(restoreContent(article, body), body);
}

/** `prose` and `text`: how much the body has of both. */
function landmarkPieces(
  document: HtmlDocument,
  prose: number,
  text: number,
): readonly HtmlPiece[] | undefined {
  const landmarks = [...document.querySelectorAll('main, article, [role]')].filter(isMarkedContent);
  if (landmarks.length > maxLandmarks) return undefined;
  // Of nested ones the innermost comes last.
  for (const landmark of landmarks.toReversed()) {
    const pieces = htmlPieces(landmark, { isWebPage: true, isContent: true, hasPictures: true });
    const holdsProse = prose > 0 && proseLength(pieces) >= minShare * prose;
    if (holdsProse || textLength(pieces) > minShare * text) return pieces;
  }
  return undefined;
}

function articlePieces(document: HtmlDocument): readonly HtmlPiece[] | undefined {
  if (effort(document) > maxEffort) return undefined;
  const article = readArticle(document);
  return article ? htmlPieces(article, { isWebPage: true, hasPictures: true }) : undefined;
}

function readArticle(document: HtmlDocument): HtmlNode | undefined {
  try {
    // The serialiser would write the article out only for it to be parsed again.
    const options = { keepClasses: true, serializer: (node: HtmlNode) => node };
    return new Readability<HtmlNode>(document, options).parse()?.content ?? undefined;
  } catch {
    // It throws on trees that it does not expect; the body is still there.
    return undefined;
  }
}

function effort(document: HtmlDocument): number {
  let depth = 0;
  let sum = 0;
  walkHtml(document, {
    text: () => {},
    enter: () => {
      depth += 1;
      sum += depth * depth + effortPerElement;
      return true;
    },
    leave: () => {
      depth -= 1;
    },
  });
  return sum;
}

function proseLength(pieces: readonly HtmlPiece[]): number {
  return pieces.reduce((sum, piece) => {
    const length = piece.kind === 'heading' || piece.kind === 'list' ? 0 : pieceLength(piece);
    return sum + (length >= minProseLength ? length : 0);
  }, 0);
}

function textLength(pieces: readonly HtmlPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);
}

/** The page's title may stand outside of what it is about, and Readability takes it out. */
function withTitle(content: readonly HtmlPiece[], body: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const title = body.find((piece) => piece.kind === 'heading' && piece.level === 1);
  if (title?.kind !== 'heading') return content;
  const isThere = content.some((piece) => piece.kind === 'heading' && piece.text === title.text);
  return isThere ? content : [title, ...content];
}

/** Shorter words without the end of a sentence are buttons, labels and captions as often as content. */
const minLabelLength = 80;

const sentenceEnd = /[.!?:;。！？：]["'”’»)\]]*$/;

/**
 * An article with what Readability took out of it: it leaves out headings, short paragraphs, code, lists and tables
 * between those that it keeps, and whole sections before them. Pieces of the body between those that the article has
 * come back unless they are mostly links or are mere labels; before its first, those from a heading on below all links.
 * Pieces that are in both are taken from the body, where headings have their own levels and anchors. What stands behind
 * the article's last piece stays out.
 */
function restoreContent(article: readonly HtmlPiece[], body: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const places = placesIn(body, article);
  const restored: HtmlPiece[] = [];
  let next = 0;
  let changed: string[] = [];
  for (const [index, piece] of article.entries()) {
    const place = places[index];
    if (place === undefined) {
      changed.push(wordsOf(piece));
      restored.push(piece);
      continue;
    }
    const gap = body.slice(next, place);
    const lost = gap.filter((one) => !isAmong(changed, one));
    restored.push(...(next === 0 ? leading(lost) : wanted(lost)), body[place] as HtmlPiece);
    next = place + 1;
    changed = [];
  }
  return withoutEmptied(restored, body);
}

/** Without headings of which all that stands below them stayed out, as those over links to other pages. */
function withoutEmptied(restored: readonly HtmlPiece[], body: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const below = new Map(body.map((piece, place) => [piece, body[place + 1]]));
  const kept = new Set<HtmlPiece>();
  let next: HtmlPiece | undefined;
  for (const piece of restored.toReversed()) {
    const isOverNothing =
      piece.kind === 'heading' && (!next || (next.kind === 'heading' && next.level <= piece.level));
    const lost = isOverNothing ? below.get(piece) : undefined;
    if (lost && !kept.has(lost)) continue;
    kept.add(piece);
    next = piece;
  }
  return [...kept].toReversed();
}

/** For each piece of the article its place in the body, if it is there as it stands. Places rise. */
function placesIn(
  body: readonly HtmlPiece[],
  article: readonly HtmlPiece[],
): readonly (number | undefined)[] {
  const byWords = Map.groupBy(body.keys(), (place) => wordsOf(body[place] as HtmlPiece));
  let after = -1;
  return article.map((piece) => {
    const waiting = byWords.get(wordsOf(piece)) ?? [];
    while (waiting[0] !== undefined && waiting[0] <= after) waiting.shift();
    const place = waiting.shift();
    if (place !== undefined) after = place;
    return place;
  });
}

function wordsOf(piece: HtmlPiece): string {
  if (piece.kind === 'picture') return piece.source;
  if (piece.kind === 'list') return piece.items.map(({ text }) => text).join('\n');
  return piece.kind === 'table' ? piece.rows.map((row) => row.join('\t')).join('\n') : piece.text.trim();
}

/** Whether the article has the piece in another form. */
function isAmong(changed: readonly string[], piece: HtmlPiece): boolean {
  if (changed.length === 0) return false;
  const words = wordsOf(piece);
  return changed.some((other) => words.includes(other) || other.includes(words));
}

/** Of what stands before an article's first piece, all below the last links from a heading on, labels too. */
function leading(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const run = pieces.slice(pieces.findLastIndex(isMostlyLinks) + 1);
  const first = run.findIndex(({ kind }) => kind === 'heading');
  return first === -1 ? [] : run.slice(first);
}

/** Content, and the headings that still have something below them. */
function wanted(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  return pieces.filter((piece, index) => {
    const isEmptySection = piece.kind === 'heading' && pieces[index + 1] && !isContent(pieces[index + 1]);
    return isContent(piece) && !isEmptySection;
  });
}

function isContent(piece: HtmlPiece | undefined): boolean {
  if (piece === undefined || piece.kind === 'figure' || piece.kind === 'picture') return false;
  if (piece.kind === 'heading' || piece.kind === 'code') return true;
  if (isMostlyLinks(piece)) return false;
  const isText = piece.kind === 'paragraph' || piece.kind === 'quote';
  return !isText || piece.text.length >= minLabelLength || sentenceEnd.test(piece.text);
}

function isMostlyLinks(piece: HtmlPiece): boolean {
  const linked = 'linked' in piece ? (piece.linked ?? 0) : 0;
  return 2 * linked > pieceLength(piece);
}
