import { type CSSProperties, memo } from 'react';
import { InlineText } from './inline-text.tsx';
import { piecesWithin, runPieces } from './run-pieces.ts';
import type { SourceRun } from './source-runs.ts';

/** Roughly how many characters fit on a line: only guesses the height of what is not laid out yet. */
const charactersPerLine = 70;

interface SourceRunViewProps {
  readonly text: string;
  readonly run: SourceRun;
  /** Level in the outline of the page, for headings. */
  readonly outlineLevel: number | undefined;
  /** The part of `[run.start, run.end)` to mark; nothing where the two are equal. */
  readonly markStart: number;
  readonly markEnd: number;
}

/** One run of a document. Its text content is the document's text, character for character. */
export const SourceRunView = memo(function SourceRunView(props: SourceRunViewProps) {
  const { text, run, outlineLevel, markStart, markEnd } = props;
  const pieces = runPieces(text, run);
  const within = (start: number, end: number) => (
    <InlineText text={text} pieces={piecesWithin(pieces, start, end)} renderMark={renderMark} />
  );
  const lines = Math.ceil((run.end - run.start) / charactersPerLine);
  return (
    <div
      className={`run run-${run.kind}${run.level > 0 ? ` run-level-${run.level}` : ''}`}
      dir={run.kind === 'code' || run.kind === 'table' ? 'ltr' : 'auto'}
      role={outlineLevel === undefined ? undefined : 'heading'}
      aria-level={outlineLevel}
      style={{ '--lines': lines } as CSSProperties}
    >
      {within(run.start, markStart)}
      {markEnd > markStart && <mark>{within(markStart, markEnd)}</mark>}
      {within(Math.max(markStart, markEnd), run.end)}
    </div>
  );
});

function renderMark(content: string) {
  return <span className="run-mark">{content}</span>;
}
