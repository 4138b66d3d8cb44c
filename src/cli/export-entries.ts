import { type Command, Option } from 'commander';
import type { Output } from './output.ts';

/** Entries that are read at a time. */
const exportPage = 1000;

/** A form of a log for other programs. */
export type LogExport = 'jsonl' | 'csv';

/** Adds `--export` to a command that shows a log. */
export function addExportFlag(command: Command): Command {
  return command.addOption(
    new Option('--export <format>', 'print all of them, for other programs').choices(['jsonl', 'csv']),
  );
}

/** Refuses `--export` where `--json` is given too. */
export function requireOneFormat(command: Command, format: LogExport | undefined): void {
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
export async function printExport<Entry extends object>(
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
