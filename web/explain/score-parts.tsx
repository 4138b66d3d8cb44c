import './score-parts.css';
import type { Hit, LegTrace, QuestionTrace } from '../../src/retrieve/hit.ts';
import type { Expansion } from '../../src/retrieve/understand/expansion.ts';
import { formatNumber } from '../shell/format-number.ts';
import { ScorePart } from './score-part.tsx';

interface ScorePartsProps {
  readonly hit: Hit;
  /** How the question was read: the words that its terms were made from, and what was looked for beside them. */
  readonly question: QuestionTrace;
  /** What a full bar of the fused score stands for, and one of a term. */
  readonly largest: LargestShares;
}

/** The largest share among all passages that are shown, so that their bars compare. */
export interface LargestShares {
  readonly fused: number;
  readonly term: number;
}

/** What a passage's score is made of: each leg, below words each term, its document, and what a reranker did. */
export function ScoreParts({ hit, question, largest }: ScorePartsProps) {
  const { vector, keyword, matchedTerms, gramScore, fusion, documentSupport, rerank } = hit.explain;
  return (
    <div className="score-parts">
      <ScorePart
        name="Meaning"
        share={fusion.vector}
        largestShare={largest.fused}
        trace={legText(vector, 'cosine')}
      />
      <ScorePart
        name="Words"
        share={fusion.keyword}
        largestShare={largest.fused}
        trace={legText(keyword, 'BM25')}
      />
      {matchedTerms.map(({ term, score }) => (
        <ScorePart
          key={term}
          name={question.terms.find((asked) => asked.term === term)?.word ?? term}
          share={score}
          largestShare={largest.term}
          trace={expansionText(question.expansions.find((expansion) => expansion.term === term))}
          isInner
        />
      ))}
      {gramScore !== undefined && (
        <ScorePart
          name="word parts"
          share={gramScore}
          largestShare={largest.term}
          trace="words written a little otherwise"
          isInner
        />
      )}
      {documentSupport !== 0 && (
        <ScorePart
          name="Document"
          share={documentSupport}
          largestShare={largest.fused}
          trace="by other passages of its document"
        />
      )}
      <p className="score-parts-sum">
        {hit.expansion
          ? 'Stands around a passage that was found'
          : `Score ${formatNumber(hit.score, 2)} by ${fusion.method} fusion`}
        {rerank && `; the reranker gave ${formatNumber(rerank.score, 2)}, ${moveText(rerank)}`}
      </p>
    </div>
  );
}

/** The largest shares of all these passages. */
export function largestShares(hits: readonly Hit[]): LargestShares {
  return {
    fused: largest(
      hits.flatMap(({ explain: { fusion, documentSupport } }) => [
        fusion.vector,
        fusion.keyword,
        documentSupport,
      ]),
    ),
    term: largest(
      hits.flatMap(({ explain: { matchedTerms, gramScore = 0 } }) => [
        ...matchedTerms.map(({ score }) => score),
        gramScore,
      ]),
    ),
  };
}

function largest(shares: readonly number[]): number {
  return Math.max(Number.MIN_VALUE, ...shares);
}

function legText(trace: LegTrace | undefined, scoreName: string): string {
  if (!trace) return 'not found by this leg';
  return `rank ${trace.rank}, ${scoreName} ${formatNumber(trace.score, 2)}`;
}

function expansionText(expansion: Expansion | undefined): string {
  return expansion ? `${expansion.kind} of ${expansion.from}` : '';
}

function moveText({ from, to }: { readonly from: number; readonly to: number }): string {
  if (from === to) return `which left it at ${to}`;
  return `which moved it ${to < from ? 'up' : 'down'} from ${from} to ${to}`;
}
