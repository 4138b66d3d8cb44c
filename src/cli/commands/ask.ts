import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { exitCodes } from '../exit-codes.ts';
import { addQueryFlags, addQuotesOnlyFlag, type QueryFlags, queryFromFlags } from '../query-flags.ts';
import { runCommand } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';
import { tellAnswer } from '../tell-answer.ts';

/** `footnote ask QUESTION` */
export function askCommand(): Command {
  const command = new Command('ask')
    .description('answer a question with sentences from the documents, each with its source')
    .argument('<question...>', 'in plain words')
    .action((words: string[], { quotesOnly, ...flags }: QueryFlags & { readonly quotesOnly?: true }) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), ...(quotesOnly && { quotesOnly }), signal };
        const { abstained } = await withFootnote(config, (footnote) =>
          tellAnswer(footnote.ask(words.join(' '), query), output),
        );
        return abstained ? exitCodes.nothingRelevant : exitCodes.fine;
      }),
    );
  return addQueryFlags(addQuotesOnlyFlag(addTopKFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote ask "How long is the warranty?"
  footnote ask "Who signed the lease?" --collection contracts
  footnote ask "Who signed the lease?" --quotes-only
  footnote ask "Who signed the lease?" --json | jq .citations

On a terminal the answer appears as it is written. A sentence that its sources
do not support is listed below the footnotes, marked [?].

Exits with 3 if nothing relevant was found; "footnote search --explain" shows
why.

With --json: {answer, abstained, outcome, citations: [{number, collection,
documentId, version, chunkId, path, title, headingPath, page, start, end, quote,
kind, verdict}], sources: [{chunkId, documentId, chapter, section, page,
confidence, snippet, citations}], further: [{collection, documentId, version,
chunkId, path, title, headingPath, page, start, end, quote, kind, repeats}],
sentences: [{start, end, verdict, citations, missing}], topics: [{documentId,
start, end}], unmatched, confidence, confidenceLevel, confidenceReason, model,
complete, searchedFor, conversationId, messageId, hits, timings, warnings}
`,
  );
}
