import { dirname, join } from 'node:path/posix';
import type { Recognition, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { compoundFile } from '../../text/decode/binary-content.ts';
import type { DocumentBuilder } from '../document/document-builder.ts';
import { checkBox, pictureText } from '../document/shown-words.ts';
import {
  childOf,
  childrenOf,
  descendantOf,
  findAll,
  readXml,
  textOf,
  type XmlElement,
  type XmlOptions,
} from '../xml/xml.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip/zip-archive.ts';
import { isEmbeddedDocument } from '../zip/zip-container.ts';
import { numberFormatter } from './number-format.ts';
import { customProperties, dublinCoreProperties, type OpenedPackage, SideParts } from './opened-package.ts';

/** A link from one part of a package to another, or out of it. */
interface Relationship {
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
  /** All pictures, by the names of their parts in small letters. */
  readonly pictures: ReadonlyMap<string, () => Uint8Array>;
}

/** The three kinds of Office files, by the part that each begins with. */
const mainParts = {
  word: /^word\/document[^/]*\.xml$/i,
  ppt: /^ppt\/presentation[^/]*\.xml$/i,
  xl: /^xl\/workbook[^/]*\.xml$/i,
} as const;

/** Folder of the package that a kind of Office file lives in. */
type OfficeKind = keyof typeof mainParts;

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
    ...dublinCoreProperties(related('', 'core-properties'), related('', 'extended-properties')),
    properties: customProperties(related('', 'custom-properties')),
  });
  const pictures = new Map([...parts].filter(([name]) => pictureEnding.test(name)));
  return { path, mainPart, xml, sidePart, sideParts, related, relationships, properties, pictures };
}

/** What leads to an object of another program (OLE), or to a document of another kind. */
const embedding = /^(?:oleObject|package|aFChunk)$/;

const pictureEnding = /\.(?:png|jpe?g|gif|tiff?|webp)$/i;

/** The picture that a drawing shows (`a:blip`, or `v:imagedata` of older versions): the name of its part. */
export function pictureOf(drawing: XmlElement, office: OfficePackage, part: string): string | undefined {
  const id =
    findAll(drawing, 'blip')[0]?.attributes['r:embed'] ??
    findAll(drawing, 'imagedata')[0]?.attributes['r:id'];
  const target = id === undefined ? undefined : office.relationships(part).get(id)?.target.toLowerCase();
  return target !== undefined && office.pictures.has(target) ? target : undefined;
}

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

/** What is read of content in several versions (`mc:AlternateContent`, ECMA-376 part 3): the first, else the last. */
export function chosenContent(alternatives: XmlElement): XmlElement | undefined {
  return childOf(alternatives, 'Choice') ?? childOf(alternatives, 'Fallback');
}

/** Every element of this name below, in document order, where content has several versions in the one that is read. */
export function findAllChosen(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return findAllChosen(child.name === 'AlternateContent' ? chosenContent(child) : child, name);
  });
}

