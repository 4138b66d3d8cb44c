import { isDelimiterRow } from '../../src/text/sentences/table-row.ts';
import { type InlinePiece, pieceWithin } from './inline-markup.ts';

/** The pieces of a run in their order, arranged as lines of cells. */
export interface TableRow {
  readonly cells: readonly (readonly InlinePiece[])[];
  /** Whether it is above the line that divides the header from the rest, or that line itself. */
  readonly kind: 'header' | 'rule' | 'body';
}

/** The last line up to which a rule makes headers of what stands above it. */
const deepestRule = 4;

/**
 * Arranges the pieces of a table. A bar or separator belongs to the cell behind it, the bar and the space at the end of
 * a line to its last cell, so that the pieces of all cells, put together, are the pieces of the run. Rows up to
 * `headerEnd` are headers also where no line divides them from the rest.
 */
export function tableRows(text: string, pieces: readonly InlinePiece[], headerEnd = 0): readonly TableRow[] {
  const lines = pieceLines(text, pieces).map((line) => ({
    cells: cellsOf(text, line),
    isRule: isDelimiterRow(textOf(text, line)),
    isHeader: (line[0]?.start ?? headerEnd) < headerEnd,
  }));
  const rule = lines.slice(0, deepestRule).findIndex(({ isRule }) => isRule);
  return lines.map(({ cells, isRule, isHeader }, index) => ({
    cells,
    kind: isRule ? 'rule' : index < rule || isHeader ? 'header' : 'body',
  }));
}

/** Pieces line by line; one with a line break in it is cut behind it. White space at the end stays with the last. */
function pieceLines(text: string, pieces: readonly InlinePiece[]): readonly (readonly InlinePiece[])[] {
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
    const isSeparator = piece.kind === 'mark' && /^[\t;,]$/.test(contents[index] ?? '');
    if (isBar || isSeparator) cells.push([]);
    cells.at(-1)?.push(piece);
  });
  return cells;
}

function textOf(text: string, pieces: readonly InlinePiece[]): string {
  return pieces.map(({ start, end }) => text.slice(start, end)).join('');
}
