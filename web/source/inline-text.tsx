import { Fragment, type ReactNode } from 'react';
import { BreakingName } from '../shell/breaking-name.tsx';
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
  code: (content) => (
    <code className={isShortWord(content) ? 'code-word' : undefined}>
      <BreakingName name={content} />
    </code>
  ),
  formula: (content) => <FormulaView source={content} />,
  space: (content) => <span className="run-space">{content}</span>,
};

/** Whether a piece of code is so short that it need not be broken at its hyphens, as the name of an option. */
function isShortWord(code: string): boolean {
  return code.length <= 24 && !/\s/.test(code);
}

/** Pieces of text, each set as its kind says. */
export function InlineText({ text, pieces, renderMark }: InlineTextProps) {
  return pieces.map(({ start, end, kind }) => {
    const render = kind === 'mark' ? renderMark : renderings[kind];
    return <Fragment key={start}>{render(text.slice(start, end))}</Fragment>;
  });
}
