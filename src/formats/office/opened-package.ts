import type { MetadataValue } from '../../contracts/chunk.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { type FootnoteError, isFootnoteError } from '../../errors.ts';
import type { DocumentBuilder, DocumentFacts, DocumentProperties } from '../document/document-builder.ts';
import { type Property, propertiesShown } from '../document/properties.ts';
import { primarySubtag } from '../document/text-format.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';

/** A file that is made of parts, an Office file or a book, as far as all are alike. */
export interface OpenedPackage {
  readonly path: string;
  readonly sideParts: SideParts;
  /** What the file says of itself, to be asked for once its content is read. */
  properties(): DocumentProperties;
}

/**
 * The document of a file of parts, once everything is written: with a warning for each damaged part beside the others.
 * The title that the file gives counts before the one found. Errors: where nothing was written, the first damage, else
 * `file_empty`.
 */
export function finishPackage(
  builder: DocumentBuilder,
  opened: OpenedPackage,
  {
    title,
    warnings = [],
    runningHeads = [],
  }: Pick<DocumentFacts, 'title' | 'warnings'> & { readonly runningHeads?: readonly Property[] } = {},
): ParsedDocument {
  const properties = opened.properties();
  const { firstDamage, warnings: lost } = opened.sideParts;
  if (firstDamage && builder.isEmpty) throw firstDamage;
  return builder.finish(opened.path, {
    ...properties,
    properties: [
      ...propertiesShown(properties.metadata ?? {}),
      ...(properties.properties ?? []),
      ...distinctHeads(runningHeads, builder, properties.title || title),
    ],
    title: properties.title || title,
    warnings: [...warnings, ...lost],
  });
}

/** The lines of a running head in one. */
export function joinedLines(lines: readonly string[]): string {
  return lines.filter((line) => /\S/.test(line)).join(' – ');
}

/** What stands over or under every page and only counts pages, or names the file. */
const pageCount =
  /^(?:\P{L}|(?<!\p{L})(?:p|pg|pag|page|seite|side|sida|página|pagina|strona|стр|slide|sheet|of|von|de|av|di|van|sur|from|z|из)(?!\p{L}))*$/iu;

/** More are of a file that was put together from others. */
const maxHeads = 6;

/** Each running head once that says something which neither the text nor the title does. */
function distinctHeads(
  heads: readonly Property[],
  builder: DocumentBuilder,
  title = '',
): readonly Property[] {
  const said = new Map<string, Property>();
  for (const { name, value } of heads) {
    const text = value.replace(/\s+/g, ' ').trim();
    if (!pageCount.test(text) && text !== title && !builder.says(text)) said.set(text, { name, value: text });
  }
  return [...said.values()].slice(0, maxHeads);
}

/** The parts that a document can be read without, of a file that is an archive inside: damaged ones, and objects. */
export class SideParts {
  readonly #damage = new Map<string, FootnoteError>();
  readonly #objects = new Set<string>();
  readonly #fields = new Set<string>();

  /** What `open` makes of a part; undefined where the part is damaged. */
  read<Content>(part: string, open: () => Content): Content | undefined {
    try {
      return open();
    } catch (error) {
      const isDamage =
        isFootnoteError(error) && (error.code === 'file_malformed' || error.code === 'file_damaged');
      if (!isDamage) throw error;
      this.#damage.set(part, error);
      return undefined;
    }
  }

  /** Why the first of those that were read could not be read to its end. */
  get firstDamage(): FootnoteError | undefined {
    const [first] = this.#damage.values();
    return first;
  }

  /** A part is an object of another program, which is not read. */
  leaveOut(part: string): void {
    this.#objects.add(part);
  }

  /** A part is a field of a form that keeps its state in the way of its program, which is not read. */
  leaveOutField(part: string): void {
    this.#fields.add(part);
  }

