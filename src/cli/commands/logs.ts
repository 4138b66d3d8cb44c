import { Command, Option } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import type { Usage, UsageOptions } from '../../contracts/question-log.ts';
import {
  type AuditEntry,
  type AuditPage,
  auditedActions,
  type LogEntry,
  logSelections,
  type QuestionLogPage,
  type ReadAuditOptions,
  type ReadLogOptions,
  type WithheldExpiry,
} from '../../contracts/question-log.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMinute,
  formatTable,
  type TableColumn,
} from '../format/format-table.ts';
import { elide, printableLine, wrapLine } from '../format/terminal-text.ts';
import type { Output, Style } from '../output.ts';
import { runCommand } from '../run-command.ts';
import { wholeNumber } from '../settings-flags.ts';

interface LogFlags extends Pick<ReadLogOptions, 'only' | 'since' | 'until' | 'limit'> {
  readonly session?: string;
  readonly export?: LogExport;
}

/** What is exported of an entry, in this order. */
const logFields = [
  'id',
  'askedAt',
  'outcome',
  'complete',
  'confidence',
  'question',
  'selectedText',
  'answer',
  'errorCode',
  'helpful',
  'sessionId',
  'conversationId',
  'clientHash',
  'questionHash',
  'citations',
  'chunkIds',
  'retrievalMs',
  'answerMs',
  'totalMs',
  'model',
  'promptTokens',
  'completionTokens',
] as const satisfies readonly (keyof LogEntry)[];

/** `footnote log` */
export function logCommand(): Command {
  const command = new Command('log')
    .description('show what was asked, unanswered questions first')
    .addOption(new Option('--only <outcome>', 'only questions with this outcome').choices(logSelections))
    .option('--since <date>', 'only questions from this time on')
    .option('--until <date>', 'only questions before this time')
    .option('--session <id>', 'only questions of one session')
    .option('--limit <n>', 'questions to show, 1–10000 (default: 100)', wholeNumber)
    .action(({ session, export: format, ...query }: LogFlags) => {
      requireOneFormat(command, format);
      const selection = { ...query, ...(session !== undefined && { sessionId: session }) };
      return runCommand(command, ({ config, output }) =>
        withStored(config, async (stored) => {
          if (format) {
            const read = async (page: ReadLogOptions) =>
              (await stored.readLog({ ...selection, ...page })).entries;
            return printExport(read, selection, output, { format, columns: logFields });
          }
          const page = await stored.readLog(selection);
          const isNarrowed = Object.keys(selection).some((name) => name !== 'limit');
          output.result(page, (style) => formatLog(page, isNarrowed, output.columns, style));
        }),
      );
    });
  return addExportFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote log --only unanswered
  footnote log --since 2026-11-01 --export csv > questions.csv
  footnote log --json | jq '.entries[] | select(.helpful == false).id'

The words of a question are kept only with the setting log.storeQuestions; see
docs/privacy.md.

With --json: {entries: [{id, collection, askedAt, sessionId, conversationId,
clientHash, questionHash, question, selectedText, answer, outcome, complete,
errorCode, confidence, citations, chunkIds, retrievalMs, answerMs, totalMs,
model, promptTokens, completionTokens, helpful}], matching, lost, withheld: null
or {before, conversations, logEntries}}; --export jsonl prints one such entry
per line
`,
  );
}

const logColumns: readonly TableColumn[] = [
  { head: 'ASKED (UTC)', dropOrder: 5 },
  { head: 'OUTCOME' },
  { head: 'CONFIDENCE', align: 'right', dropOrder: 4 },
  { head: 'TOOK', align: 'right', dropOrder: 1 },
  { head: 'CITED', align: 'right', dropOrder: 2 },
  { head: 'HELPED', dropOrder: 3 },
  { head: 'QUESTION', cut: { least: 22, by: elide } },
];

const noWords = 'Words are not kept; a hash is shown instead. See log.storeQuestions in docs/privacy.md.';

const fine: ReadonlySet<string> = new Set(['answered', 'small-talk']);

/** One line for each question, and what there is besides. `isNarrowed`: not all questions were asked for. */
export function formatLog(
  { entries, matching, lost, withheld }: QuestionLogPage,
  isNarrowed: boolean,
  width: number,
  style: Style,
): string {
  const none = isNarrowed ? 'No question in the log matches.' : 'Nothing has been asked here yet.';
  const lines = [entries.length === 0 ? none : formatEntries(entries, width, style)];
  if (matching > entries.length)
    lines.push('', `${formatCount(matching - entries.length, 'more question')}; see --limit and --export.`);
  if (entries.length > 0 && entries.every(({ question }) => question === null))
    lines.push('', ...wrapLine(noWords, width).map((line) => style('dim', line)));
  if (lost > 0) lines.push('', style('yellow', `${formatCount(lost, 'question')} could not be logged.`));
  if (withheld)
    lines.push('', ...wrapLine(tellWithheld(withheld), width).map((line) => style('yellow', line)));
  return lines.join('\n');
}

/** What retention left because the clock may be wrong, and what to do. */
export function tellWithheld({ before, conversations, logEntries }: WithheldExpiry): string {
  const old = `${formatCount(conversations, 'conversation')} and ${formatCount(logEntries, 'question')}`;
  return (
    `By the clock of this machine, ${old} are older than log.retentionDays allows. They were kept, because the clock ` +
    `has not been seen to go steadily for a day and may be wrong. Check the date; if it is right, they go after a ` +
    `day, or now with: footnote erase --before ${before.slice(0, 10)}`
  );
}

function formatEntries(entries: readonly LogEntry[], width: number, style: Style): string {
  const rows = entries.map((entry) => [
    formatMinute(entry.askedAt),
    style(fine.has(entry.outcome) && entry.complete ? 'green' : 'yellow', outcomeOf(entry)),
    entry.confidence.toFixed(2),
    formatDuration(entry.totalMs),
    String(entry.citations.length),
    helped(entry),
    entry.question === null
      ? style('dim', `#${entry.questionHash.slice(0, 12)}`)
      : printableLine(entry.question),
  ]);
  return formatTable(logColumns, rows, width, style);
}

