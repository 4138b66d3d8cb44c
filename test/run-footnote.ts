import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The launcher in the clone. */
export const launcher = resolve(import.meta.dirname, '../bin/footnote.mjs');

/** What a process came to. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process in the making: what it has printed so far, and a promise of its end. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves once standard output and error together match; rejects where the process ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: this Node. */
  readonly program?: string;
  /** Run as this user; takes root. */
  readonly uid?: number;
  /** What it reads on standard input. Default: nothing. */
  readonly input?: string;
  /** Lead a process group, as what a shell starts does, so that a signal can reach all of it. */
  readonly leadsGroup?: boolean;
}

/** Starts the command line as a user would, as a process of its own. */
export function startFootnote(args: readonly string[], options: RunOptions): Running {
  return startProgram(options.program ?? process.execPath, [launcher, ...args], options);
}

/** Runs the command line to its end. */
export function runFootnote(args: readonly string[], options: RunOptions): Promise<Finished> {
  return startFootnote(args, options).finished;
}

/** The environment of this process without its colours and settings. */
export function ownEnvironment(): Record<string, string | undefined> {
  const ofOthers = /^(FOOTNOTE_|FORCE_COLOR|NO_COLOR|NODE_OPTIONS|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOthers.test(name)));
}

/** Starts any program, with the colours and settings of this process kept from it. */
export function startProgram(program: string, args: readonly string[], options: RunOptions): Running {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...ownEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    uid: options.uid,
    detached: options.leadsGroup,
  });
  child.stdin.end(options.input);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    notify();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    notify();
  });
  const finished = new Promise<Finished>((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => settle({ code, signal, stdout, stderr }));
  });

  return {
    child,
    finished,
    async waitFor(pattern) {
      const { promise, resolve: found, reject } = Promise.withResolvers<RegExpExecArray>();
      const watch = () => {
        const match = pattern.exec(stdout) ?? pattern.exec(stderr);
        if (match) found(match);
      };
      watchers.add(watch);
      watch();
      finished.then(
        ({ code }) => reject(new Error(`ended with ${code} before ${pattern} came:\n${stdout}\n${stderr}`)),
        reject,
      );
      return promise.finally(() => watchers.delete(watch));
    },
  };
}

/** A fresh folder that goes away when the test's scope ends. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
