import { getResolvedPDFJS } from 'unpdf';
import type { PdfPage } from '../pdf/open-pdf.ts';
import { boxOf, type Matrix, type PageBox, placedOperators } from '../pdf/placed-operators.ts';
import { type GreyPicture, luminance } from './grey-picture.ts';
import { maxPixels } from './picture-limits.ts';

/** What pdf.js makes of an image. */
interface PdfImage {
  readonly width: number;
  readonly height: number;
  /** 1: a bit a pixel, set where it is white; 2: red, green, blue; 3: and opacity. Of a mask there is none. */
  readonly kind?: 1 | 2 | 3;
  readonly data?: Uint8Array | Uint8ClampedArray;
}

/** An image where the page draws it: from its unit square to points from the page's upper left corner. */
interface DrawnImage {
  readonly image: PdfImage;
  readonly matrix: Matrix;
  /** Of a mask, what it is painted with where its bits are not set. */
  readonly ink?: number;
}

export interface PagePicture {
  readonly picture: GreyPicture;
  /** Pixels a point. */
  readonly scale: number;
}

/** What the images of a page show; without a picture where it has none of a size to hold text. */
export interface PageImages {
  readonly seen?: PagePicture;
  /** Whether an image of a size to hold text has more pixels than are decoded. */
  readonly hasTooLarge: boolean;
}

/** Dots an inch of the picture of a page: those of its images, within these bounds. */
const minDpi = 72;
const maxDpi = 300;
const pointsPerInch = 72;

/** An image of fewer points on a side holds no text: a rule, a bullet, an icon. */
const minSide = 20;

/** How long pdf.js may take to decode an image before the page goes on without it. */
const maxWaitMs = 20_000;

/**
 * What the images of a page show, as they lie on it: strips side by side, masks over a background. Text, lines and
 * areas that the page draws are not in it.
 */
export async function pageImages(page: PdfPage): Promise<PageImages> {
  const { drawn, hasTooLarge } = await drawnImages(page);
  const large = drawn.filter(({ matrix }) => Math.min(...sidesOf(matrix)) >= minSide);
  if (large.length === 0) return { hasTooLarge };
  const dpi = Math.max(
    ...large.map(({ image, matrix }) => (image.width / sidesOf(matrix)[0]) * pointsPerInch),
  );
  const view = page.getViewport({ scale: 1 });
  const scale = Math.min(
    Math.min(maxDpi, Math.max(minDpi, dpi)) / pointsPerInch,
    // Posters and plans are drawn with fewer dots an inch.
    Math.sqrt(maxPixels / (view.width * view.height)),
  );
  const [width, height] = [Math.ceil(view.width * scale), Math.ceil(view.height * scale)];
  const pixels = new Uint8Array(width * height).fill(white);
  for (const one of drawn) paint({ width, height, pixels }, one, scale);
  return { seen: { picture: { width, height, pixels }, scale }, hasTooLarge };
}

/** Points of a side of a picture that a caption can be about; icons and rules have less. */
const minFigureSide = 40;

/**
 * Where a page shows images of a size to be figures. None of them is decoded: what is left of one that is not to be is
 * its transformation.
 */
