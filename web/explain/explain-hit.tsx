import './explain-hit.css';
import type { Hit, HitExplanation, QuestionTrace } from '../../src/retrieve/hit.ts';
import { ShortWords } from '../answer/short-words.tsx';
import type { OpenSource } from '../route.ts';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { quotedSpan } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { type LargestShares, ScoreParts } from './score-parts.tsx';

const reasons = {
  filter: 'byFilter',
  threshold: 'byThreshold',
  'not-live': 'byNotLive',
  duplicate: 'byDuplicate',
  'per-document': 'byPerDocument',
  links: 'byLinks',
  'top-k': 'byTopK',
} as const satisfies Readonly<Record<NonNullable<HitExplanation['droppedBy']>, keyof Words['explain']>>;

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
  const words = useWords();
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
            {leftOut(words, words.explain[reasons[explain.droppedBy]], repeats)}
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

function leftOut({ explain }: Words, reason: string, repeats: number | undefined): string {
  return repeats === undefined ? explain.leftOutFor(reason) : explain.repeats(reason, repeats);
}
