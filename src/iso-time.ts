import { FootnoteError } from './errors.ts';

/**
 * A moment as ISO 8601 in UTC, from any form that names one; a day alone is its beginning. Errors: `request_invalid`.
 */
export function isoTime(field: string, value: string): string {
  const time = Date.parse(value);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const problem = `"${value}" is no date. Write it like 2026-01-31 or 2026-01-31T12:00:00Z`;
  throw new FootnoteError('request_invalid', { field, problem });
}