function helped({ helpful }: LogEntry): string {
  if (helpful === null) return '';
  return helpful ? 'yes' : 'no';
}

function outcomeOf({ outcome, complete, errorCode }: LogEntry): string {
  if (errorCode !== null && outcome === 'failed') return errorCode;
  return outcome === 'answered' && !complete ? 'broke off' : outcome;
}

interface AuditFlags extends Pick<ReadAuditOptions, 'actor' | 'action' | 'since' | 'until' | 'limit'> {
  readonly export?: LogExport;
}

/** What is exported of an entry, in this order. */
const auditFields = [
  'id',
  'at',
  'actor',
  'action',
  'collection',
  'target',
  'client',
  'outcome',
] as const satisfies readonly (keyof AuditEntry)[];

/** `footnote audit` */
export function auditCommand(): Command {
  const command = new Command('audit')
    .description('show who asked, changed and removed what')
    .option('--actor <id>', 'only what one key or user did')
    .addOption(new Option('--action <action>', 'only one kind of action').choices(auditedActions))
    .option('--since <date>', 'only what was done from this time on')
    .option('--until <date>', 'only what was done before this time')
    .option('--limit <n>', 'entries to show, 1–10000 (default: 100)', wholeNumber)
    .action(({ export: format, ...selection }: AuditFlags) => {
      requireOneFormat(command, format);
      return runCommand(command, ({ config, output }) =>
        withStored(config, async (stored) => {
          if (format) {
            const read = async (page: ReadAuditOptions) =>
              (await stored.readAudit({ ...selection, ...page })).entries;
            return printExport(read, selection, output, { format, columns: auditFields });
          }
          const page = await stored.readAudit(selection);
          output.result(page, (style) => formatAudit(page, output.columns, style));
        }),
      );
    });
  return addExportFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote audit --since 2026-11-01
  footnote audit --action document.remove
  footnote audit --export csv > audit.csv

Covers all collections of the store. Words of questions are never in it.

With --json: {entries: [{id, at, actor, action, collection, target, client,
outcome}], matching}; --export jsonl prints one such entry per line
`,
  );
}

const auditColumns: readonly TableColumn[] = [
  { head: 'AT (UTC)' },
  { head: 'WHO', cut: { least: 15, by: elide } },
  { head: 'DID' },
  { head: 'COLLECTION', dropOrder: 3 },
  { head: 'TO', cut: { least: 12, by: elide }, dropOrder: 4 },
  { head: 'FROM', dropOrder: 1 },
  { head: 'OUTCOME', dropOrder: 2 },
];

/** One line for each entry, and how many more there are. */
function formatAudit({ entries, matching }: AuditPage, width: number, style: Style): string {
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
  const lines = [formatTable(auditColumns, rows, width, style)];
  if (matching > entries.length)
    lines.push('', `${formatCount(matching - entries.length, 'more line')}; see --limit and --export.`);
  return lines.join('\n');
}

/** Entries that are read at a time. */
const exportPage = 1000;

/** A form of a log for other programs. */
type LogExport = 'jsonl' | 'csv';

/** Adds `--export` to a command that shows a log. */
function addExportFlag(command: Command): Command {
  return command.addOption(
    new Option('--export <format>', 'print all of them, for other programs').choices(['jsonl', 'csv']),
  );
}

/** Refuses `--export` where `--json` is given too. */
function requireOneFormat(command: Command, format: LogExport | undefined): void {
  if (format && command.optsWithGlobals()['json'])
    command.error("error: option '--export' cannot be used with '--json': 'jsonl' is JSON already");
}

/**
 * Entries as lines, without a last line break. CSV with cells quoted by RFC 4180, the names of the columns first where
 * `withHead`.
 */
function exportEntries<Entry extends object>(
  entries: readonly Entry[],
  format: LogExport,
  columns: readonly (keyof Entry & string)[],
  withHead: boolean,
): string {
  if (format === 'jsonl') return entries.map((entry) => JSON.stringify(entry)).join('\n');
  const rows = entries.map((entry) => columns.map((column) => cell(entry[column])).join(','));
  return [...(withHead ? [columns.join(',')] : []), ...rows].join('\n');
}

/**
 * Prints all that `read` gives, page by page, so that a long log takes no more memory than a short one. It is read as
 * of now, so that pages fit together.
 */
async function printExport<Entry extends object>(
  read: (page: {
    readonly until: string;
    readonly limit: number;
    readonly offset: number;
  }) => Promise<readonly Entry[]>,
  { until = new Date().toISOString(), limit: wanted = Infinity }: { until?: string; limit?: number },
  output: Output,
  { format, columns }: { readonly format: LogExport; readonly columns: readonly (keyof Entry & string)[] },
): Promise<void> {
  for (let offset = 0; offset === 0 || offset < wanted; offset += exportPage) {
    const limit = Math.min(exportPage, wanted - offset);
    const entries = await read({ until, limit, offset });
    output.result(entries, () => exportEntries(entries, format, columns, offset === 0));
    if (entries.length < limit) return;
  }
}

function cell(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A spreadsheet would run what a stranger has typed: https://owasp.org/www-community/attacks/CSV_Injection
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** `footnote usage` */
export function usageCommand(): Command {
  const command = new Command('usage')
    .description('show who asked how much, what is held, and quotas')
    .option('--since <date>', 'count questions from this time on (default: this month)')
    .option('--until <date>', 'count questions before this time')
    .action((options: UsageOptions) =>
      runCommand(command, ({ config, output }) =>
        withStored(config, async (stored) => {
          const usage = await stored.usage(options);
          output.result(usage, (style) => formatUsage(usage, output.columns, style));
        }),
      ),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote usage
  footnote usage --since 2026-11-01 --until 2026-12-01

Questions are counted from the log: what was erased from it is not counted.

With --json: {since, until, asked: [{owner, collection, questions, unanswered,
promptTokens, completionTokens}], collections: [{collection, documents, bytes,
keptBytes, passages}], maxKeptBytes, quotas: [{id, name, quota,
questionsToday, questionsThisMonth, tokensToday, tokensThisMonth}]}
`,
  );
}

