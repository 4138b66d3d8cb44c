import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { printableName, wrapLine } from '../format/printable-text.ts';
import type { HealthCheck } from '../health/health-checks.ts';
import type { Style } from '../output.ts';
import { runUnset } from '../run-command.ts';
import { addServerFlags } from '../settings-flags.ts';

/** `footnote doctor` */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'check Node, settings, models, store, engine, log, disk and port, and say how to fix what is wrong',
    )
    .action(() =>
      runUnset(command, async ({ flagSettings, output }) => {
        const { checkHealth } = await import('../health/health-checks.ts');
        const { readableConfig } = await import('../../settings/readable-config.ts');
        const { warnOfMisspelled } = await import('../warn-of-misspelled.ts');
        warnOfMisspelled(output);
        const checks = (await checkHealth(readableConfig(flagSettings))).map((check) => ({
          ...check,
          finding: output.remedy(check.finding),
          remedy: check.remedy && output.remedy(check.remedy),
        }));
        const ok = checks.every((check) => check.ok);
        output.result({ ok, checks }, (style) => formatChecks(checks, output.width, style));
        return ok ? exitCodes.fine : exitCodes.failed;
      }),
    );
  return addServerFlags(command).addHelpText(
    'after',
    `
Examples:
  footnote doctor
  footnote doctor --store /srv/footnote --port 9000

If the file or the environment has settings that cannot be used, everything else
is checked without it. Changes nothing, except that it marks what is damaged in
the search index and in stored documents, so that the next search or ingest
repairs it. Exits with 1 if something is wrong.

With --json: {ok, checks: [{name, ok, finding, remedy}]}
`,
  );
}

function formatChecks(checks: readonly HealthCheck[], width: number, style: Style): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(nameWidth + 4);
  const indented = (text: string) => wrapLine(printableName(text), width - indent.length).join(`\n${indent}`);
  return checks
    .map(({ name, ok, finding, remedy }) => {
      const mark = ok ? style('green', '✓') : style('red', '✗');
      const head = `${mark} ${name.padEnd(nameWidth)}  ${indented(finding)}`;
      return remedy === null ? head : `${head}\n${indent}${style('yellow', indented(remedy))}`;
    })
    .join('\n');
}
