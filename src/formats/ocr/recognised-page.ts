import { type Fragment, joinRuns, type PageText, type Run } from '../pdf/layout/lines.ts';
import type { RecognisedLine, RecognisedPicture } from './text-reader.ts';

/** Lines of which the reader is less sure, letter for letter, are left out: 0 to 1. */
const minConfidence = 0.6;

/** A word without a letter or a digit of which it is less sure is a speck. */
const minSignConfidence = 0.8;

/** Degrees by which a page may be skewed and count as straight. */
const minSkew = 0.1;

/** A line's height differs by so much where it is of the same size as the others. */
const sameSize = 0.18;

/** Left edges that differ by no more than this share of the font size on either side are of one column. */
const sameEdge = 0.25;

type Box = readonly [left: number, top: number, width: number, height: number];

/** Text that was recognised, as if the page had been drawn with it. */
export interface RecognisedPage {
  readonly text: PageText;
  /** Lines that are kept. */
  readonly lines: number;
  /** Lines that were left out since the reader was not sure of them. */
  readonly unsure: number;
  /** Of the letters of the lines that are kept, 0 to 1; 0 where there are none. */
  readonly confidence: number;
}

/** The size of type that pages are laid out for, in points. */
const usualSize = 11;

/** Pixels a point of a picture that does not say: so many that its text is of a usual size. */
export function textScale({ lines }: Pick<RecognisedPicture, 'lines'>): number {
  const heights = lines
    .flatMap(({ words, height }) => words.map(({ text }) => ({ height, letters: text.length })))
    .filter(({ height }) => height > 0)
    .toSorted((one, other) => one.height - other.height);
  const half = heights.reduce((sum, { letters }) => sum + letters, 0) / 2;
  let passed = 0;
  const usual = heights.find(({ letters }) => (passed += letters) >= half)?.height;
  return usual === undefined ? 1 : usual / usualSize;
}

/** A box in points, in pixels. */
export function scaledBox([left, top, width, height]: Box, scale: number): Box {
  return [
    Math.round(left * scale),
    Math.round(top * scale),
    Math.round(width * scale),
    Math.round(height * scale),
  ];
}

/**
 * Makes the lines of a picture the text of a page, for the layout of pages: in points, the skew of the page taken out
 * (each fragment keeps it as its angle), and sizes and left edges that differ by a hair made one.
 * @param scale pixels a point
 */
export function recognisedPage(
  { width, height, turn, lines }: RecognisedPicture,
  { page, scale }: { readonly page: number; readonly scale: number },
): RecognisedPage {
  const cleaned = lines.map(withoutSpecks).filter(({ words }) => words.length > 0);
  const kept = cleaned.filter((line) => confidenceOf(line.words) >= minConfidence);
  const skew = skewOf(kept);
  const sizes = alike(kept.map((line) => line.height / scale));
  const degrees = (skew * 180) / Math.PI - turn;
  const place = {
    skew,
    degrees: Math.abs(degrees) >= minSkew ? degrees : 0,
    scale,
    ...originOf({ width, height, turn }),
  };
  const runs = kept.flatMap((line, index) => runsOf(line, sizes[index] as number, place));
  const fragments = aligned(joinRuns(runs));
  const sheets = fragments.length > 0 ? [{ angle: (360 - turn) % 360, fragments }] : [];
  return {
    text: {
      page,
      height: (turn % 180 === 0 ? height : width) / scale,
      sheets,
      annotations: [],
      unread: 0,
      hasUnreadFont: false,
    },
    lines: kept.length,
    unsure: cleaned.length - kept.length,
    confidence:
      kept.length === 0 ? 0 : Math.round(100 * confidenceOf(kept.flatMap(({ words }) => words))) / 100,
  };
}

function withoutSpecks(line: RecognisedLine): RecognisedLine {
  const words = line.words.filter(
    ({ text, confidence }) =>
      /[\p{L}\p{N}]/u.test(text) || (text.trim() !== '' && confidence >= minSignConfidence),
  );
  return { ...line, words };
}

