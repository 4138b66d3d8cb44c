import { isDelimiterRow, rowCells } from '../../src/text/sentences/row-cells.ts';
import { type Alignment, columnAlignments } from '../source/table-rows.ts';
import { type AnswerLine, rowMark } from './answer-line.ts';
import type { AnswerNode, PhraseLine, TableNode } from './answer-node.ts';

/** A line with bars as a row of a table. */
export interface BarredLine {
  readonly cells: string[];
  /** Whether it begins with a bar, so that it is a row whatever stands beside it. */
  readonly isBarred: boolean;
  /** Whether the rule of a table stands below it. */
  readonly isRuled: boolean;
}

/** The row that a line is where it is one. */
export function barredLine({ text, next }: AnswerLine): BarredLine {
  const cells = rowCells(text);
  const isRuled = isDelimiterRow(next) && rowCells(next).length === cells.length;
  return { cells, isBarred: rowMark.test(text), isRuled };
}

type OpenRow = Omit<TableNode['rows'][number], 'isHeader'> & {
  isHeader: boolean;
  /** Whether its sentence began with the row above it. */
  readonly continues: boolean;
};

/** A table of an answer as long as its rows come. */
export class OpenTable {
  readonly node: TableNode;
  /** Whether its rows begin with a bar. */
  readonly isBarred: boolean;
  readonly #rows: OpenRow[] = [];
  readonly #alignments: Alignment[] = [];
  #isRuled = false;

  constructor(isBarred: boolean) {
    this.isBarred = isBarred;
    this.node = { kind: 'table', rows: this.#rows, alignments: this.#alignments };
  }

  /** Whether a row goes on with it, and begins no other. */
  takes({ cells, isRuled }: BarredLine): boolean {
    return this.#isRuled ? !isRuled : cells.length === this.#rows[0]?.cells.length;
  }

  add({ cells }: BarredLine, line: PhraseLine, { continues }: { readonly continues: boolean }): void {
    while (cells.length < (this.#rows[0]?.cells.length ?? 0)) cells.push('');
    this.#rows.push({ cells, isHeader: false, continues, line });
  }

  /** Makes a header of the row above a rule, and of those above that row which are of the same sentence. */
  rule(rule: string): void {
    if (this.#isRuled) return;
    this.#isRuled = true;
    this.#alignments.push(...columnAlignments(rule));
    for (const row of this.#rows.toReversed()) {
      row.isHeader = true;
      if (!row.continues) break;
    }
  }

  /** What it is set as where no row comes any more: a row alone is words. */
  ended(): AnswerNode {
    const [row, other] = this.#rows;
    return row && !other && !row.isHeader ? { kind: 'paragraph', lines: [row.line] } : this.node;
  }
}
