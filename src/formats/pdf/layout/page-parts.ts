import { taggedParts } from '../tagged/tagged-parts.ts';
import type { DocumentStyle } from './document-style.ts';
import type { DrawnLine } from './drawn-lines.ts';
import type { Fragment, PageText } from './fragment.ts';
import { joinAcrossRegions } from './going-on.ts';
import { linesOf } from './lines.ts';
import { readingOrder } from './reading-order.ts';
import { type LinePart, lineParts, textParts } from './text-parts.ts';

/** A piece of a page in reading order. */
export type PagePart =
  | LinePart
  | {
      readonly kind: 'quote' | 'equation' | 'figure';
      readonly text: string;
      readonly lines?: readonly DrawnLine[];
    };

/** No page made for reading has more; what has is read line by line, without columns and tables. */
const maxFragments = 20_000;

/**
 * The content of a page in reading order: from its tags, or from its layout with `furniture` left out; then what is
 * filled into its form and noted on it.
 */
export function pageParts(
  page: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  const written = page.annotations.map((text) => ({ kind: 'paragraph' as const, text }));
  return [...drawnParts(page, furniture, style), ...written];
}

function drawnParts(
  { sheets, tagged }: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  if (tagged) return taggedParts(tagged, style);
  return sheets.flatMap((sheet) => {
    const fragments = sheet.fragments.filter((fragment) => !furniture.has(fragment));
    if (fragments.length > maxFragments) return textParts(linesOf(fragments), style);
    const isRightToLeft = fragments.filter((each) => each.isRightToLeft).length > fragments.length / 2;
    const parts = readingOrder(fragments, isRightToLeft).flatMap((region) =>
      lineParts(linesOf(region), style),
    );
    return joinAcrossRegions(parts, style);
  });
}
