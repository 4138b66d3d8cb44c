import './leg-share.css';
import type { LegTrace } from '../../src/retrieve/hit.ts';
import { formatNumber } from '../shell/format-number.ts';
import { Bar } from './bar.tsx';

interface LegShareProps {
  readonly name: string;
  /** What the leg added to the fused score; may be negative. */
  readonly share: number;
  readonly largestShare: number;
  /** Undefined where the leg did not find the passage. */
  readonly trace: LegTrace | undefined;
  readonly scoreName: string;
}

/** One leg's part in a passage's score, as a bar and as figures. */
export function LegShare({ name, share, largestShare, trace, scoreName }: LegShareProps) {
  return (
    <div className="leg-share">
      <span>{name}</span>
      <Bar fraction={share / largestShare} />
      <span className="leg-share-figure">{formatNumber(share, 2)}</span>
      <span className="leg-share-trace">
        {trace ? `rank ${trace.rank}, ${scoreName} ${formatNumber(trace.score, 2)}` : 'not found by this leg'}
      </span>
    </div>
  );
}
