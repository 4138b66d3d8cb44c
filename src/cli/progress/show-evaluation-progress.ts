import type { EvaluationProgress } from '../../evaluate/evaluate.ts';
import { formatNumber } from '../format/format-quantity.ts';
import type { Output } from '../output.ts';
import { showLine } from './show-line.ts';
import { showProgress } from './show-progress.ts';

/** Shows how far an evaluation is, on standard error: its index like an ingest, its questions by their number. */
export function showEvaluationProgress(output: Output) {
  const ingest = showProgress(output);
  const line = showLine(output);
  return {
    update(progress: EvaluationProgress): void {
      if (progress.stage === 'index') return ingest.update(progress.ingest);
      const { stage, done, total } = progress;
      const label = stage === 'ask' ? 'Asking' : 'Timing';
      line.update(() => `${label}: ${formatNumber(done)}/${formatNumber(total)} questions`);
    },
    clear(): void {
      ingest.clear();
      line.clear();
    },
  };
}