const right = 'right' as const;

function formatUsage(
  { asked, collections, maxKeptBytes, quotas }: Usage,
  width: number,
  style: Style,
): string {
  const parts = [
    asked.length === 0
      ? 'No questions in the log.'
      : formatTable(
          [
            { head: 'WHO', cut: { least: 15, by: elide } },
            { head: 'COLLECTION' },
            { head: 'QUESTIONS', align: right },
            { head: 'UNANSWERED', align: right, dropOrder: 1 },
            { head: 'TOKENS', align: right, dropOrder: 2 },
          ],
          asked.map(({ owner, collection, questions, unanswered, promptTokens, completionTokens }) => [
            printableLine(owner ?? '-'),
            collection,
            String(questions),
            String(unanswered),
            String(promptTokens + completionTokens),
          ]),
          width,
          style,
        ),
    formatTable(
      [
        { head: 'COLLECTION' },
        { head: 'DOCUMENTS', align: right },
        { head: 'PASSAGES', align: right },
        { head: 'FILES', align: right },
        { head: 'KEPT', align: right, dropOrder: 1 },
      ],
      collections.map(({ collection, documents, passages, bytes, keptBytes }) => [
        collection,
        String(documents),
        String(passages),
        formatBytes(bytes),
        formatBytes(keptBytes) + (maxKeptBytes === null ? '' : ` of ${formatBytes(maxKeptBytes)}`),
      ]),
      width,
      style,
    ),
  ];
  for (const { id, name, quota, ...used } of quotas) {
    const said = [
      ...usedOf('question', used.questionsToday, quota.questionsPerDay).map((text) => `${text} today`),
      ...usedOf('question', used.questionsThisMonth, quota.questionsPerMonth).map(
        (text) => `${text} this month`,
      ),
      ...usedOf('token', used.tokensToday, quota.tokensPerDay).map((text) => `${text} today`),
      ...usedOf('token', used.tokensThisMonth, quota.tokensPerMonth).map((text) => `${text} this month`),
    ];
    parts.push(`${printableLine(name)} (${id}): ${said.join(', ')}`);
  }
  return parts.join('\n\n');
}

function usedOf(what: string, count: number, limit: number | undefined): readonly string[] {
  return limit === undefined ? [] : [`${count} of ${formatCount(limit, what)}`];
}
