import { getResolvedPDFJS } from 'unpdf';
import type { PdfPage } from './open-pdf.ts';

/**
 * Whether a page without text shows something: an image, or shapes that may be letters. Images are not decoded;
 * what is left of one is its transformation.
 */
export async function drawsSomething(page: PdfPage): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  const shown = new Set<number>([
    OPS.transform,
    OPS.constructPath,
    OPS.shadingFill,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintFormXObjectBegin,
  ]);
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => shown.has(operator));
}
