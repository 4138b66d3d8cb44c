import { type DocumentStyle, isCode } from './document-style.ts';
import type { Line } from './lines.ts';

/** The width of a character of a fixed pitch in font sizes. */
const pitch = 0.6;

const maxIndent = 400;

/** Baselines further apart than this many font sizes have a blank line between them. */
const maxLeading = 1.7;

/** How a line that only code has ends, or begins and ends. */
const codeLine = /[{};]$|^[)}\]]+,?$/;

/** The lines of a fixed pitch that are code, and not words or figures in columns. */
export function codeLines(lines: readonly Line[], style: DocumentStyle): ReadonlySet<Line> {
  const code = new Set<Line>();
  for (let start = 0; start < lines.length; start += 1) {
    let end = start;
    while (end < lines.length && isCode(lines[end] as Line, style)) end += 1;
    const run = lines.slice(start, end);
    if (run.some(({ text }) => codeLine.test(text))) for (const line of run) code.add(line);
    start = end;
  }
  return code;
}

/**
 * Pieces of a page with those of code that follow each other as one, whatever space is between them. `linesOfCode`: the
 * lines of a piece that is code; `toPiece` makes one of such lines.
 */
export function withWholeCode<Piece>(
  pieces: readonly Piece[],
  linesOfCode: (piece: Piece) => readonly Line[] | undefined,
  toPiece: (lines: readonly Line[]) => Piece,
): readonly Piece[] {
  const whole: Piece[] = [];
  let code: Line[] | undefined;
  for (const piece of pieces) {
    const lines = linesOfCode(piece);
    if (lines && code) code.push(...lines);
    else {
      code = lines && [...lines];
      whole.push(code ? toPiece(code) : piece);
    }
  }
  return whole;
}

/** Lines of a fixed pitch with their indent and gaps as spaces, and a blank line for each space between them. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  return lines
    .map(({ fragments, baseline, size }, index) => {
      const above = lines[index - 1];
      const isApart = above !== undefined && baseline - above.baseline > maxLeading * size;
      let text = '';
      for (const fragment of fragments) {
        const column = Math.round((fragment.left - left) / (pitch * fragment.size));
        const separator = text === '' ? '' : ' ';
        text = (text + separator).padEnd(Math.min(column, maxIndent), ' ') + fragment.text;
      }
      return isApart ? `\n${text}` : text;
    })
    .join('\n');
}
