import { dirname, join } from 'node:path/posix';
import type { MetadataValue } from '../../contracts/chunk.ts';
import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { bareWords } from '../../text/words.ts';
import { DocumentBuilder, type DocumentProperties } from '../document/document-builder.ts';
import { primarySubtag } from '../document/text-format.ts';
import { addPieces, type HtmlPiece, isBarePicture, piecesOfHtml } from '../html/html-pieces.ts';
import { decodeHtml } from '../html/parse-html.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import { finishPackage, type OpenedPackage, SideParts } from '../office/opened-package.ts';
import { childOf, childrenOf, descendantOf, findAll, readXml, textOf, type XmlElement } from '../xml/xml.ts';
import { openedArchive, type ZipArchive } from '../zip/zip-archive.ts';

/** Reads a book as `epubParser` says. */
export async function parseEpub(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const archive = openedArchive(file);
  const book = readEpubPackage(archive, file.path);
  const builder = new DocumentBuilder();
  const pictures = await EmbeddedPictures.open(
    file,
    options,
    new Map([...archive].filter(([name]) => /\.(?:png|jpe?g|webp|gif|svg)$/i.test(name))),
  );
  let page = 0;
  for (const name of book.chapters) {
    throwIfAborted(options.signal);
    const bytes = book.sideParts.read(name, () => archive.get(name)?.());
    const pieces = bytes ? await piecesOfHtml(decodeHtml(bytes).text, { hasPictures: true }) : [];
    if (pieces.every((piece) => isBarePicture(piece) && !pictures.isReading)) continue;
    page += 1;
    builder.startPage(page);
    addPieces(builder, underOneHeading(pieces, book.titles.get(name)), (source, text) =>
      pictures.write(builder, resolveName(name, source), text),
    );
  }
  const missing = book.chapters.filter((name) => !archive.has(name));
  const warnings = missing.map((name) => `the chapter ${name} is missing from the book`);
  return finishPackage(builder, book, { warnings: [...warnings, ...pictures.warnings] });
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

/** A book opened: what it says of itself and where its chapters are. */
interface EpubPackage extends OpenedPackage {
  /** The content documents in reading order, by their names in the archive. */
  readonly chapters: readonly string[];
  /** Names of chapters in the table of contents, by their names in the archive. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Metadata of the Dublin Core and the fields that they become. */
const metadataFields = {
  creator: 'authors',
  date: 'date',
  description: 'description',
  publisher: 'publisher',
  identifier: 'identifier',
  subject: 'keywords',
} as const;

/**
 * Reads package document and table of contents (EPUB 3.3: `nav`; EPUB 2: `ncx`), the latter as a side part. Errors:
 * `file_damaged` where the package document is missing, `file_malformed` where it is no XML, `file_encrypted` where
 * chapters are.
 */
function readEpubPackage(archive: ZipArchive, path: string): EpubPackage {
  const sideParts = new SideParts();
  if (isEncrypted(archive, path)) throw new FootnoteError('file_encrypted', { path });
  const container = readPart(archive, 'META-INF/container.xml', path);
  const rootfile = findAll(container, 'rootfile')[0]?.attributes['full-path'];
  const root = rootfile ? readPart(archive, rootfile, path) : undefined;
  if (!rootfile || !root) throw damaged(path, 'it has no package document');

  const items = childrenOf(childOf(root, 'manifest'), 'item').map(({ attributes }) => ({
    id: attributes.id,
    name: resolveName(rootfile, attributes.href ?? ''),
    properties: attributes.properties?.split(/\s+/) ?? [],
    mediaType: attributes['media-type'] ?? '',
  }));
  const byId = new Map(items.map((item) => [item.id, item]));
  const spine = childOf(root, 'spine');
  const chapters = childrenOf(spine, 'itemref').flatMap(({ attributes }) => {
    const item = byId.get(attributes.idref);
    return item && isText(item) && !item.properties.includes('nav') ? [item.name] : [];
  });
  const nav = items.find(({ properties }) => properties.includes('nav'));
  const ncx = byId.get(spine?.attributes.toc) ?? items.find(({ mediaType }) => mediaType.includes('dtbncx'));
  const contents = (item: { readonly name: string } | undefined) =>
    item && sideParts.read(item.name, () => readPart(archive, item.name, path));
  return {
    path,
    sideParts,
    properties: () => properties(childOf(root, 'metadata')),
    chapters: [...new Set(chapters)],
    titles: new Map([
      ...(ncx ? ncxTitles(contents(ncx), ncx.name) : []),
      ...(nav ? navTitles(contents(nav), nav.name) : []),
    ]),
  };
}

function isText({ name, mediaType }: { name: string; mediaType: string }): boolean {
  return /html/.test(mediaType) || /\.x?html?$/i.test(name);
}

function properties(metadata: XmlElement | undefined): DocumentProperties {
  const values = (name: string): string[] =>
    childrenOf(metadata, name)
      .map((element) => textOf(element).replace(/\s+/g, ' ').trim())
      .filter((value) => value !== '');
  const fields: Record<string, MetadataValue> = {};
  for (const [name, field] of Object.entries(metadataFields)) {
    const found = values(name);
    const isList = field === 'keywords' || field === 'authors';
    if (found.length > 0) fields[field] = isList ? found : (found[0] as string);
  }
  const [title] = values('title');
  const language = primarySubtag(values('language')[0]);
  return { title, language, metadata: fields };
}

function navTitles(nav: XmlElement | undefined, name: string): [string, string][] {
  const lists = findAll(nav, 'nav');
  const toc = lists.find(({ attributes }) => attributes['epub:type']?.includes('toc')) ?? lists[0];
  return firstByName(
    findAll(toc, 'a').map((link) => [resolveName(name, link.attributes.href ?? ''), textOf(link)]),
  );
}

function ncxTitles(ncx: XmlElement | undefined, name: string): [string, string][] {
  return firstByName(
    allPoints(childOf(ncx, 'navMap')).map((point) => [
      resolveName(name, childOf(point, 'content')?.attributes.src ?? ''),
      textOf(descendantOf(point, 'navLabel', 'text')),
    ]),
  );
}

function allPoints(element: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(element, 'navPoint').flatMap((point) => [point, ...allPoints(point)]);
}

/** The first entry for a file names it; the others are sections of it. */
function firstByName(entries: readonly (readonly [string, string])[]): [string, string][] {
  const titles = new Map<string, string>();
  for (const [name, title] of entries) {
    const words = title.replace(/\s+/g, ' ').trim();
    if (words !== '' && !titles.has(name)) titles.set(name, words);
  }
  return [...titles];
}

/** Fonts are scrambled in books that anyone may read; a chapter only where a key is needed. */
function isEncrypted(archive: ZipArchive, path: string): boolean {
  return findAll(readPart(archive, 'META-INF/encryption.xml', path), 'CipherReference').some(
    ({ attributes }) => /\.(?:x?html?|xml|opf|ncx)$/i.test(attributes.URI ?? ''),
  );
}

function readPart(archive: ZipArchive, name: string, path: string): XmlElement | undefined {
  const bytes = archive.get(name)?.();
  return bytes && readXml(bytes, { path, part: name, doctype: 'ignore' });
}

/** A link's target as a name in the archive: relative to the file it stands in, without its fragment. */
function resolveName(from: string, href: string): string {
  const [target = ''] = href.split('#');
  return join('/', dirname(from), decoded(target)).slice(1);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function damaged(path: string, problem: string): FootnoteError {
  return new FootnoteError('file_damaged', { path, problem });
}
