import '../shell/sideways.css';
import './answer-table.css';
import type { ReactNode } from 'react';
import type { MarkedRow, Marker } from './answer-blocks.ts';
import { FormattedText } from './formatted-text.tsx';
import { sentenceClass } from './sentence-class.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** Columns that fit beside each other on a phone; of more, each row is set as a line of words. */
const columnsOnPhone = 3;

interface AnswerTableProps {
  /** The text that the rows are a part of. */
  readonly answer: string;
  readonly rows: readonly MarkedRow[];
  readonly renderMarkers: (markers: readonly Marker[]) => ReactNode;
}

/** Rows of an answer in columns, each with its footnotes at the end of its last cell. */
export function AnswerTable({ answer, rows, renderMarkers }: AnswerTableProps) {
  return (
    <div
      className={
        (rows[0]?.cells.length ?? 0) > columnsOnPhone
          ? 'answer-table answer-table-wide sideways'
          : 'answer-table sideways'
      }
    >
      <table>
        <tbody>
          {rows.map(({ cells, isHeader, markers, sentence }, row) => {
            const Cell = isHeader ? 'th' : 'td';
            return (
              <tr key={row} className={sentenceClass(answer, sentence)}>
                {cells.map((cell, column) => (
                  <Cell key={column}>
                    <FormattedText text={cell} />
                    {column === cells.length - 1 && renderMarkers(markers)}
                    {column === cells.length - 1 && sentence && (
                      <VerdictMark answer={answer} sentence={sentence} />
                    )}
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
