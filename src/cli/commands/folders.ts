import { Command } from 'commander';
import { withStored } from '../../app/with-footnote.ts';
import type { WatchedFolder } from '../../contracts/uploads.ts';
import { permittedPlace } from '../../files/path-error.ts';
import { formatCount, formatMinute, formatTable } from '../format/format-table.ts';
import { elide, printableLine } from '../format/terminal-text.ts';
import type { Style } from '../output.ts';
import { asLocal, runCommand } from '../run-command.ts';

/** `footnote folders list|watch|stop|forget` */
export function foldersCommand(): Command {
  return new Command('folders')
    .description('list, add, stop or forget the folders that a running server follows')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(watchCommand())
    .addCommand(stopCommand())
    .addCommand(forgetCommand())
    .addHelpText(
      'after',
      `
Examples:
  footnote folders watch ./handbook
  footnote folders list
  footnote folders stop FOLDER

footnote serve follows them where they are in or below one of server.folders.
footnote ingest --watch follows folders without a server.
`,
    );
}

function listCommand(): Command {
  const command = new Command('list').description('list the folders of the collection').action(() =>
    runCommand(command, async ({ config, output }) => {
      const { collection } = config;
      const folders = await withStored(config, (stored) => stored.listWatchedFolders({ collection }));
      output.result({ folders }, (style) =>
        folders.length === 0
          ? output.remedy('No folder is followed. Add one with: footnote folders watch PATH')
          : formatFolders(folders, output.columns, style),
      );
    }),
  );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote folders list --json | jq -r '.folders[] | select(.error != null).path'

With --json: {folders: [{folderId, collection, path, isActive, addedAt,
lastRunAt, lastRun: {status, documents, failures, failed}, error}]}
`,
  );
}

function watchCommand(): Command {
  const command = new Command('watch')
    .description('have a folder followed, or go on with one that was stopped')
    .argument('<path>', 'a folder of this machine')
    .action((path: string) =>
      runCommand(command, async ({ config, output }) => {
        const { collection } = config;
        const folder = await withStored(config, (stored) =>
          asLocal(stored, config).watchFolder(path, { collection }),
        );
        const refusal = refusalOf(folder.path, config.server.folders);
        output.result(folder, () =>
          refusal === undefined
            ? `${printableLine(folder.path)} is followed by the server as ${folder.folderId}.`
            : `${printableLine(folder.path)} is listed as ${folder.folderId}.`,
        );
        if (refusal !== undefined) output.warn(refusal);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote folders watch ./handbook --collection handbook

With --json: one folder of footnote folders list
`,
  );
}

/** Why a server with these settings does not follow a folder; undefined where it does. */
function refusalOf(path: string, permitted: readonly string[]): string | undefined {
  try {
    permittedPlace(path, permitted);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function stopCommand(): Command {
  const command = new Command('stop')
    .description('stop following a folder; its documents stay')
    .argument('<folder>', 'its id')
    .action((id: string) =>
      runCommand(command, async ({ config, output }) => {
        const { collection } = config;
        const folder = await withStored(config, (stored) =>
          asLocal(stored, config).changeWatchedFolder(id, { isActive: false }, { collection }),
        );
        output.result(folder, () => `${printableLine(folder.path)} is followed no more.`);
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote folders stop 0b6f2a1c-6c0e-4d53-9a51-3f0b7f6f2d11

With --json: one folder of footnote folders list
`,
  );
}

function forgetCommand(): Command {
  const command = new Command('forget')
    .description('take a folder off the list; its documents stay')
    .argument('<folder>', 'its id')
    .action((id: string) =>
      runCommand(command, async ({ config, output }) => {
        const { collection } = config;
        await withStored(config, (stored) => asLocal(stored, config).removeWatchedFolder(id, { collection }));
        output.result({ removed: id }, () => 'Forgotten. Its documents stay.');
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote folders forget 0b6f2a1c-6c0e-4d53-9a51-3f0b7f6f2d11

With --json: {removed}
`,
  );
}

function formatFolders(folders: readonly WatchedFolder[], width: number, style: Style): string {
  return formatTable(
    [
      { head: 'FOLDER' },
      { head: 'PATH', cut: { least: 15, by: elide } },
      { head: 'STATE' },
      { head: 'LOOKED (UTC)', dropOrder: 1 },
      { head: 'CAME TO', dropOrder: 2, cut: { least: 12, by: elide } },
    ],
    folders.map(({ folderId, path, isActive, lastRunAt, lastRun, error }) => [
      folderId,
      printableLine(path),
      isActive ? (error?.code === 'folder_forbidden' ? 'forbidden' : 'followed') : 'stopped',
      lastRunAt === null ? '' : formatMinute(lastRunAt),
      style(
        error || (lastRun && lastRun.failed > 0) ? 'yellow' : 'green',
        error ? printableLine(error.message) : lastRun ? cameTo(lastRun) : '',
      ),
    ]),
    width,
    style,
  );
}

function cameTo({ documents, failed }: NonNullable<WatchedFolder['lastRun']>): string {
  const held = documents.added + documents.updated + documents.unchanged;
  return `${formatCount(held, 'file')}${failed > 0 ? `, ${failed} failed` : ''}`;
}
