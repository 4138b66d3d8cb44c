import { Command, Option } from 'commander';
import { withFootnote, withStored } from '../../app/with-footnote.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import type { ReindexReport } from '../../contracts/document-records.ts';
import type { IndexManifest, ManifestDifferences } from '../../contracts/index-manifest.ts';
import { isAborted } from '../../errors.ts';
import { readInputFile } from '../../files/output-files.ts';
import type { ReindexOptions } from '../../footnote.ts';
import type { Config } from '../../settings/config.ts';
import { parsedJson } from '../../values/own-value.ts';
import { unusable } from '../../values/require-arguments.ts';
import { formatBytes, formatCount, formatDuration } from '../format/format-table.ts';
import { printableName } from '../format/terminal-text.ts';
import { formatBilled, leaveToWorker } from '../ingest-paths.ts';
import { exitCodes } from '../output.ts';
import { showProgress } from '../progress.ts';
import { asLocal, runCommand, type Session } from '../run-command.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag } from '../settings-flags.ts';

interface ReindexFlags {
  readonly queue?: boolean;
  readonly chunker?: string;
  readonly embedder?: string;
  readonly threads?: number;
}

/** `footnote reindex` */
export function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('rebuild the index from the stored text, with other settings')
    .option('--queue', 'leave it to a worker, which goes by its own settings; needs records on PostgreSQL')
    .action((flags: ReindexFlags) => {
      requireOwnSettings(command, flags);
      return runCommand(command, async (session) => {
        if (flags.queue) return leaveToWorker({ kind: 'reindex', paths: [] }, session);
        const { config, origins, output } = session;
        await runReindex(
          session,
          {},
          {
            old: 'the old index',
            done: ({ documents, chunks, durationMs }) =>
              `Rebuilt the index: ${formatCount(documents, 'document')}; ${formatCount(chunks, 'passage')} embedded in ${formatDuration(durationMs)}`,
          },
        );
        const flagged = lastingFlags(config, origins);
        if (flagged !== undefined)
          output.note(`Later commands need these settings too; put them in footnote.config.json: ${flagged}`);
      });
    });
  return addThreadsFlag(addChunkerFlag(addEmbedderFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote reindex --chunker sentences
  footnote reindex --embedder e5-small-v2
  footnote reindex --queue

Give the settings that you want from now on. Another embedding model also belongs
in footnote.config.json, since every later command needs it; the chunker is kept
with the index, and later ingests go by it. No file is read: the text is in the
store. Questions are answered from the old index until the new one
is complete and replaces it. Ctrl-C keeps what is done; run the same command to
continue from there.

With --queue a worker does it, with the settings that the worker was started
with: put the new ones into its footnote.config.json, and start it again.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded;
with --queue {job}
`,
  );
}

function requireOwnSettings(command: Command, { queue, chunker, embedder, threads }: ReindexFlags): void {
  if (queue && (chunker ?? embedder ?? threads) !== undefined)
    command.error(
      "error: option '--queue' cannot be used with '--chunker', '--embedder' or '--threads': a worker goes by its own settings",
    );
}

/** What flags say that questions need too, as the file of settings would say it; undefined where they say nothing. */
function lastingFlags({ embedder }: Config, origins: Session['origins']): string | undefined {
  if (origins['embedder.directory'] !== 'flag') return undefined;
  return JSON.stringify({ embedder: { directory: embedder.directory } });
}

/** What a command that builds an index anew says of it. */
interface ReindexWords {
  /** What is asked meanwhile: `the old index`. */
  readonly old: string;
  /** A sentence without its full stop. */
  readonly done: (report: ReindexReport) => string;
}

/** Builds the index of a collection anew, with progress, warnings and the report. */
async function runReindex(
  { config, output, signal }: Session,
  options: Pick<ReindexOptions, 'engine'>,
  { old, done }: ReindexWords,
): Promise<void> {
  const progress = showProgress(output, 'document');
  const report = await withFootnote(config, (footnote) =>
    asLocal(footnote, config).reindex({ ...options, signal, onProgress: (state) => progress.update(state) }),
  )
    .finally(() => progress.clear())
    .catch((error: unknown) => {
      if (isAborted(error))
        output.note(
          `Questions are still answered from ${old}. Run the same command to continue where this one stopped.`,
        );
      throw error;
    });
  for (const warning of report.warnings) output.warn(warning);
  output.result(report, () => `${done(report)}.${formatBilled(report)}`);
}

/** By name, so that none can be left out. */
const engines: Readonly<Record<Config['engine']['kind'], true>> = {
  embedded: true,
  postgresql: true,
  qdrant: true,
  neo4j: true,
  chroma: true,
};

interface MoveFlags {
  readonly to: Config['engine']['kind'];
  readonly url?: string;
  readonly user?: string;
  readonly database?: string;
  readonly name?: string;
}

/** `footnote move` */
export function moveCommand(): Command {
  const command = new Command('move')
    .description('move a collection to another engine, with its vectors')
    .addOption(
      new Option('--to <engine>', 'the engine to move to')
        .choices(Object.keys(engines))
        .makeOptionMandatory(),
    )
    .option('--url <address>', 'address of its server (default: its usual one on this machine)')
    .option('--user <name>', 'user to sign in to it as')
    .option('--database <name>', 'database on it')
    .option('--name <name>', 'schema, label or collection to use there')
    .action(({ to: kind, ...place }: MoveFlags) =>
      runCommand(command, async (session) => {
        const { config, output } = session;
        const { password, apiKey } = { ...config.engine, ...targetCredentials() };
        // The rest of the settings is that of the engine it comes from.
        const engine = { url: '', user: '', database: '', name: '', password, apiKey, ...place, kind };
        await runReindex(
          session,
          { engine },
          {
            old: 'the old engine',
            done: ({ documents, durationMs }) =>
              `Moved ${formatCount(documents, 'document')} to ${kind} in ${formatDuration(durationMs)}`,
          },
        );
        const settings = JSON.stringify({ engine: { kind, ...place } });
        output.note(`Later commands need these settings; put them in footnote.config.json: ${settings}`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote move --to qdrant --url http://localhost:6333
  footnote move --to embedded

The settings say where the collection is now, the options where it goes. Nothing
is embedded again where the engine gives its vectors back. Questions are answered
from the old engine until the new one has everything. Ctrl-C keeps what is done;
run the same command to continue from there. Set the password or the key of the
new server as FOOTNOTE_TARGET_PASSWORD or FOOTNOTE_TARGET_API_KEY; without them
it is asked with those of the old one.

With --json: {documents, chunks, tokens, vectors, billedTokens, durationMs,
warnings}; documents are those of the index, the others what this run embedded
`,
  );
}

