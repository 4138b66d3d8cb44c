/** Where a shape lies on its slide, in any unit. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  /** 0 where that is not known. */
  readonly width: number;
  readonly height: number;
}

/** Shapes that are read one after the other; on a card the first is the label of the others. */
export interface Reading<Shape> {
  readonly shapes: readonly Shape[];
  readonly isCard: boolean;
}

type Placed<Shape> = Frame & { readonly shape: Shape; readonly index: number };

/**
 * Shapes in the order of reading: rows from the top, within a row from the left; where they stand in columns, column by
 * column. One without a place lies where the one before it in the file does.
 * @param isLabel whether a shape names what stands below it: columns that all begin with one are cards
 */
export function inReadingOrder<Shape>(
  shapes: readonly Shape[],
  frameOf: (shape: Shape) => Frame | undefined,
  isLabel: (shape: Shape) => boolean,
): readonly Reading<Shape>[] {
  let last: Frame = { x: 0, y: 0, width: 0, height: 0 };
  const placed = shapes.map((shape, index): Placed<Shape> => {
    last = frameOf(shape) ?? last;
    return { shape, index, ...last };
  });
  const rows = groupNeighbours(
    placed.toSorted((a, b) => a.y - b.y),
    ([first], { y, height }) => first !== undefined && y - first.y <= Math.min(first.height, height) / 2,
  ).map((row) => row.toSorted((a, b) => a.x - b.x));
  const readings: Reading<Shape>[] = [];
  for (let place = 0; place < rows.length; ) {
    const columns = columnsFrom(rows.slice(place), isLabel);
    const height = Math.max(1, ...columns.map((column) => column.length));
    if (columns.length > 1 && height > 1 && areReadByColumn(columns, rows.slice(place, place + height))) {
      const areCards = columns.every(
        (column) => column.length > 1 && isLabel((column[0] as Placed<Shape>).shape),
      );
      for (const column of columns)
        readings.push({ shapes: column.map(({ shape }) => shape), isCard: areCards });
      place += height;
    } else {
      for (const { shape } of rows[place] ?? []) readings.push({ shapes: [shape], isCard: false });
      place += 1;
    }
  }
  return readings;
}

/**
 * The columns that the first of some rows begins, with what stands below in the rows that keep to them. Labels further
 * down, with more room above them than is between the others, begin the next row of cards.
 */
function columnsFrom<Shape>(
  rows: readonly (readonly Placed<Shape>[])[],
  isLabel: (shape: Shape) => boolean,
): readonly Placed<Shape>[][] {
  const columns = (rows[0] ?? []).map((shape) => [shape]);
  for (const row of rows.slice(1)) {
    const places = row.map((shape) => {
      const [place = -1, ...others] = columns.flatMap(([head], column) =>
        head && isBelow(shape, head) ? [column] : [],
      );
      // What lies under several columns ends them.
      return others.length > 0 ? -1 : place;
    });
    const areApart = new Set(places).size === places.length && !places.includes(-1);
    // A column that has ended does not go on.
    const depth = Math.max(...columns.map((column) => column.length));
    if (!areApart || places.some((place) => columns[place]?.length !== depth)) break;
    if (depth > 1 && row.every(({ shape }) => isLabel(shape)) && isFurtherDown(row, columns)) break;
    for (const [index, shape] of row.entries()) columns[places[index] as number]?.push(shape);
  }
  return columns;
}

function isFurtherDown<Shape>(
  row: readonly Placed<Shape>[],
  columns: readonly (readonly Placed<Shape>[])[],
): boolean {
  const gapBelow = (a: Placed<Shape>, b: Placed<Shape>): number => b.y - a.y - a.height;
  const above = Math.min(
    ...row.map((shape) =>
      gapBelow(columns.find(([head]) => head && isBelow(shape, head))?.at(-1) ?? shape, shape),
    ),
  );
  const within = Math.max(0, ...gaps(columns, gapBelow));
  const height = Math.min(...row.map((shape) => shape.height));
  return above > 2 * within && above > height / 4;
}

/** Whether two shapes share most of their width. */
function isBelow<Shape>(shape: Placed<Shape>, head: Placed<Shape>): boolean {
  const shared = Math.min(shape.x + shape.width, head.x + head.width) - Math.max(shape.x, head.x);
  return shared > Math.min(shape.width, head.width) / 2;
}

/**
 * By the order of the file, where that is one of the two; else, and where the columns are far apart, by whether what
 * stands below is nearer than what stands beside.
 */
function areReadByColumn<Shape>(
  columns: readonly (readonly Placed<Shape>[])[],
  rows: readonly (readonly Placed<Shape>[])[],
): boolean {
  if (isInFileOrder(columns.flat())) return true;
  const beside = Math.min(...gaps(rows, (a, b) => b.x - a.x - a.width));
  const below = Math.max(...gaps(columns, (a, b) => b.y - a.y - a.height));
  return isInFileOrder(rows.flat()) ? beside > 2 * Math.max(0, below) && below >= 0 : beside > below;
}

function isInFileOrder<Shape>(shapes: readonly Placed<Shape>[]): boolean {
  return shapes.every(({ index }, place) => place === 0 || index > (shapes[place - 1]?.index ?? 0));
}

function gaps<Shape>(
  lines: readonly (readonly Placed<Shape>[])[],
  between: (one: Placed<Shape>, next: Placed<Shape>) => number,
): readonly number[] {
  return lines.flatMap((line) =>
    line.slice(1).map((next, place) => between(line[place] as Placed<Shape>, next)),
  );
}

/** Items in groups of neighbours: one that `goesOn` with the group before it belongs to that, any other begins one. */
export function groupNeighbours<Item>(
  items: readonly Item[],
  goesOn: (group: readonly Item[], item: Item) => boolean,
): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group && goesOn(group, item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
