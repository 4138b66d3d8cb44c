import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { formatSearch } from '../format-search.ts';
import { runCommand, withFootnote } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';

/** `footnote search QUESTION` */
export function searchCommand(): Command {
  const command = new Command('search')
    .description('find passages without answering')
    .argument('<question...>', 'in plain words or keywords')
    .option('--explain', 'show why each passage stands where it stands, and what was left out')
    .action((words: string[], { explain = false }: { explain?: boolean }) =>
      runCommand(command, async ({ config, output, signal }) => {
        const result = await withFootnote(config, (footnote) => footnote.search(words.join(' '), { signal }));
        for (const warning of result.warnings) output.warn(warning);
        const { hits, timings, warnings } = result;
        output.result(explain ? result : { hits, timings, warnings }, (style) =>
          formatSearch(result, { explain, width: output.width, style }),
        );
        return hits.length === 0 ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addTopKFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote search "warranty period"
  footnote search "warranty period" --top-k 3 --explain

With --explain each passage has a bar for what meaning (vector) and words
(keyword) added to its score, its rank in each, and the terms that matched.

With --json: {hits: [{documentId, path, title, chunkId, headingPath, page, start,
end, content, score, explain}], timings, warnings}; with --explain also dropped,
question and relevance
`,
  );
}
