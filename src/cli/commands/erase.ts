import { Command } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import type { Erased } from '../../contracts/conversation.ts';
import { asLocal } from '../as-local.ts';
import { formatCount } from '../format/format-quantity.ts';
import { runCommand } from '../run-command.ts';
import { writeReceipt } from '../write-receipt.ts';

interface EraseFlags {
  readonly conversation?: string;
  readonly before?: string;
  readonly questions?: boolean;
  readonly receipt?: string;
}

/** `footnote erase` */
export function eraseCommand(): Command {
  const command = new Command('erase')
    .description('erase conversations, or what the log says about questions')
    .option('--conversation <id>', 'one conversation, with what the log says about it')
    .option('--before <date>', 'conversations and questions older than this')
    .option('--questions', 'only the words of questions and answers in the log')
    .option('--receipt <file>', 'write the signed proof, for footnote verify')
    .action(({ conversation, before, questions = false, receipt }: EraseFlags) => {
      if (conversation === undefined && before === undefined && !questions)
        command.error("error: name '--conversation', '--before' or '--questions'");
      return runCommand(command, async ({ config, output }) => {
        const selection = { conversationId: conversation, before, questionsOnly: questions };
        const erased = await withStored(config, (stored) =>
          asLocal(stored, config).eraseConversations(selection),
        );
        if (receipt !== undefined && erased.receipt) writeReceipt(receipt, erased.receipt);
        output.result(erased, () => formatErased(erased, questions));
      });
    });
  return command.addHelpText(
    'after',
    `
Examples:
  footnote erase --conversation 772d961e-52a1-4bb9-805a-e0ffb55bf9b9
  footnote erase --before 2026-01-01
  footnote erase --questions

Erased data is overwritten in the store. Backups still have it.

With --json: {conversations, messages, logEntries, receipt}
`,
  );
}

function formatErased({ conversations, messages, logEntries }: Erased, questionsOnly: boolean): string {
  if (questionsOnly) return `Erased the words of ${formatCount(logEntries, 'question')} in the log.`;
  const kept = `${formatCount(conversations, 'conversation')} with ${formatCount(messages, 'message')}`;
  return `Erased ${kept}, and ${formatCount(logEntries, 'question')} from the log.`;
}
