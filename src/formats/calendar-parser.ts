import { throwIfAborted } from '../errors.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
import {
  type Component,
  type ContentLine,
  lineOf,
  readContentLines,
  shownText,
  shownValue,
} from './document/content-lines.ts';
import type { DocumentBuilder } from './document/document-builder.ts';
import { headText, looksLikeText, plainParagraphs, textFormat } from './document/text-format.ts';

const entries = /^V(?:EVENT|TODO|JOURNAL)$/;

/**
 * Calendars and invitations (iCalendar, RFC 5545): events, tasks and entries in the order of their beginning, under
 * headings with it and what they are about, `2026-05-05 10:00 Steering committee`, with place, people and description.
 * Title: the name of the calendar. Reminders and what defines time zones are left out.
 */
export const calendarParser = textFormat({
  name: 'calendar',
  extensions: ['.ics'],
  version: 3,
  recognise: (file) => {
    const isCalendar = /^BEGIN:VCALENDAR\s/i.test(headText(file.bytes, 100));
    return isCalendar && looksLikeText(file) ? 'yes' : 'no';
  },
  async write(builder, { text, signal }) {
    const words: string[] = [];
    for (const calendar of readContentLines(text)) {
      throwIfAborted(signal);
      const name = shownValue(calendar, 'X-WR-CALNAME');
      const found = calendar.components.filter((component) => entries.test(component.name));
      const level = name === '' && found.length === 1 ? 1 : 2;
      builder.heading(1, name);
      const inOrder = found.map((entry) => ({ entry, start: beginning(entry) })).toSorted(byStart);
      for (const { entry, start } of inOrder) {
        words.push(shownValue(entry, 'SUMMARY'), shownValue(entry, 'DESCRIPTION'));
        await writeEntry(builder, entry, start, level);
      }
    }
    // The names of the facts are English in any calendar.
    return { language: detectLanguage(words.join('\n')) };
  },
});

function byStart(a: { readonly start: string }, b: { readonly start: string }): number {
  return a.start < b.start ? -1 : a.start > b.start ? 1 : 0;
}

async function writeEntry(
  builder: DocumentBuilder,
  entry: Component,
  start: string,
  level: number,
): Promise<void> {
  builder.heading(level, `${start} ${shownValue(entry, 'SUMMARY')}`);
  const people = (name: string) => entry.lines.filter((line) => line.name === name).map(personOf);
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Date', duration(entry)],
    ['Due', dueTime(entry)],
    ['Repeats', repetition(entry)],
    ['Status', shownValue(entry, 'STATUS').toLowerCase()],
    ['Location', shownValue(entry, 'LOCATION').replaceAll('\n', ', ')],
    ['Organizer', people('ORGANIZER').join(', ')],
    ['Attendees', people('ATTENDEE').join(', ')],
    ['URL', shownValue(entry, 'URL')],
  ];
  const told = facts.filter(([name, value]) => value !== '' && !(name === 'Status' && value === 'confirmed'));
  builder.paragraph(told.map(([name, value]) => `${name}: ${value}`).join('\n'));
  await writeDescription(builder, shownValue(entry, 'DESCRIPTION'));
}

/** Calendars on the web have descriptions in HTML. */
async function writeDescription(builder: DocumentBuilder, description: string): Promise<void> {
  if (!/<(?:br|p|a|b|i|ul|ol|li|div|span|html)\b[^<>]*>/i.test(description)) {
    builder.source(description, plainParagraphs);
    return;
  }
  const { addPieces, piecesOfHtml } = await import('./html/html-pieces.ts');
  addPieces(builder, await piecesOfHtml(description.replaceAll('\n', '<br>')));
}

/** `Ben Okafor <ben@example.org>`, as in an e-mail. */
function personOf({ parameters, value }: ContentLine): string {
  const name = shownText(parameters.get('CN') ?? '');
  const address = value.replace(/^mailto:/i, '').trim();
  return name === '' || name === address ? address : `${name} <${address}>`;
}

const moment = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z?))?$/;

const dayMs = 86_400_000;

/** When something begins: `2026-05-05 10:00`, or the day alone where it takes all of it; empty where it is not said. */
function beginning(event: Component): string {
  const line = lineOf(event, 'DTSTART');
  return line ? isoTime(line.value) : dueTime(event);
}

/** By when a task is to be done; empty where it is not said. */
function dueTime(event: Component): string {
  return isoTime(lineOf(event, 'DUE')?.value ?? '');
}

/** From when to when, with the time zone: `2026-05-05 10:00 – 11:30 (Europe/Berlin)`. */
function duration(event: Component): string {
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
function repetition(event: Component): string {
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
