import { styleText } from 'node:util';
import { type ErrorCode, isFootnoteError, messageOf } from '../errors.ts';
import { unwritable } from '../files/output-files.ts';
import { printableName, printableText } from './format/terminal-text.ts';

/** What the process ends with; part of the public interface and listed in `footnote --help`. */
export const exitCodes = {
  fine: 0,
  failed: 1,
  usage: 2,
  /** `ask` and `search` found nothing relevant. */
  nothingRelevant: 3,
  /** 128 + 2, as shells report a program that SIGINT ended. */
  interrupted: 130,
  /** 128 + 15, the same for SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Failures that another command line or other settings would avoid. */
const usageErrors: ReadonlySet<ErrorCode> = new Set([
  'config_invalid',
  'filter_invalid',
  'question_empty',
  'question_too_long',
  'request_invalid',
]);

/** The exit code for a failure with this code; undefined stands for one that was not foreseen. */
export function exitCodeFor(code: ErrorCode | undefined): ExitCode {
  return code !== undefined && usageErrors.has(code) ? exitCodes.usage : exitCodes.failed;
}

/** A word as a shell takes it for one. */
export function shellWord(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The flags that choose what a command works on, as they were typed. */
interface ChosenFlags {
  readonly store?: string;
  readonly collection?: string;
  readonly preset?: string;
}

/**
 * Gives the command that a text is, or ends with behind a colon, the flags that were typed now, so that it does what it
 * is meant to when it is pasted. One that it has stays as it is; settings of other origin reach it by themselves.
 */
export function repeatFlags(text: string, flags: ChosenFlags): string {
  const [command] = /(?:^|[:：] ?)footnote [^\n]*$/.exec(text) ?? [];
  if (command === undefined) return text;
  const missing = (['collection', 'store', 'preset'] as const).flatMap((name) => {
    const value = flags[name];
    return value === undefined || command.includes(` --${name} `) ? [] : [`--${name}`, shellWord(value)];
  });
  return [text, ...missing].join(' ');
}

/** Colours text where its stream is a terminal and `NO_COLOR` does not forbid it. */
export type Style = (format: Parameters<typeof styleText>[0], text: string) => string;

/**
 * Where a command writes: one result on standard output, everything else on standard error. A command that a message
 * ends with can be pasted: see {@link repeatFlags}.
 */
export interface Output {
  /** True with `--json`. */
  readonly json: boolean;
  /** True with `--quiet`. */
  readonly quiet: boolean;
  /** Whether the result is read on a terminal as it comes: then parts of it may be written on the way. */
  readonly isLive: boolean;
  /** Columns that running text takes, 40–100. */
  readonly width: number;
  /** Columns of the terminal; without end in a pipe, where a line is to stay whole. */
  readonly columns: number;
  /** Colours for standard error. */
  readonly style: Style;
  /** A text of a result that ends with a command, as messages have it. */
  remedy(text: string): string;
  /**
   * Prints what the command came to: `value` with `--json`, else what `describe` makes of it. Called once, by a watch
   * once a round.
   */
  result(value: object, describe: (style: Style) => string): void;
  /** Writes a part of the result as it is; not with `--json`. */
  write(describe: (style: Style) => string): void;
  /** Something worth knowing on the way; silent with `--quiet`. */
  note(text: string): void;
  /** Something the user should look at; never silent. */
  warn(text: string): void;
  /** Why the command failed; with `--json` also as the result. */
  error(error: unknown): void;
}

/** The shape of a failure on standard output with `--json`. */
interface ErrorResult {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
}

/** Output on the streams of this process. */
export function createOutput(options: ChosenFlags & { json?: boolean; quiet?: boolean }): Output {
  const { stdout, stderr } = process;
  stdout.removeListener('error', failUnlessClosed).on('error', failUnlessClosed);
  stderr.removeListener('error', ignore).on('error', ignore);
  const json = options.json ?? false;
  const quiet = options.quiet ?? false;
  const style: Style = (format, text) => styleText(format, text, { stream: stderr });
  const remedy = (text: string) => repeatFlags(text, options);
  const resultStyle: Style = (format, text) => styleText(format, text, { stream: stdout });

  return {
    json,
    quiet,
    style,
    width: Math.min(100, Math.max(40, (stdout.columns || 101) - 1)),
    columns: stdout.isTTY ? stdout.columns || 80 : Infinity,
    isLive: !json && stdout.isTTY,
    remedy,
    result(value, describe) {
      const text = json ? JSON.stringify(value) : describe(resultStyle);
      if (text !== '') stdout.write(`${text}\n`);
    },
    write(describe) {
      stdout.write(describe(resultStyle));
    },
    note(text) {
      if (!quiet) stderr.write(`${remedy(text)}\n`);
    },
    warn(text) {
      stderr.write(`${style('yellow', 'warning:')} ${printableName(remedy(text))}\n`);
    },
    error(error) {
      const result = describeError(error, remedy);
      stderr.write(`${style('red', 'error:')} ${printableName(result.error.message)}\n`);
      if (result.error.code === 'internal' && error instanceof Error && error.stack) {
        stderr.write(`${style('dim', printableText(error.stack))}\n`);
      }
      if (json) stdout.write(`${JSON.stringify(result)}\n`);
    },
  };
}

function describeError(error: unknown, remedy: Output['remedy']): ErrorResult {
  if (isFootnoteError(error)) {
    return { error: { code: error.code, message: remedy(error.message), details: error.details } };
  }
  const message = messageOf(error);
  return {
    error: { code: 'internal', message: `Something went wrong inside Footnote: ${message}`, details: {} },
  };
}

/**
 * A reader that has seen enough, like `head`, closes the pipe; what is written after that is not wanted. A result that
 * is lost in another way, on a full disk for example, is a failure: the process ends with it, as nobody else can tell.
 */
function failUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  const remedy = 'Redirect it elsewhere and run the same command again';
  process.stderr.write(`error: ${unwritable('standard output', error, remedy).message}\n`);
  process.exit(exitCodes.failed);
}

/** What cannot be told on standard error cannot be told at all, and costs no result. */
function ignore(): void {}
