import type { KnownWords } from './known-words.ts';

type Rows = readonly (readonly string[])[];

/** Rows with each cell in one line, words that were broken at the ends of its lines whole again. */
export function wholeCells(rows: Rows, words: KnownWords): Rows {
  return rows.map((row) =>
    row.map((cell) => cell.split('\n').reduce((text, line) => words.join(text, line))),
  );
}
