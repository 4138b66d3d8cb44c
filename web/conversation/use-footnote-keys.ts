import { useRef } from 'react';
import type { OpenSource } from '../route.ts';
import { isOpen } from '../source/is-open.ts';
import { useDocumentEvent } from '../use-document-event.ts';
import type { ShownCitation, Turn } from './turn.ts';

type OpenCitation = (turn: Turn, citation: ShownCitation) => void;

/** Where an arrow key has a meaning of its own: in a field, and in what is moved sideways. */
const ownArrows = 'input, textarea, select, [role="group"]';

const steps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Brings the arrow keys from the footnote that is opened to the one before and the one behind it, through all answers
 * of a conversation. Returns how a footnote is opened from now on, so that of two with the same place it is known
 * which.
 */
export function useFootnoteKeys(
  turns: readonly Turn[],
  source: OpenSource | undefined,
  onOpen: OpenCitation,
): OpenCitation {
  const last = useRef<ShownCitation>(undefined);
  const open: OpenCitation = (turn, citation) => {
    last.current = citation;
    onOpen(turn, citation);
  };
  useDocumentEvent('keydown', (event) => {
    const step = steps[event.key];
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const isTaken = event.target instanceof Element && event.target.closest(ownArrows) !== null;
    if (step === undefined || isModified || isTaken) return;
    const footnotes = turns
      .flatMap((turn) => turn.citations.map((citation) => ({ turn, citation })))
      .filter(({ citation }) => citation.quote !== null);
    const opened = footnotes.filter(({ citation }) => isOpen(source, citation));
    const from = opened.find(({ citation }) => citation === last.current) ?? opened[0];
    const next = from && footnotes[footnotes.indexOf(from) + step];
    if (!next) return;
    event.preventDefault();
    open(next.turn, next.citation);
  });
  return open;
}
