import { Fragment, type ReactNode } from 'react';
import { FormulaView } from './formula-view.tsx';
import type { InlinePiece } from './inline-markup.ts';

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
  code: (content) => <code>{content}</code>,
  formula: (content) => <FormulaView source={content} />,
  space: (content) => <span className="run-space">{content}</span>,
};

/** Pieces of text, each set as its kind says. */
export function InlineText({ text, pieces, renderMark }: InlineTextProps) {
  return pieces.map(({ start, end, kind }) => {
    const render = kind === 'mark' ? renderMark : renderings[kind];
    return <Fragment key={start}>{render(text.slice(start, end))}</Fragment>;
  });
}