export async function pictureBoxes(page: PdfPage): Promise<readonly PageBox[]> {
  const { OPS } = await getResolvedPDFJS();
  const images = new Set<number>([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const boxes: PageBox[] = [];
  for (const { operator, next, matrix } of await placedOperators(page)) {
    const isLeftOut = operator === OPS.transform && next === OPS.restore;
    if ((isLeftOut || images.has(operator)) && Math.min(...sidesOf(matrix)) >= minFigureSide) {
      const [left, top, width, height] = boxOf(matrix);
      boxes.push([Math.round(left), Math.round(top), Math.round(width), Math.round(height)]);
    }
  }
  return boxes;
}

const white = 255;

/** Width and height of the unit square as it is drawn. */
function sidesOf([a, b, c, d]: Matrix): readonly [number, number] {
  return [Math.hypot(a, b), Math.hypot(c, d)];
}

async function drawnImages(page: PdfPage) {
  const { OPS } = await getResolvedPDFJS();
  const drawn: DrawnImage[] = [];
  let hasTooLarge = false;
  for (const { operator, operands, next, matrix, ink } of await placedOperators(page)) {
    const draw = (image: PdfImage | undefined, isMask = false): void => {
      if (image) drawn.push({ image, matrix, ...(isMask && { ink }) });
    };
    switch (operator) {
      case OPS.transform:
        // What is left of an image that is not to be decoded.
        if (next === OPS.restore) hasTooLarge ||= Math.min(...sidesOf(matrix)) >= minSide;
        break;
      case OPS.paintImageXObject:
        draw(await imageOf(page, operands[0] as string));
        break;
      case OPS.paintInlineImageXObject:
        draw(operands[0] as PdfImage);
        break;
      case OPS.paintImageMaskXObject: {
        const mask = operands[0] as PdfImage & { readonly data?: unknown };
        draw(typeof mask.data === 'string' ? await imageOf(page, mask.data, mask) : mask, true);
        break;
      }
    }
  }
  return { drawn, hasTooLarge };
}

/** The image of this name once it is decoded; undefined where it cannot be. */
async function imageOf(page: PdfPage, name: string, size?: PdfImage): Promise<PdfImage | undefined> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  const { promise, resolve } = Promise.withResolvers<PdfImage | null | undefined>();
  const timer = setTimeout(() => resolve(undefined), maxWaitMs);
  objects.get(name, (image: PdfImage | null) => resolve(image));
  const image = await promise.finally(() => clearTimeout(timer));
  return image?.data ? { ...size, ...image } : undefined;
}

/** Paints an image over what is there, each pixel as the four of the image that it lies between have it. */
function paint({ width, height, pixels }: GreyPicture, drawn: DrawnImage, scale: number): void {
  const { image, ink } = drawn;
  const [a, b, c, d, e, f] = drawn.matrix.map((value) => value * scale) as unknown as Matrix;
  const determinant = a * d - b * c;
  if (determinant === 0) return;
  const [x0, y0, wide, high] = boxOf([a, b, c, d, e, f]);
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width, Math.ceil(x0 + wide))];
  const [top, bottom] = [Math.max(0, Math.floor(y0)), Math.min(height, Math.ceil(y0 + high))];
  const { shades, opacities } = shadesOf(image, ink);
  const sample = (values: Uint8Array, x: number, y: number): number => {
    const [column, row] = [
      Math.min(image.width - 1, Math.max(0, x)),
      Math.min(image.height - 1, Math.max(0, y)),
    ];
    const [before, above] = [Math.floor(column), Math.floor(row)];
    const behind = Math.min(image.width - 1, before + 1);
    const below = Math.min(image.height - 1, above + 1);
    const [along, down] = [column - before, row - above];
    const at = (x: number, y: number): number => values[y * image.width + x] as number;
    const upper = at(before, above) * (1 - along) + at(behind, above) * along;
    return upper * (1 - down) + (at(before, below) * (1 - along) + at(behind, below) * along) * down;
  };
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const u = (d * dx - c * dy) / determinant;
      // The unit square has its origin below, images have theirs above.
      const v = 1 - (a * dy - b * dx) / determinant;
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue;
      const [column, row] = [u * image.width - 0.5, v * image.height - 0.5];
      const opacity = opacities ? sample(opacities, column, row) / white : 1;
      const at = y * width + x;
      pixels[at] = (pixels[at] as number) * (1 - opacity) + sample(shades, column, row) * opacity + 0.5;
    }
}

/** The pixels of an image as grey, with how they cover what is below where they do not all do. */
function shadesOf({ width, height, kind, data = new Uint8Array() }: PdfImage, ink: number | undefined) {
  const shades = new Uint8Array(width * height);
  const opacities = ink !== undefined || kind === 3 ? new Uint8Array(width * height) : undefined;
  const rowBytes = (width + 7) >> 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (kind === 2 || kind === 3) {
        const from = at * (kind + 1);
        shades[at] = luminance(data[from] as number, data[from + 1] as number, data[from + 2] as number);
        if (opacities) opacities[at] = data[from + 3] as number;
        continue;
      }
      const isSet = (((data[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1) === 1;
      shades[at] = ink ?? (isSet ? white : 0);
      if (opacities) opacities[at] = isSet ? 0 : white;
    }
  return { shades, opacities };
}