/** Of the letters of some words, each as sure as its word. */
function confidenceOf(words: RecognisedLine['words']): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

/** The angle at which most of the text stands, in radians; longer lines tell it better. */
function skewOf(lines: readonly RecognisedLine[]): number {
  const slopes = lines
    .map(({ baseline: [x0, y0, x1, y1] }) => ({ angle: Math.atan2(y1 - y0, x1 - x0), length: x1 - x0 }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.angle - other.angle);
  const half = slopes.reduce((sum, { length }) => sum + length, 0) / 2;
  let passed = 0;
  return slopes.find(({ length }) => (passed += length) >= half)?.angle ?? 0;
}

/** Sizes, each as that of the first of those like it, in the order of how many there are. */
function alike(sizes: readonly number[]): readonly number[] {
  const left = new Set(sizes.keys());
  const result = [...sizes];
  while (left.size > 0) {
    let best: readonly number[] = [];
    let shared = 0;
    for (const index of left) {
      const size = sizes[index] as number;
      const near = [...left].filter((one) => Math.abs((sizes[one] as number) - size) <= sameSize * size);
      if (near.length > best.length) [best, shared] = [near, size];
    }
    for (const one of best) {
      result[one] = shared;
      left.delete(one);
    }
  }
  return result;
}

/**
 * Fragments with left edges that are almost below each other put exactly there: a box begins where the ink of its first
 * letter does, further right for an `L` than for an `A`. Edges that most fragments share are taken first.
 */
function aligned(fragments: readonly Fragment[]): readonly Fragment[] {
  let left = fragments.toSorted((one, other) => one.left - other.left);
  const edges = new Map<Fragment, number>();
  while (left.length > 0) {
    let best: readonly Fragment[] = [];
    let [first, end] = [0, 0];
    for (const { left: edge, size } of left) {
      while (edge - (left[first] as Fragment).left > sameEdge * size) first += 1;
      end = Math.max(end, first);
      while (end < left.length && (left[end] as Fragment).left - edge <= sameEdge * size) end += 1;
      if (end - first > best.length) best = left.slice(first, end);
    }
    const edge = (best[best.length >> 1] as Fragment).left;
    for (const fragment of best) edges.set(fragment, edge);
    left = left.filter((fragment) => !edges.has(fragment));
  }
  return fragments.map((fragment) => ({ ...fragment, left: edges.get(fragment) ?? fragment.left }));
}

/** Where the lines of a page stand in what it is turned by its skew and to be upright. */
interface Placing {
  /** Radians. */
  readonly skew: number;
  /** Clockwise, by which the page has its text turned. */
  readonly degrees: number;
  /** Pixels a point. */
  readonly scale: number;
  /** Pixels from the upper left corner of the upright picture to what the corner of the page came to be. */
  readonly x: number;
  readonly y: number;
}

function originOf({ width, height, turn }: Omit<RecognisedPicture, 'lines'>): {
  readonly x: number;
  readonly y: number;
} {
  return { x: turn === 90 || turn === 180 ? width : 0, y: turn === 180 || turn === 270 ? height : 0 };
}

function runsOf(
  { words, baseline }: RecognisedLine,
  size: number,
  { skew, degrees, scale, x, y }: Placing,
): Run[] {
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const [x0, y0, x1, y1] = baseline;
  const along = (px: number, py: number): number => ((px - x) * cos + (py - y) * sin) / scale;
  const level = (((y0 + y1) / 2 - y) * cos - ((x0 + x1) / 2 - x) * sin) / scale;
  return words.map((word) => {
    const middle = (word.top + word.bottom) / 2;
    return {
      text: word.text,
      left: along(word.left, middle),
      right: along(word.right, middle),
      baseline: level,
      size,
      isBold: false,
      isItalic: false,
      isMonospaced: false,
      isRightToLeft: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word.text),
      // Where words are written without spaces, the gaps tell.
      afterSpace: !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word.text),
      ...(degrees !== 0 && { angle: degrees }),
    };
  });
}
