import './stage-timings.css';
import { useId } from 'react';
import type { Timings } from '../../src/retrieve/hit.ts';
import { formatNumber } from '../shell/format-number.ts';
import { useWords } from '../words/use-words.tsx';
import { Bar } from './bar.tsx';

/** Milliseconds by stage, in the order the stages ran. */
export function StageTimings({ timings }: { readonly timings: Timings }) {
  const words = useWords();
  const heading = useId();
  const stages = Object.entries(timings).filter(([stage]) => stage !== 'total');
  const longest = Math.max(Number.MIN_VALUE, ...stages.map(([, milliseconds]) => milliseconds));
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{words.explain.timings}</h3>
      <dl className="stage-timings">
        {stages.map(([stage, milliseconds]) => (
          <div key={stage}>
            <dt>{stage}</dt>
            <dd>
              <Bar fraction={milliseconds / longest} />
              <span>{formatNumber(milliseconds, 2)} ms</span>
            </dd>
          </div>
        ))}
        {timings.total !== undefined && (
          <div>
            <dt>{words.explain.total}</dt>
            <dd>
              <span />
              <span>{formatNumber(timings.total, 2)} ms</span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
