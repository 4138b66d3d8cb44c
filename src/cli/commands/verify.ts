import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import type { ErasureReceipt, ReceiptCheck } from '../../contracts/erasure-receipt.ts';
import { readInputFile } from '../../files/output-files.ts';
import { parsedJson } from '../../values/own-value.ts';
import { unusable } from '../../values/require-arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatBytes, formatCount } from '../format/format-quantity.ts';
import { runCommand } from '../run-command.ts';

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
