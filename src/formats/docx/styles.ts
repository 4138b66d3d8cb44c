import { smallNumber } from '../document/list-number.ts';
import { nearest, styleLineage } from '../office/style-lineage.ts';
import { isTitleStyle, type StyleNames } from '../office/style-names.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';

/** What paragraphs of a style are, its ancestors included. */
export interface ParagraphStyle {
  readonly names: StyleNames;
  /** 1–6 where the style makes headings. */
  readonly headingLevel?: number;
  readonly numbering?: Numbering;
  /** 0-based, of the built-in styles `List Bullet 2` and the like, each of which has a list of one level. */
  readonly listLevel?: number;
}

/** A place in a list. */
export interface Numbering {
  readonly listId: string;
  /** 0-based; undefined where the list's own definition says it. */
  readonly level?: number;
}

/** A style by its id; without an id, or for one that is not there, the plain style. */
export type StyleSheet = (styleId: string | undefined) => ParagraphStyle;

/** Reads `word/styles.xml`. */
export function readStyles(root: XmlElement | undefined): StyleSheet {
  const elements = new Map(childrenOf(root, 'style').map((style) => [style.attributes.styleId ?? '', style]));
  const styles = new Map<string | undefined, ParagraphStyle>();
  return (styleId) => {
    let style = styles.get(styleId);
    if (!style) {
      const line = styleLineage(elements.get(styleId ?? ''), (one) =>
        elements.get(childOf(one, 'basedOn')?.attributes.val ?? ''),
      );
      style = resolveStyle(line);
      styles.set(styleId, style);
    }
    return style;
  };
}

/** The heading level that a paragraph's or style's own properties give: 1–6; 0 where they say it is none. */
export function outlineLevel(properties: XmlElement | undefined): number | undefined {
  const value = childOf(properties, 'outlineLvl')?.attributes.val;
  if (value === undefined) return undefined;
  const level = Number(value);
  return level >= 0 && level < 9 ? Math.min(6, level + 1) : 0;
}

/** The list that a paragraph's or style's own properties put it in. */
export function numberingOf(properties: XmlElement | undefined): Numbering | undefined {
  const numbering = childOf(properties, 'numPr');
  const listId = childOf(numbering, 'numId')?.attributes.val;
  const level = childOf(numbering, 'ilvl')?.attributes.val;
  if (listId === undefined) return undefined;
  return {
    listId,
    ...(level !== undefined && { level: Math.min(8, smallNumber(level, 0)) }),
  };
}

function resolveStyle(line: readonly XmlElement[]): ParagraphStyle {
  const names = line.map(nameOf);
  const level = nearest(line, headingLevel) ?? (isTitleStyle(names) ? 1 : undefined);
  const numbering = nearest(line, (style) => numberingOf(childOf(style, 'pPr')));
  const listLevel = /^list (?:bullet |number )?([2-5])$/.exec(names[0] ?? '')?.[1];
  return {
    names,
    ...(level && { headingLevel: level }),
    ...(numbering && { numbering }),
    ...(listLevel && { listLevel: Number(listLevel) - 1 }),
  };
}

function headingLevel(style: XmlElement): number | undefined {
  const named = /^heading ([1-9])$/.exec(nameOf(style))?.[1];
  return named ? Math.min(6, Number(named)) : outlineLevel(childOf(style, 'pPr'));
}

function nameOf(style: XmlElement): string {
  return (childOf(style, 'name')?.attributes.val ?? '').toLowerCase();
}
