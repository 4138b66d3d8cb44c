import './footnote-list.css';
import type { Citation } from '../../src/answer/answer.ts';
import type { OpenSource } from '../route.ts';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { isOpen } from '../source/is-open.ts';

interface FootnoteListProps {
  readonly citations: readonly Citation[];
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** The footnotes under an answer: where each sentence stands. */
export function FootnoteList({ citations, source, onOpenSource }: FootnoteListProps) {
  return (
    <section className="footnotes" aria-labelledby="footnotes">
      <h2 id="footnotes" className="visually-hidden">
        Footnotes
      </h2>
      <ol>
        {citations.map((citation) => (
          <li key={citation.number} className="footnote">
            <span className="footnote-number" aria-hidden="true">
              {citation.number}
            </span>
            <button
              type="button"
              aria-expanded={isOpen(source, citation)}
              onClick={() =>
                onOpenSource({
                  documentId: citation.documentId,
                  span: { start: citation.start, end: citation.end },
                })
              }
            >
              <span className="visually-hidden">Footnote {citation.number}: </span>
              <HeadingTrail {...citation} />
              <span className="footnote-path">{citation.path}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
