/** A figure on the questions of odd lines, of even lines, and of all; absent where none were asked. */
export interface HalvedFigure {
  readonly odd?: number;
  readonly even?: number;
  readonly all?: number;
}

/** What is known of a question, with the line it stands on: settings are chosen on odd ones. */
interface Placed {
  /** From 1. */
  readonly place: number;
}

/** A figure of some questions, for each half of them and for all. */
export function halved<Item extends Placed>(
  items: readonly Item[],
  figureOf: (some: readonly Item[]) => number,
): HalvedFigure {
  const figure = (some: readonly Item[]) => (some.length === 0 ? undefined : figureOf(some));
  return {
    odd: figure(items.filter(({ place }) => place % 2 === 1)),
    even: figure(items.filter(({ place }) => place % 2 === 0)),
    all: figure(items),
  };
}
