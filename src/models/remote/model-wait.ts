import type { ModelWait } from '../../contracts/generator.ts';
import { isFootnoteError } from '../../errors.ts';

/** A shorter wait is not worth a word. */
const minToldMs = 500;
const tooManyRequests = 429;

/** A wait of so many milliseconds for whoever asked, undefined where nobody can say how many; none of a short one. */
export function waitsWorthTelling(
  reason: ModelWait['reason'],
  waitMs: number | undefined,
): readonly ModelWait[] {
  if (waitMs !== undefined && waitMs < minToldMs) return [];
  const seconds = waitMs === undefined ? null : secondsOf(waitMs);
  return [{ type: 'waiting', reason, seconds }];
}

/** Why a request is repeated that failed with `error`. */
export function waitReason(error: unknown): ModelWait['reason'] {
  const isRefused = isFootnoteError(error) && error.details['status'] === tooManyRequests;
  return isRefused ? 'high-traffic' : 'no-answer';
}

/** Whole seconds that are surely over then. */
export function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
