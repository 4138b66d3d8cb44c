import { type CSSProperties, memo } from 'react';
import { useWords } from '../words/use-words.tsx';
import { MarkedPieces } from './marked-pieces.tsx';
import { runPieces } from './run-pieces.ts';
import type { SourceRun } from './source-runs.ts';
import { TableView } from './table-view.tsx';

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
  const words = useWords();
  const { text, run, outlineLevel, markStart, markEnd } = props;
  const marked = { text, pieces: runPieces(text, run), markStart, markEnd };
  const lines = Math.ceil((run.end - run.start) / charactersPerLine);
  const set = {
    className: classesOf(run),
    dir: run.kind === 'code' ? 'ltr' : 'auto',
    style: { '--lines': lines, '--level': run.level } as CSSProperties,
  };
  if (run.kind === 'table') {
    // Wider than the page, it is moved sideways, by keys too.
    return (
      <div {...set} role="group" aria-label={words.source.table} tabIndex={0}>
        <TableView {...marked} headerEnd={run.headerEnd} />
      </div>
    );
  }
  return (
    <div {...set} role={outlineLevel === undefined ? undefined : 'heading'} aria-level={outlineLevel}>
      <MarkedPieces {...marked} renderMark={renderMark} />
    </div>
  );
});

function classesOf({ kind, level }: SourceRun): string {
  const classes = ['run', `run-${kind}`, level > 0 && `run-level-${level}`, kind === 'table' && 'sideways'];
  return classes.filter(Boolean).join(' ');
}

function renderMark(content: string) {
  return <span className="run-mark">{content}</span>;
}
