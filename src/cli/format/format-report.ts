import type { IngestFailure, IngestReport } from '../../contracts/ingest-report.ts';
import type { Style } from '../output.ts';
import { formatCount, formatDuration, formatNumber } from './format-quantity.ts';

/** What an ingest came to in one line, and what it passed over in another. */
export function formatReport(report: IngestReport, style: Style): string {
  const { documents } = report;
  const changes = (['added', 'updated', 'unchanged', 'removed', 'failed'] as const)
    .filter((change) => documents[change] > 0)
    .map((change) => {
      const text = `${formatNumber(documents[change])} ${change}`;
      return change === 'failed' ? style('red', text) : text;
    });
  const lines = [
    `Documents: ${changes.length > 0 ? changes.join(', ') : 'none'}.${formatMoved(report)}${formatKept(report)}${formatRate(report)}${formatBilled(report)}`,
  ];
  const passedOver = Object.entries(report.passedOver).map(
    ([ending, files]) => `${formatNumber(files)} ${ending === '' ? 'without an extension' : ending}`,
  );
  if (passedOver.length > 0) lines.push(style('dim', `Passed over: ${passedOver.join(', ')}.`));
  return lines.join('\n');
}

/** Why a file failed, with its path where the reason does not name it. */
export function formatFailure({ path, message }: IngestFailure): string {
  return message.includes(path) ? message : `${path}: ${message}`;
}

/** What a provider may charge for; nothing where nothing was sent to one. */
export function formatBilled({ billedTokens }: Pick<IngestReport, 'billedTokens'>): string {
  return billedTokens > 0 ? ` Tokens billed: ${formatNumber(billedTokens)}.` : '';
}

function formatMoved({ moved }: IngestReport): string {
  return moved > 0 ? ` Moved: ${formatNumber(moved)}.` : '';
}

function formatKept({ kept }: IngestReport): string {
  return kept > 0 ? ` Kept: ${formatNumber(kept)}.` : '';
}

function formatRate({ chunks, durationMs }: IngestReport): string {
  if (chunks === 0) return '';
  const rate = Math.round((chunks * 1000) / Math.max(1, durationMs));
  const pace = rate > 0 ? `, ${formatNumber(rate)}/s` : '';
  return ` ${formatCount(chunks, 'passage')} in ${formatDuration(durationMs)}${pace}.`;
}
