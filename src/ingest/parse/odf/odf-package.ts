import { join } from 'node:path/posix';
import type { Recognition, SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError } from '../../../errors.ts';
import { latin1Text } from '../latin1-text.ts';
import type { OpenedOffice } from '../office/finish-office.ts';
import { SideParts } from '../side-parts.ts';
import { childOf, childrenOf, readXml, type XmlElement, type XmlOptions } from '../xml.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip-archive.ts';
import { declaredMediaType } from '../zip-container.ts';
import { metaProperties } from './meta-properties.ts';
import { OdfStyles } from './odf-styles.ts';

/** The kinds of documents, by the last word of their media types. */
export type OdfKind = 'text' | 'spreadsheet' | 'presentation';

/** An OpenDocument file opened: an archive of parts, or one XML document that holds them all. */
export interface OdfPackage extends OpenedOffice {
  /** Complete where the first element of the body is read. */
  readonly styles: OdfStyles;
  /** Reads the document's content, and with it, before the body, its styles. */
  readContent(handlers: Pick<XmlOptions, 'take' | 'enter'>): void;
  /** How it was last looked at (`office:settings`); of a flat file from the first element of its body on. */
  settings(): XmlElement | undefined;
  /**
   * The root of an object within it, by its link: a formula, a chart or another document, without the objects in that.
   * Each is given once, as each is shown once: a few bytes could ask for it a million times.
   */
  object(link: string | undefined): XmlElement | undefined;
}

/** Templates and master documents say what documents do. */
const mediaType =
  /^application\/(?:x-)?vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-master)?(?:-template)?$/;

/** As far as the declarations of namespaces before the media type of a flat file go. */
const flatHeadLength = 16_384;

/** By the media type that the file declares of itself; where it does not stand in its place, it is left to the name. */
export function recogniseOdf(file: SourceFile, kind: OdfKind): Recognition {
  const declared = isZip(file.bytes) ? declaredMediaType(file.bytes) : flatMediaType(file.bytes);
  if (declared !== undefined) return kindOf(declared) === kind ? 'yes' : 'no';
  if (!isZip(file.bytes)) return 'no';
  try {
    const archive = openedArchive(file);
    return archive.has('content.xml') && archive.has('META-INF/manifest.xml') ? 'maybe' : 'no';
  } catch {
    return 'maybe';
  }
}

/**
 * Opens an OpenDocument file (ODF 1.3). Errors: `file_encrypted`, `file_damaged` where it holds no content or is of
 * another kind than `kind`, and those of {@link openedArchive}; reading fails with those of {@link readXml}.
 */
export function openOdf(file: SourceFile, kind: OdfKind): OdfPackage {
  const declared = isZip(file.bytes) ? archiveMediaType(openedArchive(file)) : flatMediaType(file.bytes);
  const actual = kindOf(declared ?? '') ?? kind;
  if (actual !== kind) {
    throw new FootnoteError('file_damaged', {
      path: file.path,
      problem: `it is a ${actual} and not a ${kind}`,
    });
  }
  return isZip(file.bytes) ? openArchive(file, openedArchive(file)) : openFlat(file);
}

function openArchive({ path }: SourceFile, archive: ZipArchive): OdfPackage {
  const sideParts = new SideParts();
  const read = (part: string, options: Omit<XmlOptions, 'path' | 'part'> = {}): XmlElement | undefined => {
    const unpack = archive.get(part);
    return unpack && readXml(unpack(), { path, part, ...options });
  };
  const sidePart: typeof read = (part, options) => sideParts.read(part, () => read(part, options));
  if (isEncrypted(sidePart('META-INF/manifest.xml', { doctype: 'ignore' }))) {
    throw new FootnoteError('file_encrypted', { path });
  }
  if (!archive.has('content.xml')) {
    throw new FootnoteError('file_damaged', { path, problem: 'the part that holds the document is missing' });
  }
  const styles = new OdfStyles();
  const given = new Set<string>();
  return {
    path,
    sideParts,
    styles,
    readContent({ take, enter }) {
      // The automatic styles there are those of running heads, under names that the content has as well.
      sidePart('styles.xml', { take: { styles: (element) => styles.add(element), 'master-styles': pass } });
      read('content.xml', {
        take: { 'automatic-styles': (element) => styles.add(element), scripts: pass, ...take },
        enter,
      });
    },
    properties: () => metaProperties(childOf(sidePart('meta.xml'), 'meta')),
    settings: () => childOf(sidePart('settings.xml'), 'settings'),
    object(link) {
      if (link === undefined) return undefined;
      const part = join(link, 'content.xml');
      if (archive.has(join(link))) sideParts.leaveOut(join(link));
      if (given.has(part)) return undefined;
      given.add(part);
      return sidePart(part, { take: { object: pass } });
    },
  };
}

/** The parts are the children of one root; objects stand where they are shown. */
function openFlat({ path, bytes }: SourceFile): OdfPackage {
  const styles = new OdfStyles();
  let meta: XmlElement | undefined;
  let settings: XmlElement | undefined;
  return {
    path,
    sideParts: new SideParts(),
    styles,
    readContent({ take, enter }) {
      readXml(bytes, {
        path,
        take: {
          meta: (element) => void (meta = element),
          settings: (element) => void (settings = element),
          scripts: pass,
          styles: (element) => styles.add(element),
          'automatic-styles': (element) => styles.add(element),
          'master-styles': pass,
          ...take,
        },
        enter,
      });
    },
    properties: () => metaProperties(meta),
    settings: () => settings,
    object: () => undefined,
  };
}

/** Takes what is not read: it costs no memory, and nothing looks at it. */
export function pass(): void {}

function kindOf(declared: string): OdfKind | undefined {
  return mediaType.exec(declared)?.[1] as OdfKind | undefined;
}

const longestMediaType = 200;

function archiveMediaType(archive: ZipArchive): string | undefined {
  const bytes = archive.get('mimetype')?.();
  return bytes && latin1Text(bytes, 0, longestMediaType).trim();
}

function flatMediaType(bytes: Uint8Array): string | undefined {
  const start = bytes[0] === 0xef ? 3 : 0;
  // Most files are none, and all of them are asked.
  if (bytes[start] !== 0x3c) return undefined;
  const head = latin1Text(bytes, start, start + flatHeadLength);
  return /<(?:[\w.-]+:)?document\s[^>]*?:mimetype\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
}

/** Parts are encrypted one by one, or all of them as one. */
function isEncrypted(manifest: XmlElement | undefined): boolean {
  return childrenOf(manifest, 'file-entry').some(
    (entry) =>
      childOf(entry, 'encryption-data') !== undefined &&
      ['content.xml', 'encrypted-package'].includes(entry.attributes['full-path'] ?? ''),
  );
}
