import { type ErrorDetails, FootnoteError, isFootnoteError } from '../errors.ts';

/**
 * A failure that one text of several is to blame for, with that text's place among others: `placeOf` translates
 * `details.position`. Any other failure is returned as it is.
 */
export function movePosition(error: unknown, placeOf: (position: number) => number): unknown {
  if (!isFootnoteError(error)) return error;
  const { position } = error.details as { readonly position?: unknown };
  if (typeof position !== 'number') return error;
  const details = { ...error.details, position: placeOf(position) } as ErrorDetails<typeof error.code>;
  return new FootnoteError(error.code, details, { cause: error.cause });
}
