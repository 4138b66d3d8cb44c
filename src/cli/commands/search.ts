import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatSearch } from '../format/format-search.ts';
import { addQueryFlags, type QueryFlags, queryFromFlags } from '../query-flags.ts';
import { runCommand } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';

/** `footnote search QUESTION` */
export function searchCommand(): Command {
  const command = new Command('search')
    .description('find passages without answering')
    .argument('<question...>', 'in plain words or keywords')
    .option('--explain', 'show why each passage is ranked where it is, and what was left out')
    .action((words: string[], { explain = false, ...flags }: QueryFlags & { explain?: boolean }) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), explain, signal };
        const result = await withFootnote(config, (footnote) => footnote.search(words.join(' '), query));
        for (const warning of result.warnings) output.warn(warning);
        const { hits, timings, warnings } = result;
        const { analyser } = await import('../../text/analyser/analyser.ts');
        output.result(explain ? result : { hits, timings, warnings }, (style) =>
          formatSearch(result, { explain, analyser: analyser(), width: output.width, style }),
        );
        return hits.length === 0 ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addQueryFlags(addTopKFlag(command)).addHelpText(
    'after',
    `
Examples:
  footnote search "warranty period"
  footnote search "warranty period" --top-k 3 --explain
  footnote search warranty --filter '{"field":"language","op":"eq","value":"en"}'
  footnote search "warranty period" --collections contracts,manuals

With --explain: how the question was read and what was found; for each passage
a bar for what meaning (vector), words (keyword) and the other passages of its
document added to its score, its rank in each, and the words that matched; then
what was left out and why, with --filter also what the filter left out.

With --json: {hits: [{collection, documentId, path, title, chunkId, headingPath,
page, start, end, content, score, expansion, merged, explain}], timings,
warnings}; with --explain also dropped, question, relevance and ranking
`,
  );
}
