import type { Fragment, PageText } from './fragment.ts';
import type { KnownWords } from './known-words.ts';
import type { Line } from './lines.ts';

/** What must be known of the whole document to read a line of it. */
export interface DocumentStyle {
  /** Font size of most of the text, and whether most of it is bold or in a fixed pitch. */
  readonly bodySize: number;
  readonly isBodyBold: boolean;
  readonly isBodyMonospaced: boolean;
  readonly words: KnownWords;
}

/** Larger than the body by this factor: a heading. */
const headingFactor = 1.15;

/** Smaller than the body by this factor: small print, such as footnotes, imprints and the letters of figures. */
const smallFactor = 1.08;

/** What most of the characters on these pages look like, `furniture` aside; `words` are those of the document. */
export function documentStyle(
  pages: readonly PageText[],
  furniture: ReadonlySet<Fragment>,
  words: KnownWords,
): DocumentStyle {
  const bySize = new Map<number, number>();
  let all = 0;
  let bold = 0;
  let monospaced = 0;
  for (const fragment of pages.flatMap(({ sheets }) => sheets.flatMap(({ fragments }) => fragments))) {
    if (furniture.has(fragment)) continue;
    const { text, size, isBold, isMonospaced } = fragment;
    const half = Math.round(size * 2) / 2;
    bySize.set(half, (bySize.get(half) ?? 0) + text.length);
    all += text.length;
    if (isBold) bold += text.length;
    if (isMonospaced) monospaced += text.length;
  }
  const [bodySize] = [...bySize].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0]);
  return { bodySize, isBodyBold: bold > all / 2, isBodyMonospaced: monospaced > all / 2, words };
}

/** Whether a line is larger than the body. */
export function isLarge(line: Line, { bodySize }: DocumentStyle): boolean {
  return line.size > headingFactor * bodySize;
}

/** Whether a line is smaller than the body. */
export function isSmall(line: Line, { bodySize }: DocumentStyle): boolean {
  return line.size * smallFactor < bodySize;
}

/** Whether a line stands out from the body as headings do: by its size or its weight. */
export function standsOut(line: Line, style: DocumentStyle): boolean {
  return isLarge(line, style) || (line.isBold && !style.isBodyBold && line.size >= 0.9 * style.bodySize);
}

/** Whether a line is code in a document that is not all set like code. */
export function isCode(line: Line, { isBodyMonospaced }: DocumentStyle): boolean {
  return line.isMonospaced && !isBodyMonospaced;
}
