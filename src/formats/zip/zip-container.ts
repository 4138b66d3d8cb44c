import type { Container, ContainerMember, SourceFile } from '../../contracts/parser.ts';
import { isFootnoteError, throwIfAborted } from '../../errors.ts';
import { latin1Text } from '../document/text-format.ts';
import { SideParts } from '../office/opened-package.ts';
import {
  boundedMember,
  checkDepth,
  isZip,
  openedArchive,
  readZip,
  type ZipArchive,
  zipEntries,
} from './zip-archive.ts';

/** What macOS puts beside the files of an archive. */
const companion = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$)/;

/** ZIP archives, but those that are one document inside (Office, OpenDocument, EPUB). */
export const zipContainer: Container = {
  name: 'zip',
  extensions: ['.zip'],
  recognise: (file) => {
    if (!isZip(file.bytes)) return 'no';
    return packageKind(file) === undefined ? 'yes' : 'no';
  },
  async *members(file, limits, options = {}) {
    checkDepth(limits, file.path);
    for (const [name, unpack] of readZip(file, limits)) {
      throwIfAborted(options.signal);
      if (!companion.test(name)) yield readMember(`${file.path}/${name}`, unpack);
    }
  },
};

/** What one member can fail with while the others are read. */
const failsAlone = new Set(['file_convertible', 'file_damaged', 'file_too_large']);

/** A member of an archive, or why it alone cannot be read. */
function readMember(path: string, unpack: () => Uint8Array): ContainerMember {
  try {
    return { path, bytes: unpack() };
  } catch (error) {
    if (isFootnoteError(error) && failsAlone.has(error.code)) return { path, error };
    throw error;
  }
}

/**
 * The kind of document that a ZIP archive is inside: its media type, where it is declared as in OpenDocument and
 * EPUB, `ooxml` or `iwork`; undefined where it is an archive and no more.
 */
export function packageKind(file: SourceFile): string | undefined {
  const declared = declaredMediaType(file.bytes);
  if (declared) return declared;
  const names = entryNames(file);
  if (names.has('[Content_Types].xml')) return 'ooxml';
  if (names.has('META-INF/container.xml')) return 'application/epub+zip';
  if (names.has('META-INF/manifest.xml') && names.has('content.xml')) {
    return 'application/vnd.oasis.opendocument';
  }
  return names.has('Index/Document.iwa') || names.has('Index.zip') ? 'iwork' : undefined;
}

/** The media type that a document which is an archive inside begins with, as a part of its own. */
export function declaredMediaType(bytes: Uint8Array): string | undefined {
  const declared = /^mimetype([\w.+-]+\/[\w.+-]+)/.exec(latin1Text(bytes, 30, 150));
  return declared?.[1]?.replace(/PK$/, '');
}

function entryNames(file: SourceFile): ReadonlySet<string> {
  try {
    return new Set(zipEntries(file, 100_000).map(({ name }) => name));
  } catch (error) {
    // A damaged archive is still one; reading its members says what is wrong.
    if (isFootnoteError(error)) return new Set();
    throw error;
  }
}

/** Word, PowerPoint and Excel files as they lie in one another; old ones (OLE) have names there that say nothing. */
const embedded = /^(?:word|ppt|xl)\/embeddings\/[^/]+\.(?:doc|ppt|xls)[xm]$/i;

/** Whether a part of an Office file is a document that is read by itself, as a member of the file. */
export function isEmbeddedDocument(part: string): boolean {
  return embedded.test(part);
}

/** The Office files that are embedded in one. It is a document itself: such a file is both. */
export const officeContainer: Container = {
  name: 'office',
  extensions: ['.docx', '.docm', '.dotx', '.dotm', '.pptx', '.pptm', '.ppsx', '.ppsm', '.xlsx', '.xlsm'],
  isDocument: true,
  recognise: (file) => {
    if (!isZip(file.bytes)) return 'no';
    try {
      return [...openedArchive(file).keys()].some(isEmbeddedDocument) ? 'yes' : 'no';
    } catch (error) {
      // Its parser says what is wrong with it.
      if (isFootnoteError(error)) return 'no';
      throw error;
    }
  },
  async *members(file, limits, options = {}) {
    checkDepth(limits, file.path);
    const archive = openedArchive(file);
    const ofCharts = namesInCharts(archive);
    for (const [part, unpack] of archive) {
      throwIfAborted(options.signal);
      const name = part.slice(part.lastIndexOf('/') + 1);
      if (!isEmbeddedDocument(part) || ofCharts.has(name)) continue;
      const member = readMember(`${file.path}/${name}`, unpack);
      yield 'bytes' in member ? boundedMember(member, limits) : member;
    }
  },
};

/** Names of what charts refer to: the sheets of their values, which stand in the charts as well. */
function namesInCharts(archive: ZipArchive): ReadonlySet<string> {
  const sideParts = new SideParts();
  const names = new Set<string>();
  for (const [part, unpack] of archive) {
    if (!/\/charts\/_rels\/[^/]+\.rels$/i.test(part)) continue;
    const links = Buffer.from(sideParts.read(part, unpack) ?? []).toString('latin1');
    for (const name of links.split(/[/"]/)) names.add(name);
  }
  return names;
}
