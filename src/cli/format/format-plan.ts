import type { IngestReport, PlannedChange } from '../../contracts/ingest-report.ts';
import type { Style } from '../output.ts';
import { formatNumber } from './format-quantity.ts';
import { printableName } from './printable-text.ts';

const marks = {
  added: { mark: '+', colour: 'green' },
  updated: { mark: '~', colour: 'cyan' },
  moved: { mark: '>', colour: 'cyan' },
  removed: { mark: '-', colour: 'red' },
} as const;

/** What a dry run found: a line for each file, and the counts. */
export function formatPlan({ changes = [], documents }: IngestReport, style: Style): string {
  const counts = (Object.keys(marks) as PlannedChange['change'][])
    .map((change) => ({ change, count: changes.filter((one) => one.change === change).length }))
    .filter(({ count }) => count > 0)
    .map(({ change, count }) => `${formatNumber(count)} ${change}`);
  if (documents.failed > 0) counts.push(style('red', `${formatNumber(documents.failed)} failed`));
  const summary = counts.length > 0 ? `Dry run: ${counts.join(', ')}.` : 'Nothing would change.';
  return [...changes.map((change) => formatChange(change, style)), `${summary} Nothing was written.`].join(
    '\n',
  );
}

function formatChange({ path, change, from }: PlannedChange, style: Style): string {
  const { mark, colour } = marks[change];
  const was = from === undefined ? '' : style('dim', `  was ${printableName(from)}`);
  return `${style(colour, mark)} ${printableName(path)}${was}`;
}
