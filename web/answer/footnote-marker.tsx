import './footnote-marker.css';
import './unbroken-mark.css';
import type { ShownCitation } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { isOpen } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';

interface FootnoteMarkerProps {
  readonly citation: ShownCitation;
  readonly source: OpenSource | undefined;
  readonly onOpen: () => void;
}

/** The numeral behind a sentence. It opens the source where the sentence stands, as long as there is one. */
export function FootnoteMarker({ citation, source, onOpen }: FootnoteMarkerProps) {
  const words = useWords();
  const { number, title, quote } = citation;
  return (
    <span className="unbroken-mark">
      {quote === null ? (
        <sup className="footnote-marker">{number}</sup>
      ) : (
        <button
          type="button"
          className="footnote-marker"
          aria-label={`${words.answer.footnote(number)}: ${title}`}
          aria-expanded={isOpen(source, citation)}
          onClick={onOpen}
        >
          {number}
        </button>
      )}
    </span>
  );
}
