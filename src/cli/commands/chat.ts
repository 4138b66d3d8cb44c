import { Command } from 'commander';
import { homeCollection } from '../../app/scoped-footnote.ts';
import { withFootnote } from '../../app/with-footnote.ts';
import type { Footnote } from '../../footnote.ts';
import { chat } from '../chat.ts';
import { addQueryFlags, addQuotesOnlyFlag, type QueryFlags, queryFromFlags } from '../query-flags.ts';
import { runCommand } from '../run-command.ts';
import { addTopKFlag } from '../settings-flags.ts';

interface ChatFlags extends QueryFlags {
  readonly conversation?: string;
  readonly quotesOnly?: true;
}

/** `footnote chat` */
export function chatCommand(): Command {
  const command = new Command('chat')
    .description('ask one question after another; each can refer back to earlier ones')
    .option('--conversation <id>', 'continue a conversation that was kept')
    .action(({ conversation, quotesOnly, ...flags }: ChatFlags) =>
      runCommand(command, async ({ config, output, signal }) => {
        const query = { ...(await queryFromFlags(flags)), ...(quotesOnly && { quotesOnly }) };
        return withFootnote(config, async (footnote) => {
          await requireConversation(footnote, conversation, homeCollection(query, config.collection));
          return chat(footnote, {
            output,
            input: process.stdin,
            terminal: process.stdout,
            conversationId: conversation ?? null,
            query,
            signal,
          });
        });
      }),
    );
  return addQueryFlags(addQuotesOnlyFlag(addTopKFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote chat
  footnote chat --collection contracts
  footnote chat < questions.txt

Type /help for the commands. Ctrl-C stops an answer; pressed twice, it leaves.
Questions and answers are kept in the store; see docs/privacy.md.

Without a terminal, each line of standard input is a question; the exit code is
1 if any of them failed.

With --json: one object per line for each answer, as "footnote ask" prints it
`,
  );
}

/**
 * Fails before a question is typed that could not be answered. Errors: `collection_unknown`, `conversation_unknown`.
 */
async function requireConversation(
  footnote: Footnote,
  conversationId: string | undefined,
  collection: string,
): Promise<void> {
  if (conversationId === undefined) await footnote.listConversations({ collection, limit: 1 });
  else await footnote.getConversation(conversationId, { collection });
}
