import '../shell/sideways.css';
import './table-view.css';
import { columnAlignments } from './column-alignments.ts';
import type { InlinePiece } from './inline-markup.ts';
import { MarkedPieces } from './marked-pieces.tsx';
import { tableRows } from './table-rows.ts';

/** Characters from which a cell is not squeezed to its longest word. */
const longCell = 40;

interface TableViewProps {
  readonly text: string;
  /** The pieces of one table. */
  readonly pieces: readonly InlinePiece[];
  readonly headerEnd: number | undefined;
  readonly markStart: number;
  readonly markEnd: number;
}

/** A table of a document in rows and columns. Its bars and rules are kept in its text and take no room. */
export function TableView({ text, pieces, headerEnd, markStart, markEnd }: TableViewProps) {
  const cellClasses = (cell: readonly InlinePiece[]) => {
    const words = cell.filter(
      ({ kind, start, end }) => kind !== 'mark' && text.slice(start, end).trim() !== '',
    );
    const start = words[0]?.start ?? markEnd;
    const end = start + text.slice(start, words.at(-1)?.end).trimEnd().length;
    const isMarked = words.length > 0 && start >= markStart && end <= markEnd;
    const isLong = end - start > longCell;
    return (
      [isMarked && 'table-cell-marked', isLong && 'table-cell-long'].filter(Boolean).join(' ') || undefined
    );
  };
  const rows = tableRows(text, pieces, headerEnd);
  const rule = rows.find(({ kind }) => kind === 'rule')?.cells.flat() ?? [];
  const alignments = columnAlignments(text.slice(rule[0]?.start ?? 0, rule.at(-1)?.end ?? 0));
  return (
    <table>
      <tbody>
        {rows.map(({ cells, kind }, row) => (
          <tr key={row} className={`table-${kind}`}>
            {cells.map((cell, column) => {
              const Cell = kind === 'header' ? 'th' : 'td';
              return (
                <Cell key={column} className={cellClasses(cell)} style={{ textAlign: alignments[column] }}>
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

function renderMark(content: string) {
  return <span className={/^[|\s]*$/.test(content) ? 'table-bar' : 'run-mark'}>{content}</span>;
}
