import './explain-panel.css';
import type { Answer } from '../../src/answer/answer.ts';
import type { OpenSource } from '../route.ts';
import { formatCount, formatNumber } from '../shell/format-number.ts';
import { ExplainHit } from './explain-hit.tsx';
import { StageTimings } from './stage-timings.tsx';

interface ExplainPanelProps {
  readonly answer: Answer;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** Why these passages came up and in this order, what was left out, and where the time went. Closed at first. */
export function ExplainPanel({ answer, onOpenSource }: ExplainPanelProps) {
  const { hits, dropped, question, relevance, timings } = answer;
  const largestShare = Math.max(
    Number.MIN_VALUE,
    ...[...hits, ...dropped].flatMap(({ explain: { fusion } }) => [fusion.vector, fusion.keyword]),
  );
  return (
    <details className="explain">
      <summary>{answer.abstained ? 'What came nearest' : 'Why these passages'}</summary>
      <dl className="explain-figures">
        <Figure name="Keywords looked for" value={question.keywords || 'none'} />
        <Figure name="Language" value={question.language} />
        <Figure
          name="Best cosine"
          value={relevance.bestCosine === null ? 'none' : formatNumber(relevance.bestCosine, 2)}
        />
        <Figure name="Question covered" value={`${formatNumber(relevance.coverage * 100)} %`} />
        <Figure name="Confidence" value={`${formatNumber(answer.confidence * 100)} %`} />
      </dl>
      {hits.length > 0 && (
        <section aria-labelledby="explain-hits">
          <h2 id="explain-hits">Passages, best first</h2>
          <ol className="explain-hits">
            {hits.map((hit, index) => (
              <ExplainHit
                key={hit.chunkId}
                hit={hit}
                rank={index + 1}
                largestShare={largestShare}
                onOpenSource={onOpenSource}
              />
            ))}
          </ol>
        </section>
      )}
      {dropped.length > 0 && (
        <details className="explain-dropped" open={hits.length === 0}>
          <summary>Left out: {formatCount(dropped.length, 'passage')}</summary>
          <ol className="explain-hits">
            {dropped.map((hit) => (
              <ExplainHit
                key={hit.chunkId}
                hit={hit}
                rank={undefined}
                largestShare={largestShare}
                onOpenSource={onOpenSource}
              />
            ))}
          </ol>
        </details>
      )}
      <StageTimings timings={timings} />
    </details>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