/** What the environment says of the new server; what it leaves out is as on the old one. */
function targetCredentials(): { readonly password?: string; readonly apiKey?: string } {
  const { FOOTNOTE_TARGET_PASSWORD: password, FOOTNOTE_TARGET_API_KEY: apiKey } = process.env;
  return { ...(password && { password }), ...(apiKey && { apiKey }) };
}

/** `footnote manifest [--check FILE]` */
export function manifestCommand(): Command {
  const command = new Command('manifest')
    .description('describe a collection so that two machines can be compared, with one hash over all')
    .option('--check <file>', 'say what differs from a manifest that was written with --json')
    .action(({ check: file }: { readonly check?: string }) =>
      runCommand(command, async ({ config, output }) => {
        const { leaves, manifestDifferences, manifestProblem } = await import('../../app/index-manifest.ts');
        const expected = file === undefined ? undefined : parsedJson(await readInputFile(file));
        if (file !== undefined) {
          const problem = manifestProblem(expected);
          if (problem !== undefined)
            throw unusable(file, `${problem}. Give the file that footnote manifest --json wrote`);
        }
        const { manifest, documents } = await withFootnote(config, async (footnote) => ({
          manifest: await footnote.manifest(),
          documents: file === undefined ? [] : await footnote.listDocuments(),
        }));
        if (file === undefined) {
          output.result(manifest, () =>
            formatManifest(manifest, [...leaves(manifest.versions), ...leaves(manifest.settings)]),
          );
          return exitCodes.fine;
        }
        const before = expected as IndexManifest;
        const same = before.sha256 === manifest.sha256;
        const differences = manifestDifferences(before, manifest);
        output.result({ same, sha256: manifest.sha256, expected: before.sha256, ...differences }, () =>
          same ? `The same: ${manifest.sha256}` : formatDifferences(differences, documents),
        );
        return same ? exitCodes.fine : exitCodes.failed;
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote manifest
  footnote manifest --json > handbook.json
  footnote manifest --check handbook.json      exits with 1 if something differs

The same documents under the same models and settings have the same hash, in
whatever folder they lie, in whatever order they were ingested and whichever
engine holds them. It names no path, no address and no secret.

With --json: {format, versions, settings, documents: [{contentHash, parser,
metadata, passages, embedded}], sha256}; with --check {same, sha256, expected,
documents: {added, removed, changed: [{contentHash, what}]},
values: [{name, before, after}]}
`,
  );
}

function formatManifest(
  { sha256, documents }: IndexManifest,
  values: readonly (readonly [name: string, value: unknown])[],
): string {
  const passages = documents.reduce((sum, document) => sum + document.passages, 0);
  return [
    `sha256 ${sha256}`,
    ...values.map(([name, value]) => `${name} ${shown(value)}`),
    `${formatCount(documents.length, 'document')}, ${formatCount(passages, 'passage')}`,
    ...documents.map(
      (document) =>
        `${document.contentHash} ${document.parser || 'unread'}, ${formatCount(document.passages, 'passage')}`,
    ),
  ].join('\n');
}

/** Documents of this collection by their paths too; of those that are not in it only the hash is known. */
function formatDifferences(
  { documents: { added, removed, changed }, values }: ManifestDifferences,
  documents: readonly DocumentSummary[],
): string {
  const paths = Map.groupBy(documents, ({ contentHash }) => contentHash);
  const named = (hash: string) =>
    [hash, ...(paths.get(hash) ?? []).flatMap((document) => document.paths.map(printableName))].join(' ');
  return [
    ...added.map((hash) => `added ${named(hash)}`),
    ...removed.map((hash) => `removed ${hash}`),
    ...changed.map(({ contentHash, what }) => `changed ${named(contentHash)}: ${what.join(', ')}`),
    ...values.map(({ name, before, after }) => `${name}: ${shown(before)} → ${shown(after)}`),
  ].join('\n');
}

function shown(value: unknown): string {
  return printableName(typeof value === 'string' && value !== '' ? value : JSON.stringify(value));
}

interface MigrationsFlags {
  readonly engine: string;
  readonly schema?: string;
  readonly rowLevelSecurity?: true;
}

/** `footnote migrations` */
export function migrationsCommand(): Command {
  const command = new Command('migrations')
    .description("print the SQL of an engine's tables")
    .addOption(new Option('--engine <name>', 'whose tables').choices(['postgresql']).default('postgresql'))
    .option('--schema <name>', 'the schema they are made in (default: public)')
    .option('--row-level-security', 'let roles see only the collections that footnote_roles names for them')
    .action(({ schema, rowLevelSecurity }: MigrationsFlags) =>
      runCommand(command, async ({ output }) => {
        // Loaded late, like all that a command alone needs.
        const { migrationsSql } = await import('../../engines/postgresql/migrations.ts');
        const sql = migrationsSql({ schema, rowLevelSecurity });
        output.result({ engine: 'postgresql', sql }, () => sql.trimEnd());
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote migrations --engine postgresql | psql "$DATABASE_URL"
  footnote migrations --engine postgresql --schema search > footnote.sql

The engine makes its tables itself at its first opening, where its user may. Run
this where it may not, or in the SQL editor of a hosted database. It can be run
any number of times.

With --json: {engine, sql}
`,
  );
}

/** `footnote backup FILE` */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy the store to a file, even while it is in use')
    .argument('<file>', 'a file that does not exist yet')
    .action((file: string) =>
      runCommand(command, async ({ config, output, signal }) => {
        const result = await withStored(config, (stored) => asLocal(stored, config).backup(file, { signal }));
        output.result(result, () => `Copied the store to ${result.file}, ${formatBytes(result.bytes)}.`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote backup footnote-2026-11-20.sqlite

The copy is the store as it was at one moment. To restore it, put it in an empty
folder as footnote.db, and give that folder as --store.

With --json: {file, bytes}
`,
  );
}
