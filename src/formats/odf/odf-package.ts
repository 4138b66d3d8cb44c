import { join } from 'node:path/posix';
import type { Recognition, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { latin1Text } from '../document/text-format.ts';
import { dublinCoreProperties } from '../office/document-properties.ts';
import { childOf, childrenOf, readXml, type XmlElement, type XmlOptions } from '../xml/xml.ts';
import { type OpenedPackage, SideParts } from '../zip/opened-package.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip/zip-archive.ts';
import { declaredMediaType } from '../zip/zip-container.ts';
import { OdfStyles } from './odf-styles.ts';

/** The kinds of documents, by the last word of their media types. */
export type OdfKind = 'text' | 'spreadsheet' | 'presentation';

/** An OpenDocument file opened: an archive of parts, or one XML document that holds them all. */
export interface OdfPackage extends OpenedPackage {
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
    return archive.has(content) && archive.has('META-INF/manifest.xml') ? 'maybe' : 'no';
  } catch {
    return 'maybe';
  }
}

/**
 * Opens an OpenDocument file (ODF 1.3). Errors: `file_encrypted`, `file_damaged` where it holds no content or is of
 * another kind than `kind`, and those of {@link openedArchive}; reading fails with those of {@link readXml}.
 */
export function openOdf(file: SourceFile, kind: OdfKind): OdfPackage {
  const { path, bytes } = file;
  const damaged = (problem: string) => new FootnoteError('file_damaged', { path, problem });
  const isFlat = !isZip(bytes);
  // A flat file holds what the parts of others do: objects stand where they are shown.
  const archive: ZipArchive = isFlat ? new Map([[content, () => bytes]]) : openedArchive(file);
  const declared = isFlat ? flatMediaType(bytes) : archiveMediaType(archive);
  const actual = kindOf(declared ?? '') ?? kind;
  if (actual !== kind) throw damaged(`it is a ${actual}, not a ${kind}`);
  const read = (part: string, options: Omit<XmlOptions, 'path' | 'part'> = {}): XmlElement | undefined => {
    const unpack = archive.get(part);
    return unpack && readXml(unpack(), { path, ...(!isFlat && { part }), ...options });
  };
  const sideParts = new SideParts();
  const sidePart: typeof read = (part, options) => sideParts.read(part, () => read(part, options));
  if (isEncrypted(sidePart('META-INF/manifest.xml', { doctype: 'ignore' }))) {
    throw new FootnoteError('file_encrypted', { path });
  }
  if (!archive.has(content)) throw damaged('the part that holds the document is missing');
  const styles = new OdfStyles();
  const addStyles = (element: XmlElement) => styles.add(element);
  const given = new Set<string>();
  let meta: XmlElement | undefined;
  let settings: XmlElement | undefined;
  return {
    path,
    sideParts,
    styles,
    readContent({ take, enter }) {
      // The automatic styles there are those of running heads, under names that the content has as well.
      sidePart('styles.xml', { take: { styles: addStyles, 'master-styles': pass } });
      read(content, {
        take: {
          meta: (element) => void (meta = element),
          settings: (element) => void (settings = element),
          scripts: pass,
          styles: addStyles,
          'automatic-styles': addStyles,
          'master-styles': pass,
          ...take,
        },
        enter,
      });
    },
    properties: () => dublinCoreProperties(meta ?? childOf(sidePart('meta.xml'), 'meta')),
    settings: () => settings ?? childOf(sidePart('settings.xml'), 'settings'),
    object(link) {
      if (link === undefined) return undefined;
      const part = join(link, content);
      if (archive.has(join(link))) sideParts.leaveOut(join(link));
      if (given.has(part)) return undefined;
      given.add(part);
      return sidePart(part, { take: { object: pass } });
    },
  };
}

/** The part that holds the document, or an object within it. */
const content = 'content.xml';

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
      [content, 'encrypted-package'].includes(entry.attributes['full-path'] ?? ''),
  );
}
