import { dirname, join } from 'node:path/posix';
import type { MetadataValue } from '../../contracts/chunk.ts';
import { FootnoteError } from '../../errors.ts';
import type { DocumentProperties } from '../document-builder.ts';
import type { OpenedPackage } from '../finish-package.ts';
import { primarySubtag } from '../primary-subtag.ts';
import { SideParts } from '../side-parts.ts';
import { childOf, childrenOf, descendantOf, findAll, readXml, textOf, type XmlElement } from '../xml/xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';

/** A book opened: what it says of itself and where its chapters are. */
export interface EpubPackage extends OpenedPackage {
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
export function readEpubPackage(archive: ZipArchive, path: string): EpubPackage {
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