  /** One for each damaged part among those that were read, and one for all that were left out. */
  get warnings(): readonly string[] {
    const damaged = [...this.#damage.keys()].map(
      (part) => `its part ${part} is damaged: the unreadable content was left out`,
    );
    return [
      ...damaged,
      ...leftOut(this.#objects, 'embedded objects of other programs', 'save each as a separate file'),
      ...leftOut(
        this.#fields,
        'ActiveX fields of forms',
        'put content controls or form controls in their place',
      ),
    ];
  }
}

function leftOut(parts: ReadonlySet<string>, what: string, remedy: string): readonly string[] {
  const [first] = parts;
  return first === undefined ? [] : [`${what} (${parts.size}, first ${first}) were left out: ${remedy}`];
}

/** What an Office file says of itself, as it is written there. */
interface WrittenProperties {
  readonly title?: string;
  /** BCP 47. */
  readonly language?: string;
  /** Names with semicolons between them. */
  readonly authors?: string;
  readonly keywords?: readonly string[];
  readonly subject?: string;
  readonly category?: string;
  readonly status?: string;
  readonly description?: string;
  readonly manager?: string;
  readonly company?: string;
  /** Who changed it last. */
  readonly modifiedBy?: string;
  readonly created?: string;
  readonly modified?: string;
}

/** What programs put there when nobody typed a title. */
const noTitle =
  /^(?:powerpoint presentation|word document|presentation|document|untitled|slide 1|microsoft (?:word|excel|powerpoint) - .*)$/i;

/** What libraries say of themselves in the place of a description. */
const madeBy = /^(?:generated|created|exported|produced) (?:by|with|using) /i;

/** Names that programs and the systems that keep documents give to properties of their own. */
const machineProperty =
  /^(?:_|msip_|ksoproduct|contenttypeid|mediaservice|docsecurity|icv$|grammarly|order$|guid|template|x?generator|taxkeyword|complianceassetid|triggerflowinfo)/i;

/**
 * Properties that someone gave a file besides the common ones: `docProps/custom.xml` (ECMA-376 part 1, 22.3), or
 * `meta:user-defined` (ODF 1.3 part 3, 4.3.3).
 */
export function customProperties(
  root: XmlElement | undefined,
  elementName: 'property' | 'user-defined' = 'property',
): readonly Property[] {
  return childrenOf(root, elementName).flatMap((element) => {
    const name = element.attributes.name?.trim() ?? '';
    const value = element.children
      .map((child) => (typeof child === 'string' ? child : textOf(child)))
      .join(' ');
    return givenProperty(name, value);
  });
}

/** A property that someone gave a file, none where it is a program's or says nothing. */
export function givenProperty(name: string, written: string): readonly Property[] {
  const value = written.replace(/T00:00:00Z$/, '').trim();
  return name === '' || value === '' || machineProperty.test(name) ? [] : [{ name, value }];
}

/**
 * The same of the Dublin Core with what OOXML (ECMA-376 part 2, clause 8) and OpenDocument (ODF 1.3 part 3, 4.3) add to
 * it in their own names. `ofProgram`: what OOXML keeps beside it (`docProps/app.xml`, ECMA-376 part 1, 22.2).
 */
export function dublinCoreProperties(
  root: XmlElement | undefined,
  ofProgram?: XmlElement,
): DocumentProperties {
  const read = (...names: string[]): string => firstText(root, names);
  // Programs write nanoseconds.
  const date = (...names: string[]): string => read(...names).replace(/\.\d+/, '');
  return documentProperties({
    title: read('title'),
    language: read('language'),
    // The creator of an OpenDocument file is whoever changed it last.
    authors: read('initial-creator', 'creator'),
    keywords: ['keywords', 'keyword'].flatMap((name) => childrenOf(root, name).map(textOf)),
    subject: read('subject'),
    category: read('category'),
    status: read('contentStatus'),
    description: read('description'),
    manager: firstText(ofProgram, ['Manager']),
    company: firstText(ofProgram, ['Company']),
    modifiedBy: read('lastModifiedBy') || (read('initial-creator') && read('creator')),
    created: date('created', 'creation-date'),
    modified: date('modified', 'date'),
  });
}

/** The text of the first child of one of these names that has any; empty where none has. */
function firstText(holder: XmlElement | undefined, names: readonly string[]): string {
  return names.map((name) => textOf(childOf(holder, name)).trim()).find((text) => text !== '') ?? '';
}

/** Title, language and metadata (`authors`, `keywords`, `subject`, `company`, `modifiedBy` where that is
 * no author, `created`, …). Dates are ISO 8601. */
export function documentProperties(written: WrittenProperties): DocumentProperties {
  const { title = '', keywords: keywordLists = [] } = written;
  const language = primarySubtag(written.language);
  const metadata: Record<string, MetadataValue> = {};
  const authors = listOf(written.authors ?? '', /;/);
  if (authors.length > 0) metadata.authors = authors;
  const keywords = keywordLists.flatMap((one) => listOf(one, /[;,]/));
  if (keywords.length > 0) metadata.keywords = keywords;
  for (const name of ['subject', 'category', 'status', 'description', 'manager', 'company'] as const) {
    const said = written[name] ?? '';
    if (said !== '' && !madeBy.test(said)) metadata[name] = said;
  }
  const modifiedBy = written.modifiedBy ?? '';
  if (modifiedBy !== '' && !authors.includes(modifiedBy)) metadata.modifiedBy = modifiedBy;
  for (const name of ['created', 'modified'] as const) {
    const date = written[name] ?? '';
    if (/^\d{4}-\d\d-\d\d/.test(date) && !Number.isNaN(Date.parse(date))) metadata[name] = date;
  }
  return { title: noTitle.test(title) ? undefined : title, language, metadata };
}

function listOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
