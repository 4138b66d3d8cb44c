import type { Command } from 'commander';
import type { EvaluationReport } from '../evaluate/report/evaluation-report.ts';
import { writeOutputFile } from '../files/output-files.ts';
import type { Session } from './run-command.ts';

/** The flags that say in which form a report is given. */
export interface ReportFlags {
  readonly markdown?: boolean;
  readonly html?: string;
}

/** Declares in which form a report is given. */
export function addReportFlags(command: Command): Command {
  return command
    .option('--markdown', 'print Markdown instead of the table')
    .option('--html <file>', 'write an HTML page with charts and every question');
}

/** Prints a report, with `--json` as `value`, and writes its page where one is asked for. Errors: `path_unwritable`. */
export async function printReport(
  report: EvaluationReport,
  value: object,
  { markdown, html }: ReportFlags,
  { output }: Session,
): Promise<void> {
  if (html !== undefined) {
    const { htmlReport } = await import('../evaluate/report/html-report.ts');
    writeOutputFile(html, htmlReport(report));
    output.note(`Wrote ${html}`);
  }
  if (output.json) for (const note of report.notes) output.note(`note: ${note}`);
  const { markdownReport } = await import('../evaluate/report/markdown-report.ts');
  const { formatEvaluation } = await import('./format/format-evaluation.ts');
  output.result(value, (style) =>
    markdown ? markdownReport(report).trimEnd() : formatEvaluation(report, output.width, style),
  );
}
