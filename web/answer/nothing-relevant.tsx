import '../shell/notice.css';
import './nothing-relevant.css';
import type { Answer } from '../../src/answer/answer.ts';
import { formatRoute, type Route } from '../route.ts';

interface NothingRelevantProps {
  readonly answer: Answer;
  readonly documentsRoute: Route;
}

/** Says plainly that the documents do not answer the question, and what they are about instead. */
export function NothingRelevant({ answer, documentsRoute }: NothingRelevantProps) {
  return (
    <section className="notice nothing-relevant" aria-labelledby="nothing-relevant">
      <h2 id="nothing-relevant">Nothing relevant found</h2>
      <p>{answer.answer}</p>
      <p>
        <a href={formatRoute(documentsRoute)}>See the documents</a>
      </p>
    </section>
  );
}
