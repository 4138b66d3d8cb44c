import { Command } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import { asLocal } from '../as-local.ts';
import { formatBytes } from '../format/format-quantity.ts';
import { runCommand } from '../run-command.ts';

/** `footnote backup FILE` */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the store to a file, even while it is in use')
    .argument('<file>', 'a file that does not exist yet')
    .action((file: string) =>
      runCommand(command, async ({ config, output, signal }) => {
        const result = await withStored(config, (stored) => asLocal(stored, config).backup(file, { signal }));
        output.result(result, () => `Copied the store to ${result.file}, ${formatBytes(result.bytes)}.`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote backup footnote-2026-11-20.sqlite

The copy is the store as it was at one moment. To restore it, put it in an empty
folder as footnote.db, and give that folder as --store.

With --json: {file, bytes}
`,
  );
}
