import './explain-hit.css';
import type { Hit, HitExplanation, QuestionTrace } from '../../src/retrieve/hit.ts';
import { ShortWords } from '../answer/short-words.tsx';
import type { OpenSource } from '../route.ts';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { quotedSpan } from '../source/quoted-span.ts';
import { type LargestShares, ScoreParts } from './score-parts.tsx';

const reasons: Readonly<Record<NonNullable<HitExplanation['droppedBy']>, string>> = {
  filter: 'excluded by the filter',
  threshold: 'below the relevance threshold',
  'not-live': 'from a replaced version of its document',
  duplicate: 'repeats a better passage',
  'per-document': 'too many passages from its document',
  links: 'only links',
  'top-k': 'beyond the number of passages requested',
};

/** Code units of a passage that are looked at: more than its three lines take. */
const excerptLength = 400;

interface ExplainHitProps {
  readonly hit: Hit;
  /** 1-based; undefined for a hit that was left out. */
  readonly rank: number | undefined;
  /** The number of the passage that a dropped repetition repeats. */
  readonly repeats: number | undefined;
  readonly question: QuestionTrace;
  readonly largest: LargestShares;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** One passage: its place, its first words, and what its score is made of. */
export function ExplainHit(props: ExplainHitProps) {
  const { hit, rank, repeats, question, largest, onOpenSource } = props;
  const { explain, collection, documentId, content } = hit;
  return (
    <li className="explain-hit">
      <span className="explain-rank">{rank ?? '–'}</span>
      <div>
        <button
          type="button"
          className="explain-place"
          onClick={() => onOpenSource({ collection, documentId, span: quotedSpan(hit, content) })}
        >
          <HeadingTrail {...hit} />
        </button>
        {explain.droppedBy && (
          <p className="explain-reason">
            Left out: {reasons[explain.droppedBy]}
            {repeats !== undefined && `, number ${repeats}`}
          </p>
        )}
        <p className="explain-excerpt clamped" dir="auto">
          <ShortWords text={content.slice(0, excerptLength)} kind={null} />
        </p>
        <ScoreParts hit={hit} question={question} largest={largest} />
      </div>
    </li>
  );
}
