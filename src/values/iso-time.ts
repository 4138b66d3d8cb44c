import { unusable } from './require-arguments.ts';

/** A year, month or day, and perhaps a time. */
const form = /^(\d{4}(?:-\d{2}){0,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * A moment in ISO 8601, brought to UTC. Without a time it is the beginning of the day, the month or the year; without
 * a zone it is taken as UTC, as lists show it. Errors: `request_invalid`, also for a day that no calendar has: it may
 * say what is to be erased.
 */
export function isoTime(field: string, value: string): string {
  const [, date = '', time = '00:00', zone = 'Z'] = form.exec(value.trim()) ?? [];
  const day = `${date}-01-01`.slice(0, 10);
  const midnight = new Date(`${day}T00:00Z`);
  const moment = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (isDay && !Number.isNaN(moment)) return new Date(moment).toISOString();
  throw unusable(field, `"${value}" is not a date. Write it like 2026-01-31 or 2026-01-31T12:00:00Z`);
}

/**
 * Whether the calendar has the year, month or day that a date begins with; JavaScript takes 30 February for 1 March.
 */
export function hasCalendarDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split('-', 3).map((part) => Number.parseInt(part, 10));
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}
