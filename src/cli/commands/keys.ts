import { Command, InvalidArgumentError, Option } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import {
  type ApiKey,
  type CreatedKey,
  type CreateKeyOptions,
  keyIdOf,
  type Quota,
  roles,
} from '../../contracts/principal.ts';
import { isoTime } from '../../values/iso-time.ts';
import {
  type Fact,
  formatFacts,
  formatMinute,
  formatTable,
  type TableColumn,
} from '../format/format-table.ts';
import { elide, printableLine } from '../format/terminal-text.ts';
import type { Style } from '../output.ts';
import { asLocal, runCommand } from '../run-command.ts';

interface CreateFlags {
  readonly role?: CreateKeyOptions['role'];
  readonly collections?: readonly string[];
  readonly groups?: readonly string[];
  readonly allGroups?: boolean;
  readonly expires?: string;
  readonly quota?: Quota;
}

/** `footnote keys create|list|revoke` */
export function keysCommand(): Command {
  return new Command('keys')
    .description('create, list or revoke the keys that clients of the server need')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(createCommand())
    .addCommand(revokeCommand())
    .addHelpText(
      'after',
      `
Examples:
  footnote keys create me --role admin
  footnote keys create website --collections handbook --expires 90d
  footnote keys list
  footnote keys revoke fn_4f1c09ab77de

A store without keys is served to this machine only, and to everyone on it. From
the first key on, the server refuses whoever sends none; see docs/access.md.
`,
    );
}

function createCommand(): Command {
  const command = new Command('create')
    .description('make a key and print it; it is never shown again')
    .argument('<name>', 'what to call it, such as who or what uses it')
    .addOption(new Option('--role <role>', 'what it may do (default: read)').choices(roles))
    .option('--collections <names>', 'collections that it is for, a,b,c (default: all)', names)
    .option('--groups <names>', 'groups of documents that it may see (default: none)', names)
    .addOption(new Option('--all-groups', 'it may see every document').conflicts('groups'))
    .option('--expires <when>', 'after so long, such as 12h or 90d, or on a date (default: never)', whenFrom)
    .option(
      '--quota <limits>',
      'how much it may ask, such as 100/day,2000/month,1000000tokens/month',
      quotaFrom,
    )
    .action((name: string, { role, collections, groups, allGroups, expires, quota }: CreateFlags) =>
      runCommand(command, async ({ config, output }) => {
        const created = await withStored(config, (stored) =>
          asLocal(stored, config).createKey({
            name,
            ...(role && { role }),
            ...(collections && { collections }),
            ...((groups ?? allGroups) && { groups: groups ?? 'all' }),
            ...(expires !== undefined && { expiresAt: expires }),
            ...(quota && { quota }),
          }),
        );
        output.result(created, (style) => formatCreatedKey(created, output.columns, style));
        output.note('Keep the key now: it is stored nowhere and cannot be shown again.');
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote keys create me --role admin
  footnote keys create website --collections handbook --expires 90d
  footnote keys create intern --quota 100/day,500000tokens/month
  footnote keys create board --groups board,staff
  KEY=$(footnote keys create script --json | jq -r .key)

read asks, searches and reads documents; write also adds and removes documents;
admin does everything, in all collections.

A document that has groups is there only for keys that share one of them; one
without groups is there for all who may read its collection.

With --json: {id, name, role, collections, groups, createdAt, expiresAt,
lastUsedAt, revokedAt, quota, key}
`,
  );
}

function listCommand(): Command {
  const command = new Command('list').description('list all keys, the latest first').action(() =>
    runCommand(command, async ({ config, output }) => {
      const keys = await withStored(config, (stored) => stored.listKeys());
      output.result({ keys }, (style) =>
        keys.length === 0
          ? output.remedy('There are no keys. Make one with: footnote keys create NAME')
          : formatKeys(keys, output.columns, style),
      );
    }),
  );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote keys list
  footnote keys list --json | jq -r '.keys[] | select(.lastUsedAt == null).id'

With --json: {keys: [{id, name, role, collections, groups, createdAt, expiresAt,
lastUsedAt, revokedAt, quota}]}
`,
  );
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description('refuse a key from now on, in every running server')
    .argument('<key>', 'its id, which it begins with, or the first characters of it; the whole key also does')
    .action((given: string) =>
      runCommand(command, async ({ config, output }) => {
        const begin = keyIdOf(given);
        const revoked = await withStored(config, async (stored) => {
          const matching = (await stored.listKeys()).filter(({ id }) => begin !== '' && id.startsWith(begin));
          const [only, ...others] = matching;
          // Of several it is not guessed which one is meant.
          return asLocal(stored, config).revokeKey(only && others.length === 0 ? only.id : begin);
        });
        output.result({ revoked }, () => `Revoked ${revoked.id} (${printableLine(revoked.name)}).`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote keys revoke fn_4f1c09ab77de
  footnote keys revoke fn_4f1

The key stays in the list. The server does not open again once all keys are
revoked: make another one.

With --json: {revoked: the key as "list" gives it}
`,
  );
}

/** Reads a list of names. */
function names(value: string): readonly string[] {
  const all = value.split(',').map((name) => name.trim());
  if (all.includes('')) throw new InvalidArgumentError('Write names between commas, such as a,b,c.');
  return all;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/** Reads a date, or a time from now on, as a moment. */
function whenFrom(value: string): string {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(value) ?? [];
  if (count !== undefined) return new Date(Date.now() + Number(count) * (unitMs[unit] ?? 0)).toISOString();
  try {
    return isoTime('expiresAt', value);
  } catch {
    throw new InvalidArgumentError(
      'It is not a date such as 2026-01-31, nor a time from now such as 12h or 90d.',
    );
  }
}

const quotaForm = /^(\d+)(tokens)?\/(day|month)$/;

/** `100/day,2000/month,500000tokens/month` as limits. */
function quotaFrom(text: string): Quota {
  const limits = text.split(',').map((part) => {
    const [, number = '', tokens, period] = quotaForm.exec(part.trim()) ?? [];
    if (period === undefined)
      throw new InvalidArgumentError('Name limits such as 100/day, 2000/month or 500000tokens/month.');
    return [`${tokens ? 'tokens' : 'questions'}Per${period === 'day' ? 'Day' : 'Month'}`, Number(number)];
  });
  return Object.fromEntries(limits) as Quota;
}

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
function formatKeys(keys: readonly ApiKey[], width: number, style: Style): string {
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
function formatCreatedKey(created: CreatedKey, width: number, style: Style): string {
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
