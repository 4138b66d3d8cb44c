import './footnote-marker.css';
import type { Citation } from '../../src/answer/answer.ts';
import type { OpenSource } from '../route.ts';
import { isOpen } from '../source/is-open.ts';

interface FootnoteMarkerProps {
  readonly citation: Citation;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** The numeral behind a sentence. It opens the source where the sentence stands. */
export function FootnoteMarker({ citation, source, onOpenSource }: FootnoteMarkerProps) {
  const { number, documentId, title, start, end } = citation;
  return (
    <button
      type="button"
      className="footnote-marker"
      aria-label={`Footnote ${number}: ${title}`}
      aria-expanded={isOpen(source, citation)}
      onClick={() => onOpenSource({ documentId, span: { start, end } })}
    >
      {number}
    </button>
  );
}
