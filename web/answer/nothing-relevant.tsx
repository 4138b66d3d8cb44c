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
      <p dir="auto">{text}</p>
      <p>
        <a href={formatRoute(documentsRoute)}>{words.answer.seeDocuments}</a>
      </p>
    </div>
  );
}
