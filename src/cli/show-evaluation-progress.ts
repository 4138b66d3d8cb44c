import type { EvaluationProgress } from '../evaluate/evaluate.ts';
import { formatNumber } from './format-quantity.ts';
import type { Output } from './output.ts';
import { showProgress } from './show-progress.ts';

const redrawMs = 100;
const plainLineMs = 5000;

/** Shows how far an evaluation is, on standard error: its index like an ingest, its questions by their number. */
export function showEvaluationProgress(
  output: Output,
  stream: NodeJS.WriteStream = process.stderr,
): { update(progress: EvaluationProgress): void; clear(): void } {
  const ingest = showProgress(output, stream);
  let drawnAt = stream.isTTY ? -Infinity : performance.now();
  return {
    update(progress) {
      if (progress.stage === 'index') return ingest.update(progress.ingest);
      const now = performance.now();
      if (output.quiet || now - drawnAt < (stream.isTTY ? redrawMs : plainLineMs)) return;
      drawnAt = now;
      const line = `Asking: ${formatNumber(progress.done)}/${formatNumber(progress.total)} questions`;
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    clear() {
      if (stream.isTTY && !output.quiet) stream.write('\r\x1b[K');
    },
  };
}
