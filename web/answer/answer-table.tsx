import '../shell/sideways.css';
import './answer-table.css';
import type { ReactNode } from 'react';
import { isNumberCell } from '../source/source-runs.ts';
import type { Phrase, TableNode } from './answer-node.ts';
import { FormattedText } from './short-words.tsx';
import { sentenceClass, useMarks, VerdictMark } from './verdict-mark.tsx';

/** Columns that fit beside each other on a phone, whatever is in them. */
const columnsOnPhone = 3;

/** Characters that fit beside each other on a phone. */
const charactersOnPhone = 38;

interface AnswerTableProps {
  /** The text that the rows are a part of. */
  readonly answer: string;
  readonly table: TableNode;
  readonly renderFootnotes: (phrase: Phrase) => ReactNode;
}

/** Rows of an answer in columns. Their footnotes have one of their own, so that they shift no words at a side. */
export function AnswerTable({ answer, table: { rows, alignments }, renderFootnotes }: AnswerTableProps) {
  useMarks();
  return (
    <div className={isWide(rows) ? 'answer-table answer-table-wide sideways' : 'answer-table sideways'}>
      <table>
        <tbody>
          {rows.map(({ cells, isHeader, line: [said] }, row) => {
            const Cell = isHeader ? 'th' : 'td';
            return (
              <tr key={row} className={sentenceClass(answer, said?.sentence)}>
                {cells.map((cell, column) => (
                  <Cell key={column} style={{ textAlign: alignments[column] ?? alignmentOf(rows, column) }}>
                    <FormattedText text={cell} />
                  </Cell>
                ))}
                <td className="answer-table-marks">
                  {said && renderFootnotes(said)}
                  {said?.sentence && <VerdictMark answer={answer} sentence={said.sentence} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Numbers end at one edge, where the table itself says nothing else. */
function alignmentOf(rows: TableNode['rows'], column: number): 'end' | undefined {
  const cells = rows.flatMap(({ cells: own, isHeader }) => (isHeader || !own[column] ? [] : [own[column]]));
  return cells.length > 0 && cells.every(isNumberCell) ? 'end' : undefined;
}

/** Whether the columns do not fit on a phone: there each row is set as a line of words. */
function isWide(rows: TableNode['rows']): boolean {
  const columns = rows[0]?.cells ?? [];
  if (columns.length <= columnsOnPhone) return false;
  const longestWords = columns.map((_, column) =>
    Math.max(...rows.flatMap(({ cells }) => cells[column]?.split(/\s/).map(({ length }) => length) ?? 0)),
  );
  // Two characters are between columns.
  return longestWords.reduce((sum, length) => sum + 2 + length, 0) > charactersOnPhone;
}
