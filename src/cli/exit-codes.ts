import type { ErrorCode } from '../errors.ts';

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
