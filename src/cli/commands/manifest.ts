import { Command } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import type { DocumentSummary } from '../../contracts/document.ts';
import type { IndexManifest, ManifestDifferences } from '../../contracts/index-manifest.ts';
import { readInputFile } from '../../files/output-files.ts';
import { parsedJson } from '../../values/own-value.ts';
import { unusable } from '../../values/require-arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { formatCount } from '../format/format-quantity.ts';
import { printableName } from '../format/printable-text.ts';
import { runCommand } from '../run-command.ts';

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
