import type { Look } from '../document/headings-by-look.ts';
import {
  bullet,
  bulletMarker,
  type Counts,
  type ListLevel,
  markerOf,
  smallNumber,
  step,
} from '../document/list-number.ts';
import { isTitleStyle, nearest, type StyleNames, styleLineage } from '../office/document-writer.ts';
import { isOn, isPropertyOn } from '../office/ooxml-package.ts';
import { childOf, childrenOf, descendantOf, type XmlElement } from '../xml/xml.ts';

/** What paragraphs of a style are, its ancestors included. */
interface ParagraphStyle {
  readonly names: StyleNames;
  /** 1–6 where the style makes headings. */
  readonly headingLevel?: number;
  readonly numbering?: Numbering;
  /** 0-based, of the built-in styles `List Bullet 2` and the like, each of which has a list of one level. */
  readonly listLevel?: number;
  readonly look: Look;
}

/** A place in a list. */
interface Numbering {
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
  const plain = childrenOf(root, 'style').find(
    ({ attributes }) => attributes.type === 'paragraph' && isOn(attributes.default ?? '0'),
  );
  const common = lookOf(descendantOf(root, 'docDefaults', 'rPrDefault', 'rPr'), { size: 20, isBold: false });
  const usual = lookOf(childOf(plain, 'rPr'), common);
  return (styleId) => {
    let style = styles.get(styleId);
    if (!style) {
      const line = styleLineage(elements.get(styleId ?? ''), (one) =>
        elements.get(childOf(one, 'basedOn')?.attributes.val ?? ''),
      );
      const look = line.reduceRight(
        (above, one) => lookOf(childOf(one, 'rPr'), above),
        line.length > 0 ? common : usual,
      );
      style = { ...resolveStyle(line), look };
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

/** How words with these properties (`rPr`) are set among others; sizes are half points. */
export function lookOf(properties: XmlElement | undefined, around: Look): Look {
  const size = Number(childOf(properties, 'sz')?.attributes.val);
  const bold = childOf(properties, 'b');
  return { size: size > 0 ? size : around.size, isBold: bold ? isPropertyOn(bold) : around.isBold };
}

function resolveStyle(line: readonly XmlElement[]): Omit<ParagraphStyle, 'look'> {
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

interface Level extends ListLevel {
  /** Style whose paragraphs stand on this level. */
  readonly styleId: string | undefined;
}

interface ListDefinition {
  readonly abstractId: string;
  readonly levels: readonly Level[];
  /** Levels at which this list begins anew, with its number. */
  readonly restarts: ReadonlyMap<number, number>;
}

/** Counts the lists of a document as its paragraphs come by, and gives each its marker as Word shows it. */
export class ListMarkers {
  readonly #lists: ReadonlyMap<string, ListDefinition>;
  /** Lists of one abstract definition count on from each other. */
  readonly #counters = new Map<string, Counts>();
  readonly #begun = new Set<string>();

  /** `numbering` is the root of `word/numbering.xml`. */
  constructor(numbering: XmlElement | undefined) {
    this.#lists = readLists(numbering);
  }

  /** 0-based level of a style's paragraphs, by the list's own definition. */
  levelOfStyle(listId: string, styleId: string | undefined): number {
    const levels = this.#lists.get(listId)?.levels ?? [];
    return Math.max(
      0,
      levels.findIndex((level) => styleId !== undefined && level.styleId === styleId),
    );
  }

  /** Marker of the next paragraph on this level: `-` for bullets, `2.1`, `c)`; empty where none is shown. */
  next(listId: string, level: number): string {
    const list = this.#lists.get(listId);
    const own = list?.levels[level];
    if (!list || !own) return bullet;
    const counters = this.#countersOf(listId, list);
    step(counters, level, own.start);
    return markerOf(list.levels, level, counters);
  }

  #countersOf(listId: string, list: ListDefinition): Counts {
    const counters = this.#counters.get(list.abstractId) ?? [];
    this.#counters.set(list.abstractId, counters);
    if (!this.#begun.has(listId)) {
      for (const [level, start] of list.restarts) counters[level] = start - 1;
      this.#begun.add(listId);
    }
    return counters;
  }
}

function readLists(root: XmlElement | undefined): Map<string, ListDefinition> {
  const abstracts = childrenOf(root, 'abstractNum');
  const levelsOf = (abstractId: string): readonly Level[] => {
    const abstract = abstracts.find(({ attributes }) => attributes.abstractNumId === abstractId);
    // The levels of a list style stand where it is defined.
    const style = childOf(abstract, 'numStyleLink')?.attributes.val;
    const styled = abstracts.find((other) => style && childOf(other, 'styleLink')?.attributes.val === style);
    return childrenOf(styled ?? abstract, 'lvl').map(readLevel);
  };
  return new Map(
    childrenOf(root, 'num').map((element) => {
      const abstractId = childOf(element, 'abstractNumId')?.attributes.val ?? '';
      const levels = [...levelsOf(abstractId)];
      const restarts = new Map<number, number>();
      for (const override of childrenOf(element, 'lvlOverride')) {
        const level = smallNumber(override.attributes.ilvl, 0);
        const start = childOf(override, 'startOverride')?.attributes.val;
        if (start !== undefined) restarts.set(level, smallNumber(start, 1));
        const own = childOf(override, 'lvl');
        if (own && level < levels.length) levels[level] = readLevel(own);
      }
      return [element.attributes.numId ?? '', { abstractId, levels, restarts }];
    }),
  );
}

function readLevel(element: XmlElement): Level {
  const value = (name: string): string | undefined => childOf(element, name)?.attributes.val;
  const format = value('numFmt') ?? 'decimal';
  const text = value('lvlText') ?? '';
  const isShown = format !== 'none' && (format !== 'bullet' || text !== ' ');
  const isBullet = format === 'bullet';
  const font = descendantOf(element, 'rPr', 'rFonts')?.attributes.ascii;
  return {
    format: isBullet && isShown ? bullet : isShown ? format : undefined,
    template: isBullet ? bulletMarker(text, font) : text.replace(/%([1-9])/g, '%$1%'),
    start: smallNumber(value('start'), 1),
    styleId: value('pStyle'),
  };
}
