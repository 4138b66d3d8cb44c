import type { LogEntry, QuestionLogPage } from '../contracts/question-log.ts';
import { formatColumns } from './format-columns.ts';
import { formatCount, formatDuration } from './format-quantity.ts';
import type { Style } from './output.ts';
import { elide, printableLine } from './printable-text.ts';

/** What all but the question of a line takes. */
const factColumns = 62;

const fine: ReadonlySet<string> = new Set(['answered', 'small-talk']);

/** One line for each question, and what there is besides. */
export function formatLog(
  { entries, matching, lost }: QuestionLogPage,
  columns: number,
  style: Style,
): string {
  const lines = [
    entries.length === 0 ? 'The log has no such question.' : formatEntries(entries, columns, style),
  ];
  if (matching > entries.length)
    lines.push('', `${formatCount(matching - entries.length, 'more question')}; see --limit and --export.`);
  if (entries.length > 0 && entries.every(({ question }) => question === null))
    lines.push(
      '',
      style(
        'dim',
        'Words are not kept; in their place stands a hash. See log.storeQuestions in docs/privacy.md.',
      ),
    );
  if (lost > 0)
    lines.push('', style('yellow', `${formatCount(lost, 'question')} could not be written down.`));
  return lines.join('\n');
}

function formatEntries(entries: readonly LogEntry[], columns: number, style: Style): string {
  const room = Math.max(20, columns - factColumns);
  const rows = entries.map((entry) => [
    entry.askedAt.slice(0, 16).replace('T', ' '),
    style(fine.has(entry.outcome) && entry.complete ? 'green' : 'yellow', outcomeOf(entry)),
    entry.confidence.toFixed(2),
    formatDuration(entry.totalMs),
    String(entry.citations.length),
    entry.helpful === null ? '' : entry.helpful ? 'yes' : 'no',
    entry.question === null
      ? style('dim', `#${entry.questionHash.slice(0, 12)}`)
      : elide(printableLine(entry.question), room),
  ]);
  const head = ['ASKED (UTC)', 'OUTCOME', 'TRUST', 'TOOK', 'CITED', 'HELPED', 'QUESTION'];
  return formatColumns([head.map((cell) => style('dim', cell)), ...rows], { right: [2, 3, 4] });
}

function outcomeOf({ outcome, complete, errorCode }: LogEntry): string {
  if (errorCode !== null && outcome === 'failed') return errorCode;
  return outcome === 'answered' && !complete ? 'broke off' : outcome;
}
