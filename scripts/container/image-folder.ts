import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ignore from 'ignore';
import { listOf, type Stage } from './dockerfile.ts';

/** What the machine must have of its own: the programs and libraries that a slim Debian has too. */
const borrowed = ['bin', 'sbin', 'lib', 'lib64', 'usr', 'etc/ssl', 'etc/alternatives', 'dev', 'proc'];

/** What a machine behind a proxy of its own needs to fetch packages. */
const ofTheNetwork = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name)),
);

/** How a command is run in an image. */
export interface RunOptions {
  readonly user?: string | undefined;
  /** Whether nothing but `/data` and `/tmp` can be written to. */
  readonly readOnly?: boolean;
}

/** A program that is running in an image. */
export interface Running {
  readonly finished: Promise<{ readonly code: number | null; readonly output: string }>;
  /** What it has written so far. */
  readonly output: () => string;
  kill(signal: NodeJS.Signals): void;
}

/**
 * The file system of an image as a folder, in which programs run by `chroot`, each in mounts of its own: what a
 * container does without its network and limits. In place of the base image stand the machine's own programs,
 * read-only, `/usr/local` with the project's Node, and an `/etc` with the base image's user. Linux and root alone.
 */
export class ImageFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'footnote-image-'));
  directory = '/';
  user: string | undefined;
  shell: readonly string[] = ['/bin/sh', '-c'];
  readonly environment: Record<string, string> = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' };

  constructor() {
    chmodSync(this.path, 0o755);
    for (const name of [...borrowed, 'local/bin', 'tmp', 'etc']) this.#make(name);
    cpSync(process.execPath, join(this.path, 'local/bin/node'));
    writeFileSync(
      join(this.path, 'local/bin/npm'),
      '#!/bin/sh\nexec node /usr/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
      {
        mode: 0o755,
      },
    );
    writeFileSync(
      join(this.path, 'etc/passwd'),
      'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
    );
    writeFileSync(join(this.path, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
    for (const name of ['resolv.conf', 'hosts'])
      if (existsSync(`/etc/${name}`))
        writeFileSync(join(this.path, 'etc', name), readFileSync(`/etc/${name}`));
  }

  /**
   * Carries out a stage. `context` is the folder that `COPY . .` copies, `from` finds the stages before it. Errors: an
   * `Error` with the output of a command that failed.
   */
  async build(stage: Stage, { context, from }: { context: string; from: (name: string) => ImageFolder }) {
    for (const { name, value } of stage.instructions) {
      if (name === 'WORKDIR') this.#make((this.directory = value));
      else if (name === 'SHELL') this.shell = listOf(value);
      else if (name === 'USER') this.user = value;
      else if (name === 'ENV')
        for (const [, key = '', text = ''] of value.matchAll(/(\w+)=(\S+)/g)) this.environment[key] = text;
      else if (name === 'COPY') this.#copy(value, context, from);
      else if (name === 'RUN') {
        const { code, output } = await this.run([...this.shell, value]).finished;
        if (code !== 0) throw new Error(`RUN ${value}\n${output}`);
      }
    }
  }

  /** Starts a program with the environment of the image alone. */
  run(command: readonly string[], { user = this.user, readOnly = false }: RunOptions = {}): Running {
    const script = [
      'set -e',
      // Below itself, so that it can be made read-only without what is mounted into it.
      'mount --bind "$ROOT" "$ROOT"',
      ...borrowed.map((name) => `mount --rbind -o ro /${name} "$ROOT/${name}"`),
      'mount --bind "$ROOT/local" "$ROOT/usr/local"',
      ...(readOnly ? ['mount --bind "$ROOT/data" "$ROOT/data"', 'mount -t tmpfs tmpfs "$ROOT/tmp"'] : []),
      ...(readOnly ? ['mount -o remount,ro,bind "$ROOT/usr/local"', 'mount -o remount,ro,bind "$ROOT"'] : []),
      `exec chroot ${user === undefined ? '' : `--userspec=${user} `}"$ROOT" /usr/bin/env --ignore-environment --chdir="$DIRECTORY" "$@"`,
    ].join('\n');
    const assignments = Object.entries({ ...ofTheNetwork, ...this.environment }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...assignments, ...command], {
      env: { ...process.env, ROOT: this.path, DIRECTORY: this.directory },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const finished = new Promise<{ code: number | null; output: string }>((settle, reject) => {
      child.once('error', reject);
      child.once('close', (code) => settle({ code, output }));
    });
    return { finished, output: () => output, kill: (signal) => void child.kill(signal) };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #make(path: string): void {
    mkdirSync(join(this.path, path), { recursive: true });
  }

  #copy(value: string, context: string, from: (name: string) => ImageFolder): void {
    const [, stage, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(value) ?? [];
    const place = target === '.' ? this.directory : target;
    const origin = stage === undefined ? join(context, source) : join(from(stage).path, source);
    mkdirSync(dirname(join(this.path, place)), { recursive: true });
    const ignored = ignore().add(readFileSync(join(context, '.dockerignore'), 'utf8'));
    const isIgnored = (path: string) => path !== '' && ignored.ignores(path);
    const filter = stage === undefined ? (path: string) => !isIgnored(relative(origin, path)) : () => true;
    cpSync(origin, join(this.path, place), { recursive: true, verbatimSymlinks: true, filter });
  }
}
