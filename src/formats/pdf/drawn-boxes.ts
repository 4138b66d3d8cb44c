import { getResolvedPDFJS } from 'unpdf';
import type { PdfPage } from './open-pdf.ts';
import type { PageFonts } from './page-fonts.ts';
import { boxOf, type PageBox, type PlacedOperator, placedOperators } from './placed-operators.ts';

/** A box to tick that a page draws with lines, and whether something is drawn in it. */
export interface DrawnBox {
  readonly box: PageBox;
  readonly isTicked: boolean;
}

/** Points of a side of a box to tick; and by how much its sides differ, and lines may miss each other's ends. */
const minSide = 5;
const maxSide = 20;
const maxUneven = 0.2;
const maxMiss = 1.2;

/** A mark is so large, in sides of its box; a rule that runs through is flat, what is larger is a drawing. */
const minMark = 0.3;
const maxMark = 1.8;

/** More boxes on a page are the points of a chart, more short lines are a map or a plan. */
const maxBoxes = 400;
const maxLines = 4 * maxBoxes;

/** What is filled with a lighter shade is paper, as a mark also what is grey. */
const lightestFrame = 230;
const lightestMark = 160;

/** How pdf.js writes a path: what is done (move, line, two kinds of curve, close) and the points of it. */
const moveTo = 0;
const pointsOf = [1, 1, 3, 2, 0];

/**
 * A page's drawing takes as long to read as its text: after so many pages without a box no other is asked for one, but
 * where the drawing was read for the fonts, as on the first page of a form in an annex.
 */
const maxPagesWithout = 3;

/** The boxes to tick of a document, page by page. */
export class DrawnBoxes {
  readonly #fonts: PageFonts;
  #pagesWithout = 0;

  constructor(fonts: PageFonts) {
    this.#fonts = fonts;
  }

  /**
   * Those of a page: small squares of lines, each by itself. Squares that touch are a table, or the places of letters.
   * `without` are boxes of fields, which say themselves whether they are ticked.
   */
  async of(page: PdfPage, without: readonly PageBox[]): Promise<readonly DrawnBox[]> {
    if (this.#pagesWithout >= maxPagesWithout && !this.#fonts.hasOperatorsOf(page)) return [];
    const { frames, marks } = await smallShapes(page);
    const single = frames.filter((one) => !frames.some((other) => other !== one && touch(one, other)));
    const boxes = single.filter((one) => !without.some((field) => overlap(one, field)));
    this.#pagesWithout = boxes.length > 0 ? 0 : this.#pagesWithout + 1;
    return boxes.map((box) => ({ box, isTicked: isMarked(box, marks) }));
  }
}

/** The squares of lines of a page, and whatever else of their size may be a mark in one. */
async function smallShapes(page: PdfPage) {
  const { OPS } = await getResolvedPDFJS();
  const frames: PageBox[] = [];
  const sides: PageBox[] = [];
  const marks: PageBox[] = [];
  for (const drawn of await placedOperators(page)) {
    const shape = drawn.operator === OPS.constructPath ? shapeOf(drawn, OPS) : undefined;
    if (!shape || Math.max(shape.box[2], shape.box[3]) > maxMark * maxSide) continue;
    const [, , width, height] = shape.box;
    if (shape.isFrame && isSquare(shape.box)) frames.push(shape.box);
    else if (shape.isDark) {
      marks.push(shape.box);
      if (Math.min(width, height) <= maxMiss && Math.max(width, height) >= minSide) sides.push(shape.box);
    }
  }
  if (frames.length > maxBoxes || sides.length > maxLines) return { frames: [], marks };
  return { frames: distinct([...frames, ...squaresOf(sides)]), marks };
}

/** What a path covers, and whether it is an outline with corners; undefined of one that nobody sees. */
function shapeOf(
  { operands, matrix, ink }: PlacedOperator,
  OPS: Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'],
): { readonly box: PageBox; readonly isFrame: boolean; readonly isDark: boolean } | undefined {
  const [paint, [path], extent] = operands as [number, [Float32Array | null], Float32Array | null];
  const isFilled = paint === OPS.fill || paint === OPS.eoFill;
  const isDark = !isFilled || ink < lightestMark;
  if (paint === OPS.endPath || !path || !extent || (isFilled && ink >= lightestFrame)) return undefined;
  const hasFill = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke];
  const box = boxOf(matrix, extent);
  const points: (readonly [x: number, y: number])[] = [];
  let parts = 0;
  for (let at = 0; at < path.length; ) {
    const step = path[at] as number;
    if (step === moveTo) parts += 1;
    const end = at + 1 + 2 * (pointsOf[step] ?? 0);
    if (end > at + 1) points.push([path[end - 2] as number, path[end - 1] as number]);
    at = end;
  }
  // One that is filled is an outline where a hole is cut into it.
  const isOutline = isFilled ? parts === 2 : parts === 1 && !(ink < lightestFrame && hasFill.includes(paint));
  return { box, isDark, isFrame: isOutline && points.length >= 4 && reachCorners(points, extent) };
}

