import { useState } from 'react';
import type { Turn } from '../conversation/turn.ts';
import { answerAsText } from './answer-as-text.ts';

const unpressed = 'Copy answer';

interface CopyAnswerProps {
  readonly turn: Turn;
  /** Whether it is of several collections, which its footnotes then name. */
  readonly isOfSeveral: boolean;
}

/** Copies an answer with its footnotes. Not there where the browser keeps the clipboard from the page. */
export function CopyAnswer({ turn, isOfSeveral }: CopyAnswerProps) {
  const [label, setLabel] = useState<string>(unpressed);
  // A page without HTTPS from another machine has no clipboard.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  const copy = () =>
    clipboard.writeText(answerAsText(turn, { isOfSeveral })).then(
      () => setLabel('Copied'),
      () => setLabel('Not copied'),
    );
  return (
    <button
      type="button"
      onClick={() => void copy()}
      onBlur={() => setLabel(unpressed)}
      onPointerLeave={() => setLabel(unpressed)}
    >
      <span aria-live="polite">{label}</span>
    </button>
  );
}
