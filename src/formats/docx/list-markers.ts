import { bullet, type Counts, type ListLevel, markerOf, smallNumber, step } from '../document/list-number.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';

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
  return {
    format: format === 'bullet' && isShown ? bullet : isShown ? format : undefined,
    template: text.replace(/%([1-9])/g, '%$1%'),
    start: smallNumber(value('start'), 1),
    styleId: value('pStyle'),
  };
}
