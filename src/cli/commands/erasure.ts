import { Command } from 'commander';
import { withFootnote, withStored } from '../../app/with-footnote.ts';
import type { Erased, ErasureReceipt, ReceiptCheck } from '../../contracts/conversation.ts';
import { readInputFile, writeOutputFile } from '../../files/output-files.ts';
import { parsedJson } from '../../values/own-value.ts';
import { unusable } from '../../values/require-arguments.ts';
import { formatBytes, formatCount } from '../format/format-table.ts';
import { exitCodes } from '../output.ts';
import { asLocal, runCommand } from '../run-command.ts';

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

/** `footnote verify RECEIPT` */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('check the receipt of an erasure, and look for what it says is gone')
    .argument('<receipt>', 'file that documents remove or erase wrote with --receipt')
    .action((file: string) =>
      runCommand(command, async ({ config, output }) => {
        const receipt = receiptIn(parsedJson(await readInputFile(file)));
        if (!receipt) throw unusable(file, 'it is no receipt. Give the file that --receipt wrote');
        const check = await withFootnote(config, (footnote) => footnote.verifyReceipt(receipt));
        output.result(check, () => formatCheck(check));
        return isProven(check) ? exitCodes.fine : exitCodes.failed;
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote documents remove notes/lease.md --receipt lease.json
  footnote verify lease.json

Reads every file of the store once, and all texts on the servers that the
settings name for records and engine; exits with 1 where the receipt was
altered, is of another store, or something of what it names is still there.
Backups made before, and the files of a server, are not looked at.

With --json: {isSigned, isOfThisStore, files, bytes, servers: [{place, values,
bytes}], found: [{place, offset}], present, notRead}
`,
  );
}

/** The receipt itself, or the one in what `--json` printed. */
function receiptIn(value: unknown): ErasureReceipt | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('signature' in value) return value as ErasureReceipt;
  if ('receipt' in value) return receiptIn(value.receipt);
  return 'removed' in value ? receiptIn(value.removed) : undefined;
}

function isProven({ isSigned, isOfThisStore, found, present }: ReceiptCheck): boolean {
  return isSigned && isOfThisStore && found.length === 0 && present.length === 0;
}

function formatCheck({
  isSigned,
  isOfThisStore,
  files,
  bytes,
  servers,
  found,
  present,
  notRead,
}: ReceiptCheck): string {
  const signed = isSigned
    ? `The receipt is as it was signed, ${isOfThisStore ? 'by this store' : 'but by another store than this one'}.`
    : 'The receipt was altered: its signature does not fit.';
  const read = [`${formatCount(files, 'file')}, ${formatBytes(bytes)}`];
  for (const { place, values, bytes: length } of servers)
    read.push(`${place}: ${formatCount(values, 'value')}, ${formatBytes(length)}`);
  const lines = [signed];
  if (found.length === 0) lines.push(`None of its bytes are in the store (${read.join('; ')}).`);
  for (const { place, offset } of found) lines.push(`Its bytes are in ${place}, at ${offset}.`);
  for (const id of present) lines.push(`${id} is still there.`);
  for (const place of notRead) lines.push(`Not looked into: ${place}.`);
  return lines.join('\n');
}

/** Writes a receipt as JSON. Errors: those of {@link writeOutputFile}. */
export function writeReceipt(file: string, receipt: ErasureReceipt): void {
  writeOutputFile(file, `${JSON.stringify(receipt, undefined, 2)}\n`);
}
