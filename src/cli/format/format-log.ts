import type { LogEntry, QuestionLogPage, WithheldExpiry } from '../../contracts/question-log.ts';
import type { Style } from '../output.ts';
import { formatCount, formatDuration, formatMinute } from './format-quantity.ts';
import { formatTable, type TableColumn } from './format-table.ts';
import { elide, printableLine, wrapLine } from './printable-text.ts';

const columns: readonly TableColumn[] = [
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
  return formatTable(columns, rows, width, style);
}

function helped({ helpful }: LogEntry): string {
  if (helpful === null) return '';
  return helpful ? 'yes' : 'no';
}

function outcomeOf({ outcome, complete, errorCode }: LogEntry): string {
  if (errorCode !== null && outcome === 'failed') return errorCode;
  return outcome === 'answered' && !complete ? 'broke off' : outcome;
}
