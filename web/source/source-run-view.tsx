import { type CSSProperties, memo, type ReactNode } from 'react';
import { useWords } from '../words/use-words.tsx';
import type { Dialect } from './inline-markup.ts';
import { MarkedPieces } from './inline-text.tsx';
import { RunPicture } from './run-picture.tsx';
import { runPieces } from './run-pieces.ts';
import type { Look, SourceRun } from './source-runs.ts';
import { pieceLines } from './table-rows.ts';
import { type RowCells, TableView } from './table-view.tsx';

/** Roughly how many characters fit on a line: only guesses the height of what is not laid out yet. */
const charactersPerLine = 70;

/** The same of a picture. */
const pictureLines = 10;

interface SourceRunViewProps {
  readonly text: string;
  readonly run: SourceRun;
  readonly look: Look;
  readonly dialect: Dialect;
  /** Level in the outline of the page, for headings. */
  readonly outlineLevel: number | undefined;
  /** Of code that stands in a file of code, the number of its first line. */
  readonly firstLine: number | undefined;
  /** The cells of each row of a sheet, by where it begins. */
  readonly cells: RowCells | undefined;
  /** Of a figure, where its picture is fetched; undefined where it has none. */
  readonly picture: string | undefined;
  /** The part of `[run.start, run.end)` to mark; nothing where the two are equal. */
  readonly markStart: number;
  readonly markEnd: number;
}

/** One run of a document. Its text content is the document's text, character for character. */
export const SourceRunView = memo(function SourceRunView(props: SourceRunViewProps) {
  const words = useWords();
  const { text, run, look, dialect, outlineLevel, firstLine, cells, picture, markStart, markEnd } = props;
  const marked = { text, pieces: runPieces(text, run, dialect), markStart, markEnd };
  const lines =
    Math.ceil((run.end - run.start) / charactersPerLine) + (picture === undefined ? 0 : pictureLines);
  const bullet = run.kind === 'item' ? bulletOf(text.slice(run.start, run.end)) : undefined;
  const set = {
    className: classesOf(run, bullet),
    dir: run.kind === 'code' ? 'ltr' : 'auto',
    style: { '--lines': lines, '--level': run.level } as CSSProperties,
  };
  if (run.kind === 'table') {
    // Wider than the page, it is moved sideways, by keys too.
    return (
      <div {...set} role="group" aria-label={words.source.table} tabIndex={0}>
        <TableView {...marked} layout={run.table} isSheet={look === 'sheet'} cells={cells} />
      </div>
    );
  }
  if (firstLine !== undefined) {
    return (
      <div {...set} className={`${set.className} run-lines-of-code`}>
        {pieceLines(text, marked.pieces).map((pieces, index) => (
          <span key={index} className="code-line" data-line={firstLine + index}>
            <MarkedPieces {...marked} pieces={pieces} renderMark={(content) => content} />
          </span>
        ))}
      </div>
    );
  }
  return (
    <div {...set} role={roleOf(run, outlineLevel)} aria-level={outlineLevel}>
      {picture !== undefined && <RunPicture address={picture} caption={seenOf(marked)} />}
      <MarkedPieces {...marked} renderMark={renderMark} />
    </div>
  );
});

/** The words of a run without the marks of its form. */
function seenOf({ text, pieces }: Pick<Parameters<typeof MarkedPieces>[0], 'text' | 'pieces'>): string {
  const seen = pieces.filter(({ kind }) => kind !== 'mark' && kind !== 'space');
  return seen.map(({ start, end }) => text.slice(start, end)).join('');
}

function classesOf({ kind, level }: SourceRun, bullet: string | undefined): string {
  const classes = [
    'run',
    `run-${kind}`,
    level > 0 && `run-level-${level}`,
    kind === 'table' && 'sideways',
    bullet !== undefined && `run-item-${bullet}`,
  ];
  return classes.filter(Boolean).join(' ');
}

/** What stands before an item: a bullet, or a number of its own; undefined where it goes on behind code. */
function bulletOf(item: string): 'bullet' | 'number' | undefined {
  const [, mark, digit] = /^[ \t]*([-*+•]|(\d)[^\s]*)[ \t]/.exec(item) ?? [];
  return mark === undefined ? undefined : digit === undefined ? 'bullet' : 'number';
}

function roleOf({ kind }: SourceRun, outlineLevel: number | undefined): string | undefined {
  if (outlineLevel !== undefined) return 'heading';
  if (kind === 'rule') return 'separator';
  if (kind === 'item') return 'listitem';
  return kind === 'quote' ? 'blockquote' : undefined;
}

/** Punctuation that only means form is not seen, but numbers of items are, and boxes as such. */
function renderMark(content: string): ReactNode {
  if (/^[ \t]*\d/.test(content)) return <span className="run-number">{content}</span>;
  const [, ticked] = /^\[([ xX])\]$/.exec(content) ?? [];
  if (ticked === undefined) return <span className="run-mark">{content}</span>;
  return (
    <span className="run-box" data-box={ticked === ' ' ? '☐' : '☑'}>
      {content}
    </span>
  );
}