/** Whether points lie near all corners of what they extend over, which may be rounded. */
function reachCorners(
  points: readonly (readonly [x: number, y: number])[],
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Float32Array,
): boolean {
  const reach = (x2 - x1) / 4;
  return [x1, x2].every((cornerX) =>
    [y1, y2].every((cornerY) =>
      points.some(([x, y]) => Math.abs(x - cornerX) <= reach && Math.abs(y - cornerY) <= reach),
    ),
  );
}

function isSquare([, , width, height]: PageBox): boolean {
  const [small, large] = [Math.min(width, height), Math.max(width, height)];
  return small >= minSide && large <= maxSide && large - small <= maxUneven * large;
}

/** The squares that four lines make. */
function squaresOf(sides: readonly PageBox[]): readonly PageBox[] {
  const level = sides.filter(([, , width, height]) => width > height);
  const upright = sides.filter(([, , width, height]) => width <= height);
  return level.flatMap(([left, top, width]) => {
    const isBelow = ([x, y, wide]: PageBox) =>
      near(x, left) && near(wide, width) && isSquare([left, top, width, y - top]);
    const below = level.find(isBelow);
    if (!below) return [];
    const box: PageBox = [left, top, width, below[1] - top];
    const isSide = (edge: number) =>
      upright.some(([x, y, , high]) => near(x, edge) && near(y, top) && near(high, box[3]));
    return isSide(left) && isSide(left + width) ? [box] : [];
  });
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= maxMiss;
}

/** The outermost of boxes within each other: a frame is often drawn twice. */
function distinct(boxes: readonly PageBox[]): readonly PageBox[] {
  const sorted = boxes.toSorted((a, b) => b[2] - a[2]);
  return sorted.filter(
    (box, index) => !sorted.slice(0, index).some((outer) => isWithin(middleOf(box), outer)),
  );
}

function touch(one: PageBox, other: PageBox): boolean {
  return [0, 1].every((axis) => {
    const [from, to] = [one, other].toSorted((a, b) => (a[axis] as number) - (b[axis] as number)) as [
      PageBox,
      PageBox,
    ];
    return (to[axis] as number) - (from[axis] as number) - (from[axis + 2] as number) <= maxMiss;
  });
}

function overlap(one: PageBox, other: PageBox): boolean {
  return isWithin(middleOf(one), other) || isWithin(middleOf(other), one);
}

function middleOf([left, top, width, height]: PageBox): readonly [x: number, y: number] {
  return [left + width / 2, top + height / 2];
}

/** Whether a point lies in a box. */
export function isWithin(
  [x, y]: readonly [x: number, y: number],
  [left, top, width, height]: PageBox,
): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** Whether something is drawn in a box: a tick, a cross of two lines, a smaller square. */
function isMarked(box: PageBox, marks: readonly PageBox[]): boolean {
  const side = box[2];
  return marks.some((mark) => {
    const [, , width, height] = mark;
    const [small, large] = [Math.min(width, height), Math.max(width, height)];
    return small >= minMark * side && large <= maxMark * side && isWithin(middleOf(mark), box);
  });
}
