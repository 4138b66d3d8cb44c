import './table-view.css';
import type { InlinePiece } from './inline-markup.ts';
import { MarkedPieces } from './marked-pieces.tsx';
import { tableRows } from './table-rows.ts';

interface TableViewProps {
  readonly text: string;
  /** The pieces of one table. */
  readonly pieces: readonly InlinePiece[];
  readonly markStart: number;
  readonly markEnd: number;
}

/** A table of a document in rows and columns. Its bars and rules are kept in its text and take no room. */
export function TableView({ text, pieces, markStart, markEnd }: TableViewProps) {
  const cellClass = (cell: readonly InlinePiece[]) => {
    const words = cell.filter(
      ({ kind, start, end }) => kind !== 'mark' && text.slice(start, end).trim() !== '',
    );
    const start = words[0]?.start ?? markEnd;
    const end = words.at(-1)?.end ?? markStart;
    return start >= markStart && end <= markEnd && start < end ? 'table-cell-marked' : undefined;
  };
  return (
    <table>
      <tbody>
        {tableRows(text, pieces).map(({ cells, kind }, row) => (
          <tr key={row} className={`table-${kind}`}>
            {cells.map((cell, column) => {
              const Cell = kind === 'header' ? 'th' : 'td';
              return (
                <Cell key={column} className={cellClass(cell)}>
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
