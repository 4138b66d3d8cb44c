import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium, firefox } from 'playwright-core';

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const packageRoot = fileURLToPath(new URL('../node_modules/@sparticuz/chromium/', import.meta.url));
const cacheRoot = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

interface BrowserProgram {
  readonly executablePath: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A headless Chromium: the one in `CHROME_PATH` or on the `PATH` where there is one, else the one inside the
 * `@sparticuz/chromium` dev dependency, which needs neither root nor system libraries. With `FIREFOX_PATH` it is that
 * Firefox instead, as Mozilla and Debian build it, through WebDriver BiDi. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const ownFirefox = process.env.FIREFOX_PATH;
  if (ownFirefox) return firefox.launch({ channel: 'moz-firefox', executablePath: ownFirefox });
  const installed = installedBrowser();
  const program = installed ? { executablePath: installed, environment: {} } : await packagedBrowser();
  return chromium.launch({
    executablePath: program.executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    // As long as a busy machine takes.
    timeout: 120_000,
    env: { ...environmentVariables(), ...program.environment },
  });
}

function installedBrowser(): string | undefined {
  const named = process.env.CHROME_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => installedNames.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the dev dependency once per version. The rename makes it safe for several processes to start at once. */
async function packagedBrowser(): Promise<BrowserProgram> {
  const manifest = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(cacheRoot, `chromium-${manifest.version}`);
  if (!existsSync(folder)) {
    await mkdir(cacheRoot, { recursive: true });
    const staging = await mkdtemp(join(cacheRoot, 'chromium-'));
    await unpackBrowser(staging);
    await rename(staging, folder).catch(async (error: unknown) => {
      await rm(staging, { recursive: true });
      if (!existsSync(folder)) throw error;
    });
  }
  const environment: Record<string, string> = {
    LD_LIBRARY_PATH: [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  };
  if (!existsSync('/etc/fonts/fonts.conf')) environment.FONTCONFIG_PATH = join(folder, 'fonts');
  return { executablePath: join(folder, 'chromium'), environment };
}

async function unpackBrowser(folder: string): Promise<void> {
  const program = join(folder, 'chromium');
  await Promise.all([
    pipeline(packedFile('chromium.br'), createBrotliDecompress(), createWriteStream(program)),
    unpackArchive(packedFile('al2023.tar.br'), folder),
    mkdir(join(folder, 'fonts')).then(() => unpackArchive(packedFile('fonts.tar.br'), join(folder, 'fonts'))),
  ]);
  await chmod(program, 0o755);
}

function packedFile(name: string): NodeJS.ReadableStream {
  return createReadStream(join(packageRoot, 'bin', name));
}

async function unpackArchive(packed: NodeJS.ReadableStream, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const [, [status]] = await Promise.all([
    // tar may close its end at the archive's end mark, before the padding behind it: its status is what counts.
    pipeline(packed, createBrotliDecompress(), tar.stdin).catch(() => undefined),
    once(tar, 'close') as Promise<[number | null]>,
  ]);
  if (status !== 0)
    throw new Error(`tar ended with status ${String(status)} while unpacking into ${folder}.`);
}

function environmentVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
