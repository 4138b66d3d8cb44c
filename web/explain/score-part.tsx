import './score-part.css';
import { formatNumber } from '../shell/format-number.ts';
import { Bar } from './bar.tsx';

interface ScorePartProps {
  readonly name: string;
  /** What it added to the score; may be negative. */
  readonly share: number;
  /** What a full bar stands for. */
  readonly largestShare: number;
  /** Where it comes from. */
  readonly trace: string;
  /** Whether it is a part of the part above it. */
  readonly isInner?: boolean;
}

/** One part of a passage's score, as a bar and as figures. */
export function ScorePart({ name, share, largestShare, trace, isInner = false }: ScorePartProps) {
  return (
    <div className={isInner ? 'score-part score-part-inner' : 'score-part'}>
      <span className="score-part-name">{name}</span>
      <Bar fraction={share / largestShare} />
      <span className="score-part-figure">{formatNumber(share, 2)}</span>
      <span className="score-part-trace">{trace}</span>
    </div>
  );
}
