import { Command } from 'commander';
import { formatSettings, type ShownSetting } from '../format/format-settings.ts';
import { runCommand } from '../run-command.ts';
import { addServerFlags, addThreadsFlag, addTopKFlag } from '../settings-flags.ts';

/** `footnote config` */
export function configCommand(): Command {
  const command = new Command('config')
    .description('print every setting and where its value comes from')
    .action(() =>
      runCommand(command, async ({ config, origins, output }) => {
        // Loaded late, like the settings.
        const { warnOfMisspelled } = await import('../warn-of-misspelled.ts');
        const { flattenSettings, isSecret } = await import('../../settings/flatten-settings.ts');
        warnOfMisspelled(output);
        const values = new Map(flattenSettings(config));
        const settings = Object.entries(origins).map(([name, origin]): ShownSetting => {
          const value = values.get(name);
          return { name, value: isSecret(name) && value !== '' ? '***' : value, origin };
        });
        output.result({ settings }, (style) => formatSettings(settings, output.columns, style));
      }),
    );
  addTopKFlag(addThreadsFlag(addServerFlags(command)));
  return command.addHelpText(
    'after',
    `
Examples:
  footnote config
  FOOTNOTE_SERVER_PORT=9000 footnote config --json

Change a setting with its flag, with a variable like FOOTNOTE_RETRIEVAL_TOP_K=5,
or in footnote.config.json in the working directory: {"retrieval": {"topK": 5}}.
Secrets are shown as ***.

With --json: {settings: [{name, value, origin: default|preset|file|environment|
flag}]}
`,
  );
}
