import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { formatAnswer } from '../format-answer.ts';
import { runCommand, withFootnote } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';

/** `footnote ask QUESTION` */
export function askCommand(): Command {
  const command = new Command('ask')
    .description('answer a question with sentences of the documents, each with its source')
    .argument('<question...>', 'in plain words')
    .action((words: string[]) =>
      runCommand(command, async ({ config, output, signal }) => {
        const result = await withFootnote(config, async (footnote) =>
          footnote.ask(words.join(' '), { signal }),
        );
        for (const warning of result.warnings) output.warn(warning);
        const { answer, abstained, citations, confidence, hits, timings, warnings } = result;
        output.result({ answer, abstained, citations, confidence, hits, timings, warnings }, (style) =>
          formatAnswer(result, output.width, style),
        );
        return abstained ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addTopKFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote ask "How long is the warranty?"
  footnote ask "Who signed the lease?" --collection contracts
  footnote ask "Who signed the lease?" --json | jq .citations

Exits with 3 where nothing relevant was found; "footnote search --explain"
shows why.

With --json: {answer, abstained, citations: [{number, documentId, path, title,
headingPath, page, start, end, quote, verdict}], confidence, hits, timings,
warnings}
`,
  );
}