/** Whether a value is on (`ST_OnOff`, ECMA-376 part 1, 22.9.2.7); one that is left out is. */
export function isOn(value: string | undefined): boolean {
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** Whether an attribute that is off where it is left out is on. */
export function isSetOn(value: string | undefined): boolean {
  return value !== undefined && isOn(value);
}

/** Whether there is an element for a property, and it is on. */
export function isPropertyOn(property: XmlElement | undefined): boolean {
  return property !== undefined && isOn(property.attributes.val);
}

/** Boxes and option buttons of ActiveX, by their classes ([MS-OFORMS] 2.1.1.2). */
const boxClasses = /^\{8BD21D[45]0-EC42-11CE-9E0D-00AA006002F3\}$/i;

/**
 * What a field of a form on a page or a sheet shows: a box with its label, else what was filled in. The field's own
 * part is a form control of Excel (`formControlPr`) or the properties of an ActiveX control (`ocx`).
 */
export function controlText(
  { attributes }: XmlElement,
  office: OfficePackage,
  part: string,
  label = '',
): string {
  const target = office.relationships(part).get(attributes['r:id'] ?? '')?.target;
  const root = office.sidePart(target);
  if (target === undefined || !root) return '';
  if (root.name === 'formControlPr') {
    const { objectType = '', checked = '' } = root.attributes;
    const isBox = objectType === 'CheckBox' || objectType === 'Radio';
    return isBox ? `${checkBox(checked === 'Checked')} ${label}`.trim() : label;
  }
  const written = childrenOf(root, 'ocxPr');
  if (written.length === 0) {
    office.sideParts.leaveOutField(target);
    return '';
  }
  const properties = new Map(
    written.map(({ attributes }) => [attributes['ax:name'], attributes['ax:value'] ?? '']),
  );
  const [value = '', caption = label] = [properties.get('Value'), properties.get('Caption')];
  if (!boxClasses.test(root.attributes['ax:classid'] ?? '')) return value;
  return `${checkBox(!['', '0', 'False'].includes(value))} ${caption}`.trim();
}

/**
 * Writes what a graphic inside a slide or page says: a chart as its title with those of its axes and a table of its
 * values as shown, a SmartArt diagram as a list. `graphic` is an `a:graphic` or `a:graphicData` in a part of the
 * file; pictures say nothing here.
 */
export function writeGraphic(
  graphic: XmlElement,
  office: OfficePackage,
  part: string,
  builder: DocumentBuilder,
): void {
  const partOf = (element: XmlElement | undefined, attribute: string): XmlElement | undefined =>
    office.sidePart(office.relationships(part).get(element?.attributes[attribute] ?? '')?.target);
  const chart = partOf(findAll(graphic, 'chart')[0], 'r:id');
  if (chart) writeChart(chart, builder);
  const diagram = partOf(findAll(graphic, 'relIds')[0], 'r:dm');
  if (diagram) writeDiagram(diagram, builder);
}

/** Series by category, from the values that the chart keeps of its sheet (ECMA-376 part 1, 21.2). */
function writeChart(root: XmlElement, builder: DocumentBuilder): void {
  const chart = childOf(root, 'chart');
  const plotArea = childOf(chart, 'plotArea');
  const titles = [chart, ...childrenOf(plotArea)].map((part) => runText(childOf(part, 'title')));
  const caption = titles.filter((title) => title !== '').join('; ');
  if (caption) builder.picture(undefined, `Chart: ${caption}`);
  const isDate1904 = isPropertyOn(childOf(root, 'date1904'));
  const pointsOf = (source: XmlElement | undefined) => points(source, isDate1904);
  const series = findAll(plotArea, 'ser').map((ser, index) => ({
    name: pointsOf(childOf(ser, 'tx')).get(0) ?? `Series ${index + 1}`,
    categories: pointsOf(childOf(ser, 'cat') ?? childOf(ser, 'xVal')),
    values: pointsOf(childOf(ser, 'val') ?? childOf(ser, 'yVal')),
  }));
  const categories = new Map(series.flatMap((one) => [...one.categories]));
  const places = [...new Set([...categories.keys(), ...series.flatMap((one) => [...one.values.keys()])])];
  if (places.length === 0) return;
  const rows = places
    .toSorted((a, b) => a - b)
    .map((place) => [
      categories.get(place) ?? String(place + 1),
      ...series.map((one) => one.values.get(place) ?? ''),
    ]);
  builder.table([['', ...series.map((one) => one.name)], ...rows], 1);
}

/** Words and numbers by index, a number in the format of its series or its own. */
function points(source: XmlElement | undefined, isDate1904: boolean): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  const numbers = findAll(source, 'numCache')[0] ?? findAll(source, 'numLit')[0];
  const format = numberFormatter(textOf(childOf(numbers, 'formatCode')), isDate1904);
  for (const point of findAll(source, 'pt')) {
    const text = textOf(childOf(point, 'v'));
    if (text.trim() === '') continue;
    const { idx, formatCode } = point.attributes;
    const own = formatCode ? numberFormatter(formatCode, isDate1904) : format;
    const isNumber = numbers !== undefined && !Number.isNaN(Number(text));
    values.set(Number(idx ?? values.size), isNumber ? own(Number(text)) : text);
  }
  return values;
}

/** The texts of the diagram's nodes in their order; their arrangement is not kept (ECMA-376 part 1, 21.4). */
function writeDiagram(root: XmlElement, builder: DocumentBuilder): void {
  const nodes = childrenOf(descendantOf(root, 'ptLst'), 'pt').filter(({ attributes }) =>
    ['node', 'asst'].includes(attributes.type ?? 'node'),
  );
  builder.list(nodes.map((node) => ({ text: runText(childOf(node, 't')), depth: 0 })));
}

/** The words of a drawing's text, paragraphs divided by a space. */
export function runText(element: XmlElement | undefined): string {
  return findAll(element, 'p')
    .map((paragraph) => findAll(paragraph, 't').map(textOf).join(''))
    .join(' ')
    .trim();
}

/** A drawing's alternative text, where it says something (`docPr`, `cNvPr`). */
export function alternativeText(properties: XmlElement | undefined): string | undefined {
  return pictureText(properties?.attributes.descr || properties?.attributes.title || '');
}
