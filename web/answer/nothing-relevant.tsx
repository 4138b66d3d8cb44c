import '../shell/notice.css';
import './nothing-relevant.css';
import { useId } from 'react';
import { formatRoute, type Route } from '../route.ts';

interface NothingRelevantProps {
  /** What was said instead of an answer. */
  readonly text: string;
  readonly documentsRoute: Route;
}

/** Says plainly that the documents do not answer the question, and what they are about instead. */
export function NothingRelevant({ text, documentsRoute }: NothingRelevantProps) {
  const heading = useId();
  return (
    <section className="notice nothing-relevant" aria-labelledby={heading}>
      <h3 id={heading}>Nothing relevant found</h3>
      <p dir="auto">{text}</p>
      <p>
        <a href={formatRoute(documentsRoute)}>See the documents</a>
      </p>
    </section>
  );
}
