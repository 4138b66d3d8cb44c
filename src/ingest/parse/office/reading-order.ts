import { groupNeighbours } from '../group-neighbours.ts';

/** Where a shape lies on its slide, in any unit. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/**
 * Shapes in the order of reading: rows from the top, within a row from the left. One without a place lies where the
 * one before it in the file does.
 */
export function inReadingOrder<Shape>(
  shapes: readonly Shape[],
  frameOf: (shape: Shape) => Frame | undefined,
): readonly Shape[] {
  let last: Frame = { x: 0, y: 0, height: 0 };
  const placed = shapes.map((shape) => {
    last = frameOf(shape) ?? last;
    return { shape, ...last };
  });
  const rows = groupNeighbours(
    placed.toSorted((a, b) => a.y - b.y),
    ([first], { y, height }) => first !== undefined && y - first.y <= Math.min(first.height, height) / 2,
  );
  return rows.flatMap((row) => row.toSorted((a, b) => a.x - b.x).map(({ shape }) => shape));
}
