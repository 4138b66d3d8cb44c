import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import type { StoredFootnote } from '../../app/stored-pipeline.ts';
import { withFootnote, withStored } from '../../app/with-footnote.ts';
import type { MetadataValue } from '../../contracts/chunk.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import type { Block } from '../../contracts/parser.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { pathError } from '../../files/path-error.ts';
import { schemeOf } from '../../files/source-address.ts';
import type { Footnote } from '../../footnote.ts';
import {
  type Fact,
  formatBytes,
  formatCount,
  formatFacts,
  formatMinute,
  formatNumber,
  formatTable,
  type TableColumn,
} from '../format/format-table.ts';
import { elide, elidePath, printableLine, printableName, printableText } from '../format/terminal-text.ts';
import { followIngest, formatReport } from '../ingest-paths.ts';
import { exitCodes, type Style } from '../output.ts';
import { asLocal, runCommand } from '../run-command.ts';
import { addThreadsFlag, collect } from '../settings-flags.ts';
import { writeReceipt } from './erasure.ts';

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

/** A document by id or by path as listed, or by a path from here, as the shell completes it. */
async function findDocument(stored: StoredFootnote, given: string): Promise<DocumentSummary> {
  try {
    return await stored.getDocument(given);
  } catch (error) {
    if (!isFootnoteError(error) || !['document_unknown', 'request_invalid'].includes(error.code)) throw error;
    return stored.getDocument(resolve(given)).catch(() => {
      throw error;
    });
  }
}

/** Paths that are named where the end of a path is that of several. */
const pathsNamed = 5;

/** The same, for reading: also by a file's name or another end of a path, as far as it is that of one document. */
async function findDocumentByEnding(stored: StoredFootnote, given: string): Promise<DocumentSummary> {
  try {
    return await findDocument(stored, given);
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'document_unknown') throw error;
    const ending = `/${given}`.normalize();
    const found = (await stored.listDocuments()).flatMap((document) => {
      const path = document.paths.find((known) => known.normalize().endsWith(ending));
      return path === undefined ? [] : { document, path };
    });
    const [only, ...others] = found;
    if (!only) throw error;
    if (others.length === 0) return only.document;
    const named = found.slice(0, pathsNamed).map(({ path }) => path);
    const problem = `${formatCount(found.length, 'document')} end in ${given}: ${named.join(', ')}${found.length > pathsNamed ? ' …' : ''}. Give more of the path`;
    throw new FootnoteError('request_invalid', { field: 'document', problem });
  }
}

/** What is said where there is no document; ends with a command. */
export const noDocumentsYet = 'There are no documents here yet. Add some with: footnote ingest PATH';

const columns: readonly TableColumn[] = [
  { head: 'PATH', cut: { least: 14, by: elidePath } },
  { head: 'PASSAGES', align: 'right' },
  { head: 'SIZE', align: 'right', dropOrder: 2 },
  { head: 'READ (UTC)', dropOrder: 1 },
  { head: 'TITLE', cut: { least: 12, by: elide }, colour: 'dim' },
];

/**
 * One line for each document, and one for each copy of it, by path. On a narrow terminal size and time are left out,
 * paths and titles are cut to fit.
 */
export function formatDocuments(documents: readonly DocumentSummary[], width: number, style: Style): string {
  const rows = documents.flatMap(({ path, paths, chunks, bytes, ingestedAt, title }) => [
    [path, formatNumber(chunks), formatBytes(bytes), formatMinute(ingestedAt), printableLine(title)],
    ...paths
      .filter((other) => other !== path)
      .map((copy) => [copy, '', '', '', `same as ${printableName(path)}`]),
  ]);
  const ordered = rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
  const shown = ordered.map(([path = '', ...rest]) => [printableName(path), ...rest]);
  return formatTable(columns, shown, width, style);
}

/** What is known of a document, and its outline. */
export function formatDocument(
  document: DocumentSummary,
  outline: readonly (Block & { kind: 'heading' })[],
  width: number,
  style: Style,
): string {
  const copies = document.paths.filter((path) => path !== document.path).map(printableName);
  const metadata = Object.entries(document.metadata).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`,
  );
  const facts: readonly Fact[] = [
    ['path', printableName(document.path)],
    ['also at', copies.length > 0 ? copies.join(', ') : null],
    ['title', printableLine(document.title)],
    ['id', document.documentId],
    ['language', document.language],
    [
      'size',
      `${formatBytes(document.bytes)}, ${formatCount(document.tokens, 'token')} in ${formatCount(document.chunks, 'passage')}`,
    ],
    ['read', `${document.ingestedAt}, version ${document.version}`],
    ['sha-256', document.contentHash],
    ['metadata', metadata.length > 0 ? printableLine(metadata.join('; ')) : null],
  ];
  const headings = outline.map(({ level, title }) => `${'  '.repeat(level)}${printableLine(title)}`);
  return [formatFacts(facts, width, style), ...(headings.length > 0 ? ['', ...headings] : [])].join('\n');
}

interface AddFlags {
  readonly name?: string;
  readonly title?: string;
  readonly url?: string;
  readonly mediaType?: string;
  readonly field?: readonly string[];
}

/** `footnote add [FILE]` */
export function addCommand(): Command {
  const command = new Command('add')
    .description('put one document into the collection, from a file or standard input, and keep its content')
    .argument('[file]', 'a file; without it, or as -, standard input is read')
    .option('--name <name>', "what the document goes by (default: the file's own name)")
    .option('--title <title>', 'its title (default: what the content says, else the name)')
    .option('--url <address>', 'where its page is')
    .option('--media-type <type>', 'its format where the name has no ending, as text/markdown')
    .option('--field <name=value>', 'a metadata field; can be repeated', collect)
    .action((file: string | undefined, { field = [], ...flags }: AddFlags) => {
      const isPiped = file === undefined || file === '-';
      const name = flags.name ?? (isPiped ? undefined : basename(file));
      if (name === undefined)
        return command.error("error: standard input has no name: give the document one with '--name'");
      const metadata = Object.fromEntries(field.map((one) => fieldOf(one, command)));
      return runCommand(command, (session) =>
        withFootnote(session.config, async (opened) => {
          const { output, config } = session;
          if (isPiped && process.stdin.isTTY)
            output.note('Type or paste the document, and end it with Ctrl-D.');
          const bytes = isPiped ? process.stdin : bytesOf(file);
          const footnote = asLocal(opened, config);
          const report = await followIngest(footnote, session, (following) =>
            footnote.add({ ...flags, name, bytes, metadata }, following),
          );
          output.result(report, (style) => formatReport(report, style));
          return report.status === 'complete' ? exitCodes.fine : exitCodes.failed;
        }),
      );
    });
  return addThreadsFlag(command).addHelpText(
    'after',
    `
Examples:
  footnote add ~/Downloads/offer.pdf
  footnote add minutes.md --name minutes/2025-03.md --field team=board
  pbpaste | footnote add --name notes/today.md
  curl -s https://example.org/report | footnote add --name report.html

"ingest" keeps the collection in step with files and folders: what is gone there
is removed. "add" keeps the content itself, so that the file may be moved or
deleted. The same name again with other content replaces the document; remove it
with "documents remove NAME".

With --json: the report, as "ingest" gives it
`,
  );
}

/** What cannot be read is told as of any other path. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw pathError(file, cause);
  }
}

/** A field as it is written on the command line: true, false and numbers are such, all else is text. */
function fieldOf(written: string, command: Command): readonly [string, MetadataValue] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined || value === undefined)
    return command.error(`error: option '--field' takes name=value, not '${written}'`);
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value];
}
