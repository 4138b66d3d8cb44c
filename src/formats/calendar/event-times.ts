import { type Component, type ContentLine, lineOf } from '../content-lines/read-content-lines.ts';

const moment = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z?))?$/;

const dayMs = 86_400_000;

/** When something begins: `2026-05-05 10:00`, or the day alone where it takes all of it; empty where it is not said. */
export function beginning(event: Component): string {
  const line = lineOf(event, 'DTSTART');
  return line ? isoTime(line.value) : dueTime(event);
}

/** By when a task is to be done; empty where it is not said. */
export function dueTime(event: Component): string {
  return isoTime(lineOf(event, 'DUE')?.value ?? '');
}

/** From when to when, with the time zone: `2026-05-05 10:00 – 11:30 (Europe/Berlin)`. */
export function duration(event: Component): string {
  const start = lineOf(event, 'DTSTART');
  if (!start) return '';
  const from = isoTime(start.value);
  const to = ending(event, start);
  const [day, time] = to.split(' ');
  const until = day === from.slice(0, 10) ? time : to;
  const zone = start.value.endsWith('Z') ? 'UTC' : start.parameters.get('TZID');
  const length = lineOf(event, 'DURATION')?.value;
  return `${from}${until ? ` – ${until}` : ''}${zone ? ` (${zone})` : ''}${length ? `, ${length}` : ''}`;
}

/** The last day of what takes whole days, where the file has the first one that is free again. */
function ending(event: Component, start: ContentLine): string {
  const end = lineOf(event, 'DTEND')?.value ?? '';
  const shown = isoTime(end);
  if (/^\d{8}$/.test(start.value.trim()) && /^\d{4}-\d\d-\d\d$/.test(shown)) {
    const last = new Date(Date.parse(shown) - dayMs);
    return Number.isNaN(last.getTime()) ? shown : last.toISOString().slice(0, 10);
  }
  return shown;
}

const units: Readonly<Record<string, string>> = {
  YEARLY: 'years',
  MONTHLY: 'months',
  WEEKLY: 'weeks',
  DAILY: 'days',
  HOURLY: 'hours',
};

/** How something comes again: `weekly (MO, WE) until 2026-12-31`; empty where it does not. */
export function repetition(event: Component): string {
  const rule = new Map(
    (lineOf(event, 'RRULE')?.value ?? '').split(';').map((part) => part.split('=', 2) as [string, string]),
  );
  const frequency = rule.get('FREQ') ?? '';
  if (frequency === '') return '';
  const interval = Number(rule.get('INTERVAL') ?? 1);
  const unit = units[frequency] ?? frequency.toLowerCase();
  const often = interval > 1 ? `every ${interval} ${unit}` : frequency.toLowerCase();
  const days = rule.get('BYDAY')?.replaceAll(',', ', ');
  const [until, count] = [isoTime(rule.get('UNTIL') ?? '').slice(0, 10), rule.get('COUNT')];
  return `${often}${days ? ` (${days})` : ''}${until ? ` until ${until}` : ''}${count ? `, ${count} times` : ''}`;
}

/** As written where it is none. */
function isoTime(value: string): string {
  const [, year, month, day, hour, minute] = moment.exec(value.trim()) ?? [];
  if (!year) return value.trim();
  return `${year}-${month}-${day}${hour ? ` ${hour}:${minute}` : ''}`;
}
