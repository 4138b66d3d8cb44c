import type { AuditPage } from '../../contracts/audit.ts';
import type { Style } from '../output.ts';
import { formatCount, formatMinute } from './format-quantity.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { elide, printableLine } from './printable-text.ts';

const columns: readonly TableColumn[] = [
  { head: 'AT (UTC)' },
  { head: 'WHO', cut: { least: 15, by: elide } },
  { head: 'DID' },
  { head: 'COLLECTION', dropOrder: 3 },
  { head: 'TO', cut: { least: 12, by: elide }, dropOrder: 4 },
  { head: 'FROM', dropOrder: 1 },
  { head: 'OUTCOME', dropOrder: 2 },
];

/** One line for each entry, and how many more there are. */
export function formatAudit({ entries, matching }: AuditPage, width: number, style: Style): string {
  if (entries.length === 0) return 'Nothing in the audit log matches.';
  const rows = entries.map(({ at, actor, action, collection, target, client, outcome }) => [
    formatMinute(at),
    printableLine(actor),
    action,
    collection ?? '',
    printableLine(target ?? ''),
    printableLine(client ?? '').slice(0, 15),
    style(outcome === 'ok' ? 'green' : 'yellow', outcome),
  ]);
  const lines = [formatTable(columns, rows, width, style)];
  if (matching > entries.length)
    lines.push('', `${formatCount(matching - entries.length, 'more line')}; see --limit and --export.`);
  return lines.join('\n');
}
