import { join } from 'node:path/posix';
import type { Recognition, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import {
  bullet,
  bulletMarker,
  type Counts,
  formatByFirst,
  type ListLevel,
  type ListLevels,
  smallNumber,
} from '../document/list-number.ts';
import { checkBox, type WordForm } from '../document/shown-words.ts';
import { latin1Text } from '../document/text-format.ts';
import { isTitleStyle, nearest, type StyleNames, styleLineage } from '../office/document-writer.ts';
import {
  customProperties,
  dublinCoreProperties,
  type OpenedPackage,
  SideParts,
} from '../office/opened-package.ts';
import { childOf, childrenOf, readXml, type XmlElement, type XmlOptions } from '../xml/xml.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip/zip-archive.ts';
import { declaredMediaType } from '../zip/zip-container.ts';

/** The kinds of documents, by the last word of their media types. */
export type OdfKind = 'text' | 'spreadsheet' | 'presentation';

/** An OpenDocument file opened: an archive of parts, or one XML document that holds them all. */
export interface OdfPackage extends OpenedPackage {
  /** Complete where the first element of the body is read. */
  readonly styles: OdfStyles;
  /** What every page has, its header and footer among it (`style:master-page`). */
  readonly masterPages: readonly XmlElement[];
  /** What the field of a form says, by its id. */
  control(id: string | undefined): string;
  /** Reads the document's content, and with it, before the body, its styles. */
  readContent(handlers: Pick<XmlOptions, 'take' | 'enter'>): void;
  /** How it was last looked at (`office:settings`); of a flat file from the first element of its body on. */
  settings(): XmlElement | undefined;
  /**
   * The root of an object within it, by its link: a formula, a chart or another document, without the objects in that.
   * Each is given once, as each is shown once: a few bytes could ask for it a million times.
   */
  object(link: string | undefined): XmlElement | undefined;
  /** The pictures within it, by their links. */
  readonly pictures: ReadonlyMap<string, () => Uint8Array>;
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
  const masterPages: XmlElement[] = [];
  const controls = new FormControls();
  const addMasterPages = (element: XmlElement) => masterPages.push(...childrenOf(element, 'master-page'));
  const addStyles = (element: XmlElement) => styles.add(element);
  const given = new Set<string>();
  let meta: XmlElement | undefined;
  let settings: XmlElement | undefined;
  return {
    path,
    sideParts,
    styles,
    masterPages,
    control: (id) => controls.shown(id),
    readContent({ take, enter }) {
      // The automatic styles there are those of running heads, under names that the content has as well.
      sidePart('styles.xml', { take: { styles: addStyles, 'master-styles': addMasterPages } });
      read(content, {
        take: {
          meta: (element) => void (meta = element),
          settings: (element) => void (settings = element),
          scripts: pass,
          styles: addStyles,
          'automatic-styles': addStyles,
          'master-styles': addMasterPages,
          ...take,
          forms: (element) => controls.add(element),
        },
        enter,
      });
    },
    properties() {
      const root = meta ?? childOf(sidePart('meta.xml'), 'meta');
      return { ...dublinCoreProperties(root), properties: customProperties(root, 'user-defined') };
    },
    settings: () => settings ?? childOf(sidePart('settings.xml'), 'settings'),
    pictures: new Map([...archive].filter(([name]) => /^(?:Pictures|media)\//.test(name))),
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

/** The fields of the forms in a document (ODF 1.3 part 3, clause 13), by the ids that their places refer to. */
class FormControls {
  readonly #byId = new Map<string, string>();

  /** Adds what `office:forms` holds. */
  add(forms: XmlElement): void {
    for (const control of childrenOf(forms)) {
      const { id, label = '' } = control.attributes;
      if (id !== undefined) this.#byId.set(id, controlWords(control, label));
      this.add(control);
    }
  }

  /** What a field says as it is filled in, a box with its label; empty where that is nothing. */
  shown(id: string | undefined): string {
    return this.#byId.get(id ?? '') ?? '';
  }
}

function controlWords(control: XmlElement, label: string): string {
  const { name, attributes } = control;
  if (name === 'checkbox' || name === 'radio') {
    const state = attributes['current-state'] ?? attributes['state'];
    const isTicked = state === undefined ? attributes['current-selected'] === 'true' : state === 'checked';
    return `${checkBox(isTicked)} ${label}`.trim();
  }
  if (name === 'listbox') {
    const options = childrenOf(control).map((option) => option.attributes);
    const chosen = options.filter((option) => option['current-selected'] === 'true');
    return chosen.map((option) => option.label ?? '').join(', ');
  }
  return /^(?:button|password|hidden|image|file)/.test(name)
    ? ''
    : (attributes['current-value'] ?? attributes['value'] ?? label);
}

/** What a paragraph is by its style, the style's ancestors included. */
export interface ParagraphForm {
  readonly names: StyleNames;
  /** 1–6 where the style makes headings. */
  readonly headingLevel?: number;
  /** Empty where the style says that it is in none. */
  readonly listStyle?: string;
  /** False where a paragraph of a list shows neither number nor bullet. */
  readonly isNumbered: boolean;
  readonly text: TextForm;
}

/** What a run of text is by its style. Undefined: as the text around it. */
export interface TextForm extends WordForm {
  readonly isHidden?: boolean;
  readonly isBold?: boolean;
}

type Attributes = XmlElement['attributes'];

/** The styles of a document by family and name (ODF 1.3 part 3, clause 16), and its list styles. */
class OdfStyles {
  readonly #elements = new Map<string, XmlElement>();
  readonly #listStyles = new Map<string, ListLevels>();
  readonly #paragraphs = new Map<string, ParagraphForm>();
  readonly #forms = new Map<string, TextForm>();

  /** Adds what `office:styles` or `office:automatic-styles` holds; to be complete before a style is asked for. */
  add(container: XmlElement): void {
    for (const element of childrenOf(container)) {
      const { name = '', family = '' } = element.attributes;
      if (element.name === 'style') this.#elements.set(keyOf(family, name), element);
      if (element.name === 'list-style') this.#listStyles.set(name, readListLevels(element));
      if (element.name === 'outline-style') this.#listStyles.set(outlineStyle, readListLevels(element));
    }
  }

  /** Levels of a list style, the outermost first. */
  listLevels(name: string): ListLevels {
    return this.#listStyles.get(name) ?? [];
  }

  paragraph(name = ''): ParagraphForm {
    const form = this.#paragraphs.get(name) ?? this.#paragraphForm(name);
    this.#paragraphs.set(name, form);
    return form;
  }

  /** What words are by the style of a run or a cell. */
  form(family: 'text' | 'table-cell', name = ''): TextForm {
    const key = keyOf(family, name);
    const form = this.#forms.get(key) ?? textForm(this.#lineage(family, name));
    this.#forms.set(key, form);
    return form;
  }

  /** The value of a property, from the style or the nearest of its ancestors that has it: `visibility`. */
  property(
    family: string,
    name: string | undefined,
    properties: string,
    attribute: string,
  ): string | undefined {
    return property(this.#lineage(family, name ?? ''), properties, attribute);
  }

  #paragraphForm(name: string): ParagraphForm {
    const line = this.#lineage('paragraph', name);
    // Programs use built-in styles without defining them.
    const undefinedName = line.length > 0 ? line.at(-1)?.attributes['parent-style-name'] : name;
    const names = [...line.map(shownName), decodedName(undefinedName ?? '')];
    const level = isTitleStyle(names) ? '1' : own(line, 'default-outline-level');
    const listStyle = own(line, 'list-style-name');
    return {
      names,
      ...(level && Number(level) >= 1 && { headingLevel: Math.min(6, Math.trunc(Number(level))) }),
      ...(listStyle !== undefined && { listStyle }),
      isNumbered: property(line, 'paragraph-properties', 'enable-numbering') !== 'false',
      text: textForm(line),
    };
  }

  #lineage(family: string, name: string): readonly XmlElement[] {
    const named = (style: string): XmlElement | undefined => this.#elements.get(keyOf(family, style));
    return styleLineage(named(name), ({ attributes }) => named(attributes['parent-style-name'] ?? ''));
  }
}

/** Name under which the levels of numbered headings are kept; no list style can have it. */
export const outlineStyle = ' outline';

function keyOf(family: string, name: string): string {
  return `${family} ${name}`;
}

/** `Table_20_Heading` is `table heading`. */
function shownName({ attributes }: XmlElement): string {
  return attributes['display-name']?.toLowerCase() ?? decodedName(attributes.name ?? '');
}

function decodedName(name: string): string {
  const decoded = name.replace(/_([\da-f]{2,4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decoded.toLowerCase();
}

function own(line: readonly XmlElement[], attribute: string): string | undefined {
  return nearest(line, ({ attributes }) => attributes[attribute]);
}

function property(line: readonly XmlElement[], properties: string, attribute: string): string | undefined {
  return nearest(line, (style) => childOf(style, properties)?.attributes[attribute]);
}

function textForm(line: readonly XmlElement[]): TextForm {
  const value = (attribute: string): string | undefined => property(line, 'text-properties', attribute);
  const [display, weight, position] = [value('display'), value('font-weight'), value('text-position')];
  const struck = value('text-line-through-style') ?? value('text-line-through-type');
  const font = value('font-name') ?? value('font-family');
  return {
    ...(display !== undefined && { isHidden: display === 'none' }),
    ...(weight !== undefined && { isBold: isBoldWeight(weight) }),
    ...(position !== undefined && { isRaised: isRaisedPosition(position) }),
    ...(struck !== undefined && { isStruck: struck !== 'none' }),
    ...(font !== undefined && { font: font.replace(/^'|'$|\d+$/g, '') }),
  };
}

function isBoldWeight(weight: Attributes[string]): boolean {
  return weight === 'bold' || Number(weight) >= 600;
}

/** `super 58%`, or how far it is raised: `33% 58%`. */
function isRaisedPosition(position: string): boolean {
  return position.startsWith('super') || Number.parseFloat(position) > 0;
}

/** A list has no more levels than this. */
export const maxLevels = 10;

/** Reads the levels of `text:list-style` or `text:outline-style`. */
function readListLevels(style: XmlElement): ListLevels {
  const levels: (ListLevel | undefined)[] = [];
  for (const element of childrenOf(style)) {
    const level = smallNumber(element.attributes['level'], 0);
    if (level >= 1 && level <= maxLevels) levels[level - 1] = readLevel(element, level);
  }
  return levels;
}

/** `level`: its 1-based place. What shows the numbers of several levels has points between them. */
function readLevel(element: XmlElement, level: number): ListLevel {
  const { name, attributes } = element;
  if (/bullet|image/.test(name)) {
    const font = childOf(element, 'text-properties')?.attributes;
    const template = bulletMarker(attributes['bullet-char'], font?.['font-name'] ?? font?.['font-family']);
    return { format: bullet, template, start: 1 };
  }
  const number = attributes['num-format'] ?? '';
  const first = Math.max(1, level + 1 - smallNumber(attributes['display-levels'], 1));
  const shown = Array.from({ length: level + 1 - first }, (_, index) => `%${first + index}%`).join('.');
  const { 'num-prefix': prefix = '', 'num-suffix': suffix = '' } = attributes;
  return {
    format: number === '' ? undefined : (formatByFirst.get(number) ?? 'decimal'),
    template: attributes['num-list-format'] ?? `${prefix}${shown}${suffix}`,
    start: smallNumber(attributes['start-value'], 1),
  };
}

/** Follows the lists of a document as they come by: which begin anew and which go on with an earlier one. */
export class ListCounts {
  readonly #byId = new Map<string, Counts>();
  readonly #lastOfStyle = new Map<string, Counts>();
  /** Headings outside of lists count through the whole document. */
  readonly outline: Counts = [];

  /** The numbers that an outermost list (`text:list`) counts on from (ODF 1.3 part 3, 5.3.3). */
  open({ attributes }: XmlElement, style: string): Counts {
    const { 'continue-list': earlier, 'continue-numbering': goesOn, id } = attributes;
    const continued =
      (earlier !== undefined && this.#byId.get(earlier)) ||
      (goesOn === 'true' && this.#lastOfStyle.get(style)) ||
      [];
    if (id !== undefined) this.#byId.set(id, continued);
    this.#lastOfStyle.set(style, continued);
    return continued;
  }
}
