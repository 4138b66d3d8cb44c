import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const peersDirectory = fileURLToPath(new URL('./peers', import.meta.url));

/** Whether the peers of the engine are there, after installing them where they are not. */
export async function installPeers(log: (line: string) => void): Promise<boolean> {
  if (existsSync(join(peersDirectory, 'node_modules'))) return true;
  log('Installing the peers into bench/speed/peers (some 600 MB)');
  try {
    await promisify(execFile)('npm', ['ci'], { cwd: peersDirectory, maxBuffer: 2 ** 24 });
    return true;
  } catch (error) {
    log(`The peers cannot be installed, so they are left out: ${(error as Error).message.slice(0, 500)}`);
    return false;
  }
}
