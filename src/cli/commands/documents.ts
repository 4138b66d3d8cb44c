import { Command } from 'commander';
import { withFootnote, withStored } from '../../app/with-footnote.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import { schemeOf } from '../../files/source-address.ts';
import type { Footnote } from '../../footnote.ts';
import { asLocal } from '../as-local.ts';
import { findDocumentByEnding } from '../find-document.ts';
import { formatDocument, formatDocuments, noDocumentsYet } from '../format/format-documents.ts';
import { printableName, printableText } from '../format/printable-text.ts';
import { runCommand } from '../run-command.ts';
import { writeReceipt } from '../write-receipt.ts';

/** `footnote documents list|show|remove` */
export function documentsCommand(): Command {
  return new Command('documents')
    .description('list, show or remove the documents of a collection')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(removeCommand())
    .addHelpText(
      'after',
      `
Examples:
  footnote documents list
  footnote documents show notes/lease.md --text
  footnote documents remove notes/lease.md
`,
    );
}

function listCommand(): Command {
  const command = new Command('list').description('list the documents, ordered by path').action(() =>
    runCommand(command, async ({ config, output }) => {
      const documents = await withStored(config, (stored) => stored.listDocuments());
      output.result({ documents }, (style) =>
        documents.length === 0
          ? output.remedy(noDocumentsYet)
          : formatDocuments(documents, output.columns, style),
      );
    }),
  );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote documents list --collection work
  footnote documents list --json | jq -r '.documents[].path'

With --json: {documents: [{documentId, path, paths, title, language, contentHash,
bytes, chunks, tokens, embeddedChunks, version, ingestedAt, jobId, metadata}]}
`,
  );
}

function showCommand(): Command {
  const command = new Command('show')
    .description('show what is known about one document, and its outline')
    .argument('<document>', 'its path, the end of it, or its id')
    .option('--text', 'print its text instead, which citations point into')
    .action((idOrPath: string, options: { text?: boolean }) =>
      runCommand(command, async ({ config, output }) => {
        const { summary, text } = await withStored(config, async (stored) => {
          const found = await findDocumentByEnding(stored, idOrPath);
          return { summary: found, text: await stored.getDocumentText(found.documentId) };
        });
        const outline = text.blocks.filter((block) => block.kind === 'heading');
        output.result(
          {
            ...summary,
            outline: outline.map(({ level, title, start, end }) => ({ level, title, start, end })),
            ...(options.text && { text: text.text }),
          },
          (style) =>
            options.text ? printableText(text.text) : formatDocument(summary, outline, output.columns, style),
        );
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote documents show notes/lease.md
  footnote documents show notes/lease.md --text | less
  footnote documents show lease.md                 if no other has that name

With --json: the document as "list" gives it, with outline: [{level, title,
start, end}]; with --text also its text
`,
  );
}

/** What is left of a document where its files are no business of the store. */
const stays =
  'A file of it in a folder is kept: the next ingest of the folder reads it again, unless .footnoteignore names it.';
const addressStays = 'What is at its address is kept: the next ingest of the address reads it again.';
const wentToo = 'It was put in without a folder, and the bytes that were kept of it are gone too.';

/** What becomes of what a document was made from. */
async function afterwards(footnote: Footnote, { paths, contentHash }: DocumentSummary): Promise<string> {
  const others = await footnote.missing(paths.map((name) => ({ name, sha256: contentHash })));
  if (others.length === 0) return wentToo;
  return others.every(({ name }) => schemeOf(name) !== undefined) ? addressStays : stays;
}

function removeCommand(): Command {
  const command = new Command('remove')
    .description('remove a document and every trace of it from the store')
    .argument('<document>', 'its path, the end of it, or its id')
    .option('--receipt <file>', 'write the signed proof of the removal, for footnote verify')
    .action((idOrPath: string, { receipt }: { readonly receipt?: string }) =>
      runCommand(command, async ({ config, output }) => {
        const { removed, after } = await withFootnote(config, async (footnote) => {
          const found = await findDocumentByEnding(footnote, idOrPath);
          const told = await afterwards(footnote, found);
          return { removed: await asLocal(footnote, config).removeDocument(found.documentId), after: told };
        });
        if (receipt !== undefined) writeReceipt(receipt, removed.receipt);
        output.result({ removed }, () => `Removed ${printableName(removed.path)}. ${after}`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote documents remove notes/lease.md
  footnote documents remove notes/lease.md --receipt lease-receipt.json
  footnote documents remove lease.md               if no other has that name

With --json: {removed: the document as "list" gives it, with its receipt}
`,
  );
}
