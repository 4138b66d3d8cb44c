import type { Command } from 'commander';
import { auditedFootnote } from '../app/audit.ts';
import { FootnoteError, isAborted, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config, PartialConfig } from '../settings/config.ts';
import type { ConfigOrigin, ResolvedConfig } from '../settings/resolve-config.ts';
import { createOutput, type ExitCode, exitCodeFor, exitCodes, type Output } from './output.ts';
import { type CommonFlags, settingsFromFlags } from './settings-flags.ts';

/** A terminal and the programs between it and this process each send the signal of one key press. */
const sameKeyPressMs = 300;

const exitCodeOf = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

/** Turns Ctrl-C and SIGTERM into an abort, so that a command ends with its store whole. */
interface Interrupt {
  /** Aborted at the first of the two signals. */
  readonly signal: AbortSignal;
  /** What to exit with once a signal came; undefined before. */
  readonly exitCode: ExitCode | undefined;
  /** Gives the signals back to Node. */
  stop(): void;
}

/** Watches until it is stopped. A second signal ends the process at once: the store recovers when opened. */
function watchInterrupt(output: Output): Interrupt {
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

/** What a command works with. */
export interface Session extends UnsetSession {
  readonly config: Config;
  /** Where each setting came from, by dotted name. */
  readonly origins: Readonly<Record<string, ConfigOrigin>>;
}

/** What a command works with that puts the settings together by itself. */
interface UnsetSession {
  /** What its flags set. */
  readonly flagSettings: PartialConfig;
  readonly output: Output;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Puts the settings together and runs the work of one command, as {@link runUnset} has it. */
export async function runCommand(
  command: Command,
  work: (session: Session) => Promise<ExitCode | void>,
): Promise<void> {
  return runUnset(command, async (session) =>
    work({ ...session, ...(await resolveSettings(session.flagSettings)) }),
  );
}

/**
 * Runs the work of one command: watches for Ctrl-C, prints a failure and sets the exit code of the process,
 * {@link exitCodes.fine} where the work names none. Never rejects.
 */
export async function runUnset(
  command: Command,
  work: (session: UnsetSession) => Promise<ExitCode | void>,
): Promise<void> {
  const flags = command.optsWithGlobals<CommonFlags>();
  const output = createOutput(flags);
  const interrupt = watchInterrupt(output);
  try {
    const flagSettings = settingsFromFlags(flags);
    const ended = await work({ flagSettings, output, signal: interrupt.signal });
    process.exitCode = ended ?? exitCodes.fine;
  } catch (error) {
    // Whoever pressed Ctrl-C has been told that it stops, and what was kept.
    const isTold = interrupt.exitCode !== undefined && isAborted(error) && !output.json && !output.quiet;
    if (!isTold) output.error(error);
    process.exitCode = interrupt.exitCode ?? exitCodeFor(isFootnoteError(error) ? error.code : undefined);
  } finally {
    interrupt.stop();
  }
}

/** Loaded late: reading the settings takes longer than printing `--help` does altogether. */
async function resolveSettings(flags: PartialConfig): Promise<ResolvedConfig> {
  const { resolveConfig } = await import('../settings/resolve-config.ts');
  return resolveConfig({ flags });
}

/** Footnote as whoever works on this machine uses it: what they change and remove is noted in the audit log. */
export function asLocal<Part extends Partial<Footnote> & Pick<Footnote, 'recordAct'>>(
  footnote: Part,
  { collection }: Config,
): Part {
  return auditedFootnote(footnote, { actor: 'local', clientAddress: null, collection, asks: false });
}
