import { isDelimiterRow } from '../../src/text/sentences/row-cells.ts';
import { type InlinePiece, pieceWithin } from './inline-markup.ts';

/** The pieces of a run in their order, arranged as lines of cells. */
export interface TableRow {
  readonly cells: readonly (readonly InlinePiece[])[];
  /** `rule`: the line that divides the header from the rest, where one does. */
  readonly kind: 'header' | 'rule' | 'body';
}

/**
 * Arranges the pieces of a table. A bar belongs to the cell behind it, the bar and the space at the end of a line to
 * its last cell, so that the pieces of all cells, put together, are the pieces of the run. What is written before
 * `headerEnd` is the header; below it dashes are what a row says.
 */
export function tableRows(text: string, pieces: readonly InlinePiece[], headerEnd = 0): readonly TableRow[] {
  return pieceLines(text, pieces).map((line) => {
    const isAbove = (line[0]?.start ?? headerEnd) < headerEnd;
    const cells = cellsOf(text, line);
    if (!isAbove) return { cells, kind: 'body' };
    return { cells, kind: isDelimiterRow(textOf(text, line)) ? 'rule' : 'header' };
  });
}

/** Pieces line by line; one with a line break in it is cut behind it. White space at the end stays with the last. */
export function pieceLines(
  text: string,
  pieces: readonly InlinePiece[],
): readonly (readonly InlinePiece[])[] {
  const lines: InlinePiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'space') {
      lines.at(-1)?.push(piece);
      continue;
    }
    let start = piece.start;
    while (start < piece.end) {
      const lineBreak = text.indexOf('\n', start);
      const end = lineBreak < 0 || lineBreak >= piece.end ? piece.end : lineBreak + 1;
      lines.at(-1)?.push(pieceWithin(piece, start, end));
      if (end === lineBreak + 1) lines.push([]);
      start = end;
    }
  }
  return lines.filter((line) => line.length > 0);
}

function cellsOf(text: string, line: readonly InlinePiece[]): readonly (readonly InlinePiece[])[] {
  const contents = line.map(({ start, end }) => text.slice(start, end));
  const first = contents.findIndex((content) => content.trim() !== '');
  const last = contents.findLastIndex((content) => content.trim() !== '');
  const cells: InlinePiece[][] = [[]];
  line.forEach((piece, index) => {
    const isBar = contents[index] === '|' && index > first && index < last;
    if (isBar) cells.push([]);
    cells.at(-1)?.push(piece);
  });
  return cells;
}

function textOf(text: string, pieces: readonly InlinePiece[]): string {
  return pieces.map(({ start, end }) => text.slice(start, end)).join('');
}

/** Where the words of a column stand; undefined where the rule of its table leaves that open. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

/** What a rule says of each column: `:--` left, `:-:` in the middle, `--:` right. */
export function columnAlignments(rule: string): readonly Alignment[] {
  const columns = rule
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return columns.map((column) => {
    const [isLeft, isRight] = [/^\s*:/.test(column), /:\s*$/.test(column)];
    if (isLeft && isRight) return 'center';
    return isRight ? 'right' : isLeft ? 'left' : undefined;
  });
}
