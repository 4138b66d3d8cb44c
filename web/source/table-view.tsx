import '../shell/sideways.css';
import './table-view.css';
import { createContext, useContext } from 'react';
import type { InlinePiece } from './inline-markup.ts';
import { MarkedPieces } from './inline-text.tsx';
import type { TableLayout } from './source-runs.ts';
import { columnAlignments, tableRows } from './table-rows.ts';

/** The cells of rows as their sheet names them, `B2:D2`, by where each row begins in the text. */
export type RowCells = ReadonlyMap<number, string>;

/** Where the cell stands that a row is cited for; undefined where there is none. */
export const AskedCell = createContext<{ readonly start: number; readonly end: number } | undefined>(
  undefined,
);

/** Characters from which a cell is not squeezed to its longest word. */
const longCell = 40;

interface TableViewProps {
  readonly text: string;
  /** The pieces of one table, or of a part of it. */
  readonly pieces: readonly InlinePiece[];
  readonly layout: TableLayout | undefined;
  /** Whether it is set as the grid of a sheet, its columns as wide in each of its parts. */
  readonly isSheet: boolean;
  /** Where its rows stand in their sheet, where that is known. */
  readonly cells: RowCells | undefined;
  readonly markStart: number;
  readonly markEnd: number;
}

/** A table of a document in rows and columns. Its bars and rules are kept in its text and take no room. */
export function TableView({ text, pieces, layout, isSheet, cells, markStart, markEnd }: TableViewProps) {
  const asked = useContext(AskedCell);
  const cellClasses = (cell: readonly InlinePiece[]) => {
    const words = cell.filter(
      ({ kind, start, end }) => kind !== 'mark' && text.slice(start, end).trim() !== '',
    );
    const first = words[0]?.start ?? markEnd;
    const said = text.slice(first, words.at(-1)?.end).trimEnd();
    const start = first + said.length - said.trimStart().length;
    const end = first + said.length;
    const isMarked = words.length > 0 && start >= markStart && end <= markEnd;
    const isLong = !isSheet && end - start > longCell;
    const isAsked = asked !== undefined && words.length > 0 && start >= asked.start && end <= asked.end;
    const classes = [
      isMarked && 'table-cell-marked',
      isAsked && 'table-cell-asked',
      isLong && 'table-cell-long',
    ];
    return classes.filter(Boolean).join(' ') || undefined;
  };
  const columns = layout?.columns ?? [];
  const rows = tableRows(text, pieces, layout?.headerEnd);
  const rule = rows.find(({ kind }) => kind === 'rule')?.cells.flat() ?? [];
  const alignments = columnAlignments(text.slice(rule[0]?.start ?? 0, rule.at(-1)?.end ?? 0));
  const alignmentOf = (column: number) =>
    alignments[column] ?? (columns[column]?.isNumeric ? 'end' : undefined);
  const rangeOf = (row: number) => cells?.get(rows[row]?.cells[0]?.[0]?.start ?? -1);
  const letters = cells && lettersOf(rangeOf(0), columns.length);
  const hasNumbers = cells !== undefined && rows.some((_, row) => rangeOf(row) !== undefined);
  return (
    <table
      className={isSheet ? 'table-grid' : undefined}
      style={isSheet ? { width: widthOf(columns, hasNumbers) } : undefined}
    >
      {isSheet && (
        <colgroup>
          {hasNumbers && <col className="table-numbers" />}
          {columns.map(({ width }, column) => (
            <col key={column} style={{ width: columnWidth(width) }} />
          ))}
        </colgroup>
      )}
      {letters && (
        <thead aria-hidden="true">
          <tr className="table-letters">
            {hasNumbers && <td />}
            {letters.map((letter) => (
              <td key={letter} data-label={letter} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className={`table-${row.kind}`}>
            {hasNumbers && <td aria-hidden="true" data-label={/\d+/.exec(rangeOf(index) ?? '')?.[0]} />}
            {row.cells.map((cell, column) => {
              const Cell = row.kind === 'header' ? 'th' : 'td';
              return (
                <Cell key={column} className={cellClasses(cell)} style={{ textAlign: alignmentOf(column) }}>
                  <MarkedPieces
                    text={text}
                    pieces={cell}
                    markStart={markStart}
                    markEnd={markEnd}
                    renderMark={renderMark}
                  />
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With room at both sides of its longest cell. */
function columnWidth(characters: number): string {
  return `calc(${characters}ch + 1.3rem)`;
}

function widthOf(columns: TableLayout['columns'], hasNumbers: boolean): string {
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  return `calc(${characters}ch + ${1.3 * columns.length + (hasNumbers ? 3 : 0)}rem)`;
}

/** The letters of so many columns of which the first row is a range; undefined where they are not side by side. */
function lettersOf(range: string | undefined, count: number): readonly string[] | undefined {
  const [, from = '', to = from] = /^([A-Z]+)\d+(?::([A-Z]+)\d+)?$/.exec(range ?? '') ?? [];
  if (from === '') return undefined;
  const letters = [from];
  while (letters.at(-1) !== to && letters.length <= count) letters.push(nextLetter(letters.at(-1) ?? ''));
  return letters.length === count ? letters : undefined;
}

/** `AA` behind `Z`. */
function nextLetter(letters: string): string {
  const last = letters.charCodeAt(letters.length - 1);
  const before = letters.slice(0, -1);
  if (last < 90) return before + String.fromCharCode(last + 1);
  return before === '' ? 'AA' : `${nextLetter(before)}A`;
}

function renderMark(content: string) {
  return <span className={/^[|\s]*$/.test(content) ? 'table-bar' : 'run-mark'}>{content}</span>;
}
