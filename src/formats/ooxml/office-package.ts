import { dirname, join } from 'node:path/posix';
import type { Recognition, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { compoundFile } from '../../text/decode/binary-content.ts';
import { customProperties, dublinCoreProperties } from '../office/document-properties.ts';
import { childrenOf, readXml, type XmlElement, type XmlOptions } from '../xml/xml.ts';
import { type OpenedPackage, SideParts } from '../zip/opened-package.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip/zip-archive.ts';
import { isEmbeddedDocument } from '../zip/zip-container.ts';

/** A link from one part of a package to another, or out of it. */
export interface Relationship {
  /** Last word of the relationship's type, for example `footnotes`. */
  readonly type: string;
  /** Full name of the part, without a leading slash; the address itself where it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** An Office file opened: parts by name, each read when it is asked for. */
export interface OfficePackage extends OpenedPackage {
  /** Name of the part that the document begins with. */
  readonly mainPart: string;
  /** A part as a tree, without what `take` took; undefined where there is no such part. */
  xml(part: string | undefined, take?: XmlOptions['take']): XmlElement | undefined;
  /** The same of a part that the document can be read without: undefined where it is damaged, as `sideParts` says. */
  sidePart(part: string | undefined, take?: XmlOptions['take']): XmlElement | undefined;
  /** The side part that a part's first relationship of a type leads to. */
  related(part: string, type: string): XmlElement | undefined;
  /** Where a part's relationships lead, by their id. */
  relationships(part: string): ReadonlyMap<string, Relationship>;
}

/** The three kinds of Office files, by the part that each begins with. */
const mainParts = {
  word: /^word\/document[^/]*\.xml$/i,
  ppt: /^ppt\/presentation[^/]*\.xml$/i,
  xl: /^xl\/workbook[^/]*\.xml$/i,
} as const;

/** Folder of the package that a kind of Office file lives in. */
export type OfficeKind = keyof typeof mainParts;

/** By the names in the archive; a damaged archive and a protected file are left to the name. */
export function recogniseOffice({ path, bytes }: SourceFile, kind: OfficeKind): Recognition {
  if (!isZip(bytes)) return isProtected(bytes) ? 'maybe' : 'no';
  try {
    const names = [...openedArchive({ path, bytes }).keys()];
    return names.some((name) => mainParts[kind].test(name)) ? 'yes' : 'no';
  } catch {
    return 'maybe';
  }
}

/**
 * Opens an Office file. Errors: `file_encrypted`, `file_damaged` where it is no such package, and those of
 * {@link openedArchive}; reading a part fails with those of {@link readXml}. A part's relationships are a side part.
 */
export function openOffice({ path, bytes }: SourceFile, kind: OfficeKind): OfficePackage {
  if (isProtected(bytes)) throw new FootnoteError('file_encrypted', { path });
  const archive = openedArchive({ path, bytes });
  // Part names are compared without case (ECMA-376 part 2, 6.2.2.3).
  const parts: ZipArchive = new Map([...archive].map(([name, unpack]) => [name.toLowerCase(), unpack]));
  const xml: OfficePackage['xml'] = (part, take) => {
    const unpack = part === undefined ? undefined : parts.get(part.toLowerCase());
    return unpack && readXml(unpack(), { path, part, take });
  };
  const sideParts = new SideParts();
  const sidePart: OfficePackage['sidePart'] = (part, take) =>
    part === undefined ? undefined : sideParts.read(part, () => xml(part, take));
  const known = new Map<string, ReadonlyMap<string, Relationship>>();
  const relationships: OfficePackage['relationships'] = (part) => {
    let links = known.get(part);
    if (!links) {
      const folder = dirname(part);
      const name = join(folder, '_rels', `${part.slice(part.lastIndexOf('/') + 1)}.rels`);
      links = readRelationships(sidePart(name), folder);
      known.set(part, links);
      for (const { type, target } of links.values()) {
        if (embedding.test(type) && !isEmbeddedDocument(target)) sideParts.leaveOut(target);
      }
    }
    return links;
  };
  const start = [...relationships('').values()].find(({ type }) => type === 'officeDocument')?.target;
  const isThere = start !== undefined && parts.has(start.toLowerCase());
  const mainPart = isThere ? start : [...archive.keys()].find((name) => mainParts[kind].test(name));
  if (mainPart === undefined) {
    throw new FootnoteError('file_damaged', { path, problem: 'the part that holds the document is missing' });
  }
  const related: OfficePackage['related'] = (part, type) => sidePart(targetOf(relationships(part), type));
  const properties = () => ({
    ...dublinCoreProperties(related('', 'core-properties')),
    properties: customProperties(related('', 'custom-properties')),
  });
  return { path, mainPart, xml, sidePart, sideParts, related, relationships, properties };
}

/** What leads to an object of another program (OLE), or to a document of another kind. */
const embedding = /^(?:oleObject|package|aFChunk)$/;

/** The first target of a type among relationships. */
export function targetOf(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  return [...relationships.values()].find((relationship) => relationship.type === type)?.target;
}

function readRelationships(root: XmlElement | undefined, folder: string): Map<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  for (const { attributes } of childrenOf(root, 'Relationship')) {
    const { Id: id, Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (id === undefined) continue;
    const isExternal = mode === 'External';
    relationships.set(id, {
      type: type.slice(type.lastIndexOf('/') + 1),
      target: isExternal ? target : partName(folder, target),
      isExternal,
    });
  }
  return relationships;
}

function partName(folder: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : join(folder, target);
}

const protectedStream = Buffer.from('EncryptedPackage', 'utf16le');

/** Protected Office files are not archives but compound files with one encrypted stream (MS-OFFCRYPTO 2.3.4). */
function isProtected(bytes: Uint8Array): boolean {
  return (
    compoundFile.every((byte, index) => bytes[index] === byte) && Buffer.from(bytes).includes(protectedStream)
  );
}
