import type { ApiKey, CreatedKey } from '../../contracts/principal.ts';
import type { Style } from '../output.ts';
import { type Fact, formatFacts } from './format-facts.ts';
import { formatMinute } from './format-quantity.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { elide, printableLine } from './printable-text.ts';

const columns: readonly TableColumn[] = [
  { head: 'KEY' },
  { head: 'NAME', cut: { least: 8, by: elide } },
  { head: 'ROLE' },
  { head: 'COLLECTIONS', cut: { least: 8, by: elide } },
  { head: 'GROUPS', cut: { least: 8, by: elide } },
  { head: 'QUOTA', dropOrder: 2, cut: { least: 8, by: elide } },
  { head: 'LAST USED (UTC)', dropOrder: 1 },
  { head: 'STATE' },
];

/** One line for each key. */
export function formatKeys(keys: readonly ApiKey[], width: number, style: Style): string {
  const rows = keys.map((key) => [
    key.id,
    printableLine(key.name),
    key.role,
    listed(key.collections),
    listed(key.groups),
    quotaOf(key),
    key.lastUsedAt === null ? 'never' : formatMinute(key.lastUsedAt),
    stateOf(key),
  ]);
  return formatTable(columns, rows, width, style);
}

/** A key that was just made. The line with the key itself has nothing else in it, to be copied whole. */
export function formatCreatedKey(created: CreatedKey, width: number, style: Style): string {
  const facts: readonly Fact[] = [
    ['name', printableLine(created.name)],
    ['role', created.role],
    ['collections', listed(created.collections)],
    ['groups', listed(created.groups)],
    ['quota', quotaOf(created)],
    ['expires', created.expiresAt ?? 'never'],
  ];
  return `${style('bold', created.key)}\n\n${formatFacts(facts, width, style)}`;
}

function listed(names: ApiKey['groups']): string {
  return names === 'all' ? names : names.map(printableLine).join(', ') || 'none';
}

/** As `--quota` takes it. */
function quotaOf({ quota = {} }: ApiKey): string {
  const { questionsPerDay, questionsPerMonth, tokensPerDay, tokensPerMonth } = quota;
  const limits = [
    [questionsPerDay, '/day'],
    [questionsPerMonth, '/month'],
    [tokensPerDay, 'tokens/day'],
    [tokensPerMonth, 'tokens/month'],
  ] as const;
  return limits.flatMap(([limit, of]) => (limit === undefined ? [] : [`${limit}${of}`])).join(', ') || 'none';
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${formatMinute(revokedAt)}`;
  if (expiresAt === null) return 'in force';
  return `${Date.parse(expiresAt) > Date.now() ? 'expires' : 'expired'} ${formatMinute(expiresAt)}`;
}
