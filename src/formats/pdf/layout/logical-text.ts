import { groupNeighbours } from '../../document/reading-order.ts';
import type { Fragment } from './fragment.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/gu;

/** Whether text is written from right to left, by most of its letters. */
export function runsRightToLeft(texts: readonly string[]): boolean {
  const toTheLeft = count(texts, rightToLeft);
  return toTheLeft > 0 && toTheLeft > count(texts, leftToRight);
}

/**
 * The text of pieces that touch on one line in the order of reading, of which some run from right to left: the
 * reordering for display (Unicode Standard Annex 9, L2) undone piece by piece. Pieces that run one way stay together;
 * `spaceBetween` is what stands between two, the left one first.
 */
export function logicalText<Piece extends Pick<Fragment, 'text' | 'left' | 'isRightToLeft'>>(
  pieces: readonly Piece[],
  spaceBetween: (left: Piece, right: Piece) => string,
): string {
  const sorted = pieces.toSorted((a, b) => a.left - b.left);
  const stretches = groupNeighbours(
    sorted,
    ([first], { isRightToLeft }) => first?.isRightToLeft === isRightToLeft,
  );
  const isReversed = runsRightToLeft(pieces.map(({ text }) => text));
  return inOrder(
    stretches.map((stretch) => ({
      text: textOfStretch(stretch, isReversed, spaceBetween),
      first: stretch[0] as Piece,
      last: stretch.at(-1) as Piece,
    })),
    isReversed,
    (left, right) => spaceBetween(left.last, right.first),
  );
}

/** A number that ends a sentence in a line from right to left is drawn with its full stop to the left of it. */
const stopBeforeNumber = /^\s*([.,:;!?]+)(?=\d)(.*)$/s;

function textOfStretch<Piece extends Pick<Fragment, 'text' | 'isRightToLeft'>>(
  stretch: readonly Piece[],
  isInReversed: boolean,
  spaceBetween: (left: Piece, right: Piece) => string,
): string {
  const isRightToLeft = stretch[0]?.isRightToLeft === true;
  const text = inOrder(stretch, isRightToLeft, spaceBetween);
  return isInReversed && !isRightToLeft ? text.replace(stopBeforeNumber, '$2$1') : text;
}

/** Texts from left to right, or the other way round. */
function inOrder<Item extends { readonly text: string }>(
  items: readonly Item[],
  isReversed: boolean,
  spaceBetween: (left: Item, right: Item) => string,
): string {
  return items.reduce((text, item, index) => {
    const before = items[index - 1];
    const space = before ? spaceBetween(before, item) : '';
    return isReversed ? item.text.trim() + space + text : text + space + item.text.trim();
  }, '');
}

function count(texts: readonly string[], script: RegExp): number {
  return texts.reduce((sum, text) => sum + (text.match(script)?.length ?? 0), 0);
}
