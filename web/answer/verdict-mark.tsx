import './verdict-mark.css';
import { useId, useState } from 'react';
import type { CheckedSentence, Verdict } from '../../src/contracts/citation.ts';

/** What is said of a sentence that its sources do not bear out; of the others nothing is. */
const doubts: Readonly<Partial<Record<Verdict, string>>> = {
  partial: 'Only partly in its source',
  unsupported: 'Not in its source',
  uncited: 'Names no source',
};

/** Whether a sentence carries a mark. */
export function isDoubtful({ verdict }: CheckedSentence): boolean {
  return doubts[verdict] !== undefined;
}

/** A quiet question mark behind a sentence that its sources do not bear out. It says what is missing. */
export function VerdictMark({ sentence }: { readonly sentence: CheckedSentence }) {
  const [isOpen, setIsOpen] = useState(false);
  const note = useId();
  const doubt = doubts[sentence.verdict];
  if (doubt === undefined) return null;
  const { missing } = sentence;
  return (
    <>
      <button
        type="button"
        className="verdict-mark"
        aria-label={doubt}
        aria-expanded={isOpen}
        aria-controls={note}
        onClick={() => setIsOpen(!isOpen)}
      >
        ?
      </button>
      <span id={note} className="verdict-note" hidden={!isOpen}>
        {doubt}
        {missing.length > 0 && <>. Missing: {missing.join(', ')}</>}
      </span>
    </>
  );
}
