import { Command } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import type { Usage, UsageOptions } from '../../contracts/usage.ts';
import { formatBytes, formatCount } from '../format/format-quantity.ts';
import { formatTable } from '../format/format-table.ts';
import { elide, printableLine } from '../format/printable-text.ts';
import type { Style } from '../output.ts';
import { runCommand } from '../run-command.ts';

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
keptBytes, passages}], quotas: [{id, name, quota, questionsToday,
questionsThisMonth, tokensToday, tokensThisMonth}]}
`,
  );
}

const right = 'right' as const;

function formatUsage({ asked, collections, quotas }: Usage, width: number, style: Style): string {
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
        formatBytes(keptBytes),
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
