import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { quickAnswers } from './corpus.ts';
import { type Finished, ownEnvironment, type RunOptions } from './run-footnote.ts';
import type { TypedCommand } from './session-child.ts';

/**
 * Command lines for the tests of a file, all in one process: to start one takes longer than most commands do. What a
 * test says of a process itself, its signals, its standard input, its user or its end, takes `runFootnote`. Answers are
 * quick ones unless the environment that is given says otherwise.
 */
export function footnoteSession(
  environment: Readonly<Record<string, string>> = {},
): (args: readonly string[], options: Pick<RunOptions, 'cwd' | 'env'>) => Promise<Finished> {
  let child: ChildProcess;
  let last: Promise<unknown> = Promise.resolve();
  beforeAll(async () => {
    child = fork(join(import.meta.dirname, 'session-child.ts'), {
      env: {
        ...ownEnvironment(),
        FOOTNOTE_EMBEDDER_THREADS: '1',
        FOOTNOTE_ANSWER_READER: quickAnswers.reader,
        ...environment,
      },
      execArgv: [],
    });
    await nextMessage(child);
  });
  afterAll(() => void child.kill());

  return (args, { cwd, env = {} }) => {
    const command: TypedCommand = { args, cwd, env };
    const finished = last.then(() => {
      child.send(command);
      return nextMessage(child);
    });
    last = finished.catch(() => {});
    return finished as Promise<Finished>;
  };
}

/** Rejects where the process ends before it. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`The process of the commands ended with ${code}.`);
  });
  const said = once(child, 'message', { signal: waiting.signal });
  try {
    const [message] = await Promise.race([said, ended]);
    return message;
  } finally {
    waiting.abort();
    await Promise.allSettled([said, ended]);
  }
}
