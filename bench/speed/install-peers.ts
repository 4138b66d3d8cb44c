import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folders with a package of peers, by how much is installed: megabytes. */
const peerFolders = { peers: 600, 'peers-ingest': 110 } as const;

/** Whether the peers of a folder beside this file are there, after installing them where they are not. */
export async function installPeers(
  folder: keyof typeof peerFolders,
  log: (line: string) => void,
): Promise<boolean> {
  const directory = fileURLToPath(new URL(folder, import.meta.url));
  if (existsSync(join(directory, 'node_modules'))) return true;
  log(`Installing the peers into bench/speed/${folder} (some ${peerFolders[folder]} MB)`);
  try {
    // Not `npm ci`: it refuses a lock file without the packages of other systems, which not every registry has.
    await promisify(execFile)('npm', ['install', '--no-save'], { cwd: directory, maxBuffer: 2 ** 24 });
    return true;
  } catch (error) {
    log(`The peers cannot be installed, so they are left out: ${(error as Error).message.slice(0, 500)}`);
    return false;
  }
}
