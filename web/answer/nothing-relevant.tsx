import '../shell/notice.css';
import './nothing-relevant.css';
import { useId } from 'react';
import { formatRoute, type Route } from '../route.ts';
import { useWords } from '../words/use-words.tsx';

interface NothingRelevantProps {
  /** What was said instead of an answer. */
  readonly text: string;
  readonly documentsRoute: Route;
}

/** Says plainly that the documents do not answer the question, and what they are about instead. */
export function NothingRelevant({ text, documentsRoute }: NothingRelevantProps) {
  const words = useWords();
  const heading = useId();
  return (
    <div className="notice nothing-relevant" role="group" aria-labelledby={heading}>
      <h3 id={heading}>{words.answer.nothing}</h3>
      <p dir="auto">
        <IsolatedNames text={text} />
      </p>
      <p>
        <a href={formatRoute(documentsRoute)}>{words.answer.seeDocuments}</a>
      </p>
    </div>
  );
}

/**
 * A sentence in which names stand in quotation marks. Each has its own direction, so that the marks and commas around
 * “Lease” stay where they belong in an Arabic sentence.
 */
export function IsolatedNames({ text }: { readonly text: string }) {
  return text
    .split(/(?<=[«“„])([^«»“”„]+)(?=[»”“])/)
    .map((piece, place) => (place % 2 === 1 ? <bdi key={place}>{piece}</bdi> : piece));
}
