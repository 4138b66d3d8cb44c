import './footnote-list.css';
import { useId } from 'react';
import type { ShownCitation } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { FilePath } from '../shell/file-path.tsx';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { isOpen } from '../source/is-open.ts';

interface FootnoteListProps {
  readonly citations: readonly ShownCitation[];
  readonly source: OpenSource | undefined;
  readonly onOpenCitation: (citation: ShownCitation) => void;
}

/** The footnotes under an answer: where each sentence stands. */
export function FootnoteList({ citations, source, onOpenCitation }: FootnoteListProps) {
  const heading = useId();
  return (
    <section className="footnotes" aria-labelledby={heading}>
      <h3 id={heading} className="visually-hidden">
        Footnotes
      </h3>
      <ol>
        {citations.map((citation) => (
          <li key={citation.number} className="footnote">
            <span className="footnote-number" aria-hidden="true">
              {citation.number}
            </span>
            {citation.quote === null ? (
              <span className="footnote-gone">The document was removed.</span>
            ) : (
              <button
                type="button"
                aria-expanded={isOpen(source, citation)}
                onClick={() => onOpenCitation(citation)}
              >
                <span className="visually-hidden">Footnote {citation.number}: </span>
                <HeadingTrail {...citation} />
                <span className="footnote-path">
                  <FilePath path={citation.path} />
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
