import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How a server of a test is started. */
export interface ServerProcessOptions {
  /** For messages: `PostgreSQL`. */
  readonly name: string;
  /** The program and its arguments, told where it listens and where its data goes. */
  readonly command: (place: ServerPlace) => readonly [program: string, ...args: string[]];
  /** What has to be done in its folder first. */
  readonly prepare?: (place: ServerPlace) => Promise<void>;
  /** Whether it takes calls. It is asked again and again; a rejection counts as no. */
  readonly isReady: (place: ServerPlace, output: string) => boolean | Promise<boolean>;
  readonly environment?: (place: ServerPlace) => Readonly<Record<string, string>>;
  /** Runs it, and owns its folder, as this user. Default: as the one that starts it. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** What ends it; its data is thrown away, so nothing needs to be saved. Default: SIGKILL. */
  readonly stopSignal?: NodeJS.Signals;
  /** In milliseconds. Default 60 000. */
  readonly readyWithinMs?: number;
}

/** Where a server stands. */
export interface ServerPlace {
  /** On 127.0.0.1. */
  readonly port: number;
  /** A folder that is removed with the server. */
  readonly directory: string;
}

/** A server that runs until it is stopped, or until this process ends, however that happens. */
export interface ServerProcess {
  readonly port: number;
  /** The end of what it has printed so far. */
  readonly log: () => string;
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>;
}

const keptLogCharacters = 64 * 1024;
const shownLogLines = 30;
const pollMs = 50;
/** A port that was free may be taken by somebody else before the server has it. */
const mostPorts = 3;

/**
 * Runs the program so that it ends with the one that started it: whatever became of that, its end of the pipe closes
 * then, and the reader kills the server. A shell is at hand wherever these servers run.
 */
const endWithParent = `exec 3<&0
"$@" </dev/null &
server=$!
( read -r _ <&3; kill -s "$0" $server ) >/dev/null 2>&1 &
exec 3<&-
wait $server`;

interface Running {
  readonly child: ChildProcess;
  readonly directory: string;
  readonly stopSignal: NodeJS.Signals;
}

const running = new Map<Running, () => Promise<void>>();

/**
 * Starts a server on a free port of 127.0.0.1, with its data in a temporary folder.
 * Errors: any `Error`, its message for the user, with the end of what the server printed.
 */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  endWithThisProcess();
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (tries === mostPorts || !/in use|EADDRINUSE|BindException/i.test(String(error))) throw error;
    }
  }
}

async function startOnce({
  name,
  command,
  prepare,
  isReady,
  environment,
  user,
  stopSignal = 'SIGKILL',
  readyWithinMs = 60_000,
}: ServerProcessOptions): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), `footnote-${name.toLowerCase()}-`));
  try {
    if (user) await chown(directory, user.uid, user.gid);
    const place = { port: await freePort(), directory };
    await prepare?.(place);
    const child = spawn('/bin/sh', ['-c', endWithParent, stopSignal.slice(3), ...command(place)], {
      ...user,
      cwd: directory,
      env: { ...process.env, ...environment?.(place) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // In a group of its own: Ctrl-C reaches this process, which then ends the whole group.
      detached: true,
    });
    const entry = { child, directory, stopSignal };
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-keptLogCharacters);
      });
    }
    const log = () => output.trimEnd().split('\n').slice(-shownLogLines).join('\n');
    const ended = new Promise<string>((resolve) => {
      child.once('error', ({ message }) => resolve(message));
      child.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`));
    });
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= end(entry, ended).finally(() => running.delete(entry));
      return stopping;
    };
    running.set(entry, stop);
    try {
      await untilReady(() => isReady(place, output), ended, readyWithinMs);
    } catch (error) {
      await stop();
      throw new Error(`${name} ${(error as Error).message}. The end of its log:\n${log() || '(empty)'}`, {
        cause: error,
      });
    }
    return { port: place.port, log, stop };
  } catch (error) {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function untilReady(
  isReady: () => boolean | Promise<boolean>,
  ended: Promise<string>,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let outcome: string | undefined;
  const watch = async () => {
    outcome = await ended;
  };
  void watch();
  while (performance.now() < deadline) {
    if (outcome !== undefined) throw new Error(outcome);
    try {
      if (await isReady()) return;
    } catch {
      // Not yet.
    }
    await setTimeout(pollMs);
  }
  throw new Error(`was not ready within ${withinMs / 1000} s`);
}

async function end({ child, directory, stopSignal }: Running, ended: Promise<string>): Promise<void> {
  signalGroup(child, stopSignal);
  const patience = new AbortController();
  const force = setTimeout(5000, undefined, { signal: patience.signal }).then(
    () => signalGroup(child, 'SIGKILL'),
    () => undefined,
  );
  await ended;
  patience.abort();
  await force;
  child.stdin?.destroy();
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** The shell, the server and what the server has started. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

let isWatching = false;

/** Servers end with this process: when it is told to, at Ctrl-C, at its end, at an exception that nobody catches. */
function endWithThisProcess(): void {
  if (isWatching) return;
  isWatching = true;
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => {
      const stopped = Promise.allSettled(Array.from(running.values(), (stop) => stop()));
      // The exit code by which a shell tells of a signal.
      void stopped.finally(() => process.exit(128 + number));
    });
  }
  process.on('exit', () => {
    for (const { child, stopSignal } of running.keys()) signalGroup(child, stopSignal);
    // Nothing can be waited for here but time: for servers to be gone, so that they write no more.
    if (running.size > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    for (const { child, directory } of running.keys()) {
      signalGroup(child, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  });
}

/** A port of 127.0.0.1 that nobody listens on now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('No port of 127.0.0.1 is free.'));
      });
    });
  });
}
