import { FootnoteError } from '../errors.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Output } from './output.ts';

/** A terminal and the programs between it and this process each send the signal of one key press. */
const sameKeyPressMs = 300;

const exitCodeOf = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

/** Turns Ctrl-C and SIGTERM into an abort, so that a command ends with its store whole. */
export interface Interrupt {
  /** Aborted at the first of the two signals. */
  readonly signal: AbortSignal;
  /** What to exit with once a signal came; undefined before. */
  readonly exitCode: ExitCode | undefined;
  /** Gives the signals back to Node. */
  stop(): void;
}

/** Watches until it is stopped. A second signal ends the process at once: the store recovers when opened. */
export function watchInterrupt(output: Output): Interrupt {
  const controller = new AbortController();
  let exitCode: ExitCode | undefined;
  let firstAt = 0;

  const handle = (name: 'SIGINT' | 'SIGTERM') => {
    if (exitCode !== undefined) {
      if (performance.now() - firstAt > sameKeyPressMs) process.exit(exitCodeOf[name]);
      return;
    }
    exitCode = exitCodeOf[name];
    firstAt = performance.now();
    output.note('\nStopping after the current step. Press Ctrl-C again to stop at once.');
    controller.abort(new FootnoteError('aborted', { by: name }));
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);

  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop() {
      process.off('SIGINT', handle).off('SIGTERM', handle);
    },
  };
}
