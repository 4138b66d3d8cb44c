import { getResolvedPDFJS } from 'unpdf';
import { luminance } from '../ocr/grey-picture.ts';
import type { PdfPage } from './open-pdf.ts';

/** `[a, b, c, d, e, f]` as ISO 32000-1, 8.3.3 writes them. */
export type Matrix = readonly [number, number, number, number, number, number];

/** `[left, top, width, height]` in points from the upper left corner of the page as it is shown. */
export type PageBox = readonly [left: number, top: number, width: number, height: number];

/** An operator of a page with what holds where it draws. */
export interface PlacedOperator {
  /** One of pdf.js's `OPS`. */
  readonly operator: number;
  readonly operands: readonly unknown[];
  /** The one behind it. */
  readonly next: number | undefined;
  /** From its own units to points from the page's upper left corner. */
  readonly matrix: Matrix;
  /** Shade of what it fills: 0 is black, 255 white. */
  readonly ink: number;
  /** The identifier of the annotation that it is of. */
  readonly annotation: string | undefined;
}

/**
 * What a page draws, in order, its annotations last. Of an image that is not to be decoded a transformation with the
 * state restored behind it is left.
 */
export async function placedOperators(page: PdfPage): Promise<Iterable<PlacedOperator>> {
  const { OPS } = await getResolvedPDFJS();
  return walk(
    await page.getOperatorList(),
    page.getViewport({ scale: 1 }).transform as unknown as Matrix,
    OPS,
  );
}

type OperatorList = Awaited<ReturnType<PdfPage['getOperatorList']>>;

function* walk(
  { fnArray, argsArray }: OperatorList,
  whole: Matrix,
  OPS: Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'],
): Iterable<PlacedOperator> {
  let state = { matrix: whole, ink: 0 };
  let annotation: string | undefined;
  const saved: (typeof state)[] = [];
  const moveBy = (change: unknown) => {
    if (change) state = { ...state, matrix: product(state.matrix, change as Matrix) };
  };
  for (const [index, operator] of fnArray.entries()) {
    const operands = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin || operator === OPS.beginAnnotation)
      saved.push(state);
    switch (operator) {
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation:
        state = saved.pop() ?? state;
        break;
      case OPS.transform:
        moveBy(operands);
        break;
      case OPS.paintFormXObjectBegin:
        moveBy(operands[0]);
        break;
      case OPS.beginAnnotation:
        state = { matrix: whole, ink: 0 };
        moveBy(operands[2]);
        moveBy(operands[3]);
        break;
      case OPS.setFillRGBColor:
        state = { ...state, ink: inkOf(operands) };
        break;
    }
    if (operator === OPS.beginAnnotation) annotation = String(operands[0]);
    yield { operator, operands, next: fnArray[index + 1], annotation, ...state };
    if (operator === OPS.endAnnotation) annotation = undefined;
  }
}

/** `#rrggbb`, or three numbers up to 255. */
function inkOf([first, second, third]: readonly unknown[]): number {
  if (typeof first === 'string') {
    const colour = Number.parseInt(first.slice(1), 16);
    return luminance((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
  }
  return luminance(Number(first), Number(second), Number(third)) || 0;
}

/** What `second` does, then `first` (ISO 32000-1, 8.3.4). */
function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Where the rectangle between two corners is drawn; without corners, the unit square. */
export function boxOf(
  [a, b, c, d, e, f]: Matrix,
  [x1 = 0, y1 = 0, x2 = 1, y2 = 1]: ArrayLike<number> & Iterable<number> = [],
): PageBox {
  const corners = [x1, x2].flatMap((x) =>
    [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
