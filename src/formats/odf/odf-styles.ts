import type { ListLevels } from '../document/list-number.ts';
import type { WordForm } from '../document/shown-words.ts';
import { nearest, styleLineage } from '../office/style-lineage.ts';
import { isTitleStyle, type StyleNames } from '../office/style-names.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';
import { readListLevels } from './list-levels.ts';

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
export class OdfStyles {
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
