import { Command, Option } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import { type LogEntry, logSelections, type ReadLogOptions } from '../../contracts/question-log.ts';
import { addExportFlag, type LogExport, printExport, requireOneFormat } from '../export-entries.ts';
import { formatLog } from '../format/format-log.ts';
import { runCommand } from '../run-command.ts';
import { wholeNumber } from '../settings-flags.ts';

interface LogFlags extends Pick<ReadLogOptions, 'only' | 'since' | 'until' | 'limit'> {
  readonly session?: string;
  readonly export?: LogExport;
}

/** Columns of an entry, in their order. */
const columns = [
  'id',
  'askedAt',
  'outcome',
  'complete',
  'confidence',
  'question',
  'selectedText',
  'answer',
  'errorCode',
  'helpful',
  'sessionId',
  'conversationId',
  'clientHash',
  'questionHash',
  'citations',
  'chunkIds',
  'retrievalMs',
  'answerMs',
  'totalMs',
  'model',
  'promptTokens',
  'completionTokens',
] as const satisfies readonly (keyof LogEntry)[];

/** `footnote log` */
export function logCommand(): Command {
  const command = new Command('log')
    .description('show what was asked, unanswered questions first')
    .addOption(new Option('--only <outcome>', 'only questions with this outcome').choices(logSelections))
    .option('--since <date>', 'only questions from this time on')
    .option('--until <date>', 'only questions before this time')
    .option('--session <id>', 'only questions of one session')
    .option('--limit <n>', 'questions to show, 1–10000 (default: 100)', wholeNumber)
    .action(({ session, export: format, ...query }: LogFlags) => {
      requireOneFormat(command, format);
      const selection = { ...query, ...(session !== undefined && { sessionId: session }) };
      return runCommand(command, ({ config, output }) =>
        withStored(config, async (stored) => {
          if (format) {
            const read = async (page: ReadLogOptions) =>
              (await stored.readLog({ ...selection, ...page })).entries;
            return printExport(read, selection, output, { format, columns });
          }
          const page = await stored.readLog(selection);
          const isNarrowed = Object.keys(selection).some((name) => name !== 'limit');
          output.result(page, (style) => formatLog(page, isNarrowed, output.columns, style));
        }),
      );
    });
  return addExportFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote log --only unanswered
  footnote log --since 2026-11-01 --export csv > questions.csv
  footnote log --json | jq '.entries[] | select(.helpful == false).id'

The words of a question are kept only with the setting log.storeQuestions; see
docs/privacy.md.

With --json: {entries: [{id, collection, askedAt, sessionId, conversationId,
clientHash, questionHash, question, selectedText, answer, outcome, complete,
errorCode, confidence, citations, chunkIds, retrievalMs, answerMs, totalMs,
model, promptTokens, completionTokens, helpful}], matching, lost, withheld: null
or {before, conversations, logEntries}}; --export jsonl prints one such entry
per line
`,
  );
}
