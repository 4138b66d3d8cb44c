import { Fragment, type ReactNode } from 'react';
import { BreakingName } from '../shell/breaking-name.tsx';
import { FormulaView } from './formula-view.tsx';
import { type InlinePiece, piecesWithin } from './inline-markup.ts';

interface InlineTextProps {
  /** The text that the pieces point into. */
  readonly text: string;
  readonly pieces: readonly InlinePiece[];
  /** How punctuation that only means formatting is shown; it can be left out. */
  readonly renderMark: (content: string) => ReactNode;
}

const renderings: Readonly<Record<Exclude<InlinePiece['kind'], 'mark'>, (content: string) => ReactNode>> = {
  text: (content) => content,
  strong: (content) => <strong>{content}</strong>,
  emphasis: (content) => <em>{content}</em>,
  struck: (content) => <s>{content}</s>,
  code: (content) => <code>{content.split(/(\s+)/).map(codeWord)}</code>,
  formula: (content) => <FormulaView source={content} />,
  label: (content) => <span className="run-label">{content}</span>,
  space: (content) => <span className="run-space">{content}</span>,
};

/** Longest word of code that need not be broken at its hyphens, as the name of an option. */
const longestWhole = 24;

/** A word of code, or what stands between two. */
function codeWord(word: string, place: number): ReactNode {
  const name = <BreakingName key={place} name={word} />;
  if (word.length > longestWhole || word.trim() === '') return name;
  return (
    <span key={place} className="code-word">
      {name}
    </span>
  );
}

/** Pieces of text, each set as its kind says. */
export function InlineText({ text, pieces, renderMark }: InlineTextProps) {
  return pieces.map(({ start, end, kind }) => {
    const render = kind === 'mark' ? renderMark : renderings[kind];
    return <Fragment key={start}>{render(text.slice(start, end))}</Fragment>;
  });
}

interface MarkedPiecesProps {
  readonly text: string;
  readonly pieces: readonly InlinePiece[];
  /** The part of the text to mark; nothing where the two are equal. */
  readonly markStart: number;
  readonly markEnd: number;
  /** How punctuation that only means form is shown. */
  readonly renderMark: (content: string) => ReactNode;
}

/** Pieces of a document with the cited part among them marked. */
export function MarkedPieces({ text, pieces, markStart, markEnd, renderMark }: MarkedPiecesProps) {
  const start = pieces[0]?.start ?? 0;
  const end = pieces.at(-1)?.end ?? 0;
  const from = Math.min(Math.max(markStart, start), end);
  const to = Math.min(Math.max(markEnd, from), end);
  const within = (first: number, last: number) => (
    <InlineText text={text} pieces={piecesWithin(pieces, first, last)} renderMark={renderMark} />
  );
  return (
    <>
      {within(start, from)}
      {to > from && <mark>{within(from, to)}</mark>}
      {within(to, end)}
    </>
  );
}
