import './score-part.css';
import { formatNumber } from '../shell/format-number.ts';
import { Bar } from './bar.tsx';

/** One part of a passage's score. */
export interface Part {
  readonly name: string;
  /** What it added to the score; may be negative. */
  readonly share: number;
  /** Where it comes from. */
  readonly trace: string;
  /** Whether it is a part of the part above it. */
  readonly isInner?: boolean;
}

/** One part of a passage's score, as a bar and as figures. `largestShare` is what a full bar stands for. */
export function ScorePart({
  name,
  share,
  trace,
  isInner,
  largestShare,
}: Part & { readonly largestShare: number }) {
  return (
    <div className={isInner ? 'score-part score-part-inner' : 'score-part'}>
      <span className="score-part-name">{name}</span>
      <Bar fraction={share / largestShare} />
      <span className="score-part-figure">{formatNumber(share, 2)}</span>
      <span className="score-part-trace">{trace}</span>
    </div>
  );
}
