import { Command, Option } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import { type AuditEntry, auditedActions, type ReadAuditOptions } from '../../contracts/audit.ts';
import { addExportFlag, type LogExport, printExport, requireOneFormat } from '../export-entries.ts';
import { formatAudit } from '../format/format-audit.ts';
import { runCommand } from '../run-command.ts';
import { wholeNumber } from '../settings-flags.ts';

interface AuditFlags extends Pick<ReadAuditOptions, 'actor' | 'action' | 'since' | 'until' | 'limit'> {
  readonly export?: LogExport;
}

/** Columns of an entry, in their order. */
const columns = [
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
            return printExport(read, selection, output, { format, columns });
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
