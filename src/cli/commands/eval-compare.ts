import { basename } from 'node:path';
import { Command } from 'commander';
import { addReportFlags, printReport, type ReportFlags } from '../print-report.ts';
import { runCommand } from '../run-command.ts';

/** `footnote eval compare A B` */
export function evalCompareCommand(): Command {
  const command = new Command('compare')
    .description('compare two saved runs, question by question')
    .argument('<before>', 'run saved with --save')
    .argument('<after>', 'another run over the same questions')
    .action((before: string, after: string) =>
      runCommand(command, async (session) => {
        const { readRun } = await import('../../evaluate/evaluation-run.ts');
        const { reportOfComparison } = await import('../../evaluate/report/evaluation-report.ts');
        const report = reportOfComparison(
          { name: basename(before), run: await readRun(before) },
          { name: basename(after), run: await readRun(after) },
        );
        await printReport(report, report.comparison ?? {}, command.optsWithGlobals<ReportFlags>(), session);
      }),
    );
  return addReportFlags(command).addHelpText(
    'after',
    `
Examples:
  footnote eval compare before.json after.json
  footnote eval compare before.json after.json --html changes.html

The p-value comes from a paired randomisation test; the interval is a 95 %
bootstrap interval.

With --json: {before, after, queries, metrics: [{metric, before, after,
difference, interval, pValue}], wins, losses, ties, questions, settings, warnings}
`,
  );
}
