import './explain-panel.css';
import { memo, useId } from 'react';
import type { Answer } from '../../src/answer/answer.ts';
import type { Hit } from '../../src/retrieve/hit.ts';
import type { OpenSource } from '../route.ts';
import { formatNumber } from '../shell/format-number.ts';
import { useWords } from '../words/use-words.tsx';
import { pageLocale, type Words } from '../words/words.ts';
import { ExplainHit } from './explain-hit.tsx';
import { largestShares } from './score-parts.tsx';
import { StageTimings } from './stage-timings.tsx';

interface ExplainPanelProps {
  readonly answer: Answer;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** Why these passages came up and in this order, what was left out, and where the time went. Closed at first. */
export const ExplainPanel = memo(function ExplainPanel({ answer, onOpenSource }: ExplainPanelProps) {
  const { explain: words } = useWords();
  const { hits, dropped, question, relevance, timings } = answer;
  const heading = useId();
  const largest = largestShares(words, [...hits, ...dropped], question);
  const numbers = new Map(hits.map(({ chunkId }, index) => [chunkId, index + 1]));
  const explained = (hit: Hit, index: number) => (
    <ExplainHit
      key={hit.chunkId}
      hit={hit}
      rank={hit.explain.droppedBy ? undefined : index + 1}
      repeats={numbers.get(hit.explain.duplicateOf ?? '')}
      question={question}
      largest={largest}
      onOpenSource={onOpenSource}
    />
  );
  return (
    <details className="explain">
      <summary>{answer.abstained ? words.closest : words.why}</summary>
      <p className="explain-plain">{plainReason(words, answer)}</p>
      <dl className="explain-figures">
        <Figure name={words.keywords} value={question.keywords || words.none} />
        {question.recognised.length > 0 && (
          <Figure
            name={words.recognised}
            value={question.recognised.map(({ kind, text }) => `${kind} ${text}`).join(', ')}
          />
        )}
        {question.expansions.length > 0 && (
          <Figure
            name={words.alsoSearched}
            value={question.expansions
              .map(({ kind, from, term }) => `${term} (${words.expansion(kind, from)})`)
              .join(', ')}
          />
        )}
        <Figure name={words.language} value={question.language} />
        <Figure
          name={words.bestCosine}
          value={relevance.bestCosine === null ? words.noneCounts : formatNumber(relevance.bestCosine, 2)}
        />
        <Figure name={words.covered} value={`${formatNumber(relevance.coverage * 100)} %`} />
        <Figure
          name={words.confidence}
          value={`${formatNumber(answer.confidence * 100)} %: ${answer.confidenceReason}`}
        />
        {answer.model && <Figure name={words.model} value={answer.model.name} />}
      </dl>
      {hits.length > 0 && (
        <section aria-labelledby={heading}>
          <h3 id={heading}>{words.passages}</h3>
          <ol>{hits.map(explained)}</ol>
        </section>
      )}
      {dropped.length > 0 && (
        <details className="explain-dropped" open={hits.length === 0}>
          <summary>{words.leftOut(dropped.length)}</summary>
          <ol>{dropped.map(explained)}</ol>
        </details>
      )}
      <StageTimings timings={timings} />
    </details>
  );
});

/** How many words of the question are named. */
const wordsNamed = 4;

/** Why the best passage is the best, in a sentence. */
function plainReason(
  words: Words['explain'],
  { hits: [best], abstained, question }: Pick<Answer, 'hits' | 'abstained' | 'question'>,
): string {
  if (abstained || !best) return words.plainNone;
  const shared = best.explain.matchedTerms
    .toSorted((a, b) => b.score - a.score)
    .slice(0, wordsNamed)
    .map(({ term }) => `“${question.terms.find((asked) => asked.term === term)?.word ?? term}”`);
  if (shared.length === 0) return words.plainMeaning(best.title);
  return words.plainWords(best.title, new Intl.ListFormat(pageLocale()).format([...new Set(shared)]));
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="small-print">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
