import { throwIfAborted } from '../errors.ts';
import { detectLanguage } from '../text/language/detect-language.ts';
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

/** What is kept of a person besides the name, in this order. */
const labels: ReadonlyMap<string, string> = new Map([
  ['NICKNAME', 'Nickname'],
  ['ORG', 'Organization'],
  ['TITLE', 'Title'],
  ['ROLE', 'Role'],
  ['TEL', 'Phone'],
  ['EMAIL', 'E-mail'],
  ['ADR', 'Address'],
  ['URL', 'Web'],
  ['IMPP', 'Chat'],
  ['X-SOCIALPROFILE', 'Profile'],
  ['BDAY', 'Birthday'],
  ['ANNIVERSARY', 'Anniversary'],
  ['X-ABDATE', 'Date'],
  ['RELATED', 'Related'],
  ['X-ABRELATEDNAMES', 'Related'],
  ['CATEGORIES', 'Groups'],
  ['NOTE', 'Note'],
]);

/** Of values of several parts; a comma in others is one of theirs. */
const structured = new Set(['ORG', 'ADR', 'N']);

const dates = new Set(['BDAY', 'ANNIVERSARY', 'X-ABDATE']);

/** What says how a value is written, or that it is the usual one, and not where it belongs. */
const noPlace = /^(?:internet|pref|voice|x400|quoted-printable|base64|b|dom|intl|postal|parcel|x-.*)$/i;

/**
 * Address books and contacts (vCard 2.1 to 4.0): each person or organisation under its name, with a line for each
 * number, address and note. Pictures are left out.
 */
export const contactsParser = textFormat({
  name: 'contacts',
  extensions: ['.vcf', '.vcard'],
  version: 2,
  recognise: (file) => {
    const isBook = /^BEGIN:VCARD\s/i.test(headText(file.bytes, 100));
    return isBook && looksLikeText(file) ? 'yes' : 'no';
  },
  write(builder, { text }) {
    const cards = readContentLines(text);
    for (const card of cards) {
      builder.heading(cards.length === 1 ? 1 : 2, nameOf(card));
      builder.paragraph(linesOf(card).join('\n'));
    }
    return {};
  },
});

function nameOf(card: Component): string {
  const [family, ...given] = shownParts(lineOf(card, 'N')?.value ?? '');
  const inOrder = [...given.slice(0, 2), family].filter(Boolean).join(' ');
  const others = ['ORG', 'EMAIL', 'TEL'].map((name) => shownValue(card, name));
  return [shownValue(card, 'FN'), inOrder, ...others].find((name) => name !== '') ?? '?';
}

function linesOf(card: Component): readonly string[] {
  return [...labels].flatMap(([name, label]) =>
    card.lines
      .filter((line) => line.name === name)
      .map((line) => ({ place: placeOf(card, line), value: valueOf(line) }))
      .filter(({ value }) => value !== '')
      .map(({ place, value }) => `${label}${place === '' ? '' : ` (${place})`}: ${value}`),
  );
}

function valueOf({ name, parameters, value }: ContentLine): string {
  if (dates.has(name)) return shownDate(shownText(value), parameters.has('X-APPLE-OMIT-YEAR'));
  return structured.has(name) ? shownParts(value).join(', ').replaceAll('\n', ', ') : shownText(value);
}

/** `1980-01-20` of `19800120` and `1980-01-20T00:00:00Z`; `20 January` without a year; others as they are written. */
function shownDate(date: string, isYearless: boolean): string {
  const [, year = '', month = '', day = ''] = /^(\d{4}|--)-?(\d\d)-?(\d\d)(?!\d)/.exec(date) ?? [];
  if (month === '') return date;
  if (year !== '--' && !isYearless) return `${year}-${month}-${day}`;
  const yearless = new Date(`2000-${month}-${day}T00:00Z`);
  if (Number.isNaN(yearless.getTime())) return date;
  return yearless.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** `work`, `cell`, or what the owner of the book calls it. */
function placeOf({ lines }: Component, { group, parameters }: ContentLine): string {
  const own = lines.find((line) => group !== '' && line.group === group && line.name === 'X-ABLABEL');
  if (own) return shownText(own.value).replace(/^_\$!<(.*)>!\$_$/, '$1');
  const types = (parameters.get('TYPE') ?? '').split(',').filter((type) => !noPlace.test(type));
  return types.join(', ').toLowerCase();
}

/** A part of a calendar or an address book, as an event or a person: `BEGIN:VEVENT` to `END:VEVENT`. */
export interface Component {
  /** In capitals, as all names here. */
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly Component[];
}

/** `item1.TEL;TYPE=CELL,HOME:+49 30 555`: a property, with what is said of it. */
export interface ContentLine {
  /** Lines of one group belong together; empty where there is none. */
  readonly group: string;
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** As written, but decoded where it is encoded for mail. */
  readonly value: string;
}

const lineParts = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([^]*)$/;
const parameter = /;([\w-]+)(?:=((?:"[^"]*"|[^";])*))?/g;

/** Values that show nothing to a reader, and may be as long as a picture. */
const binary = /^(?:PHOTO|LOGO|SOUND|KEY|ATTACH)$/;

/**
 * Reads the components of a calendar (RFC 5545) or of an address book (RFC 6350, and the versions before it). A line
 * that is none of theirs is left out, and so are pictures; what is not ended ends with the file. Linear.
 */
export function readContentLines(text: string): readonly Component[] {
  const top: Component[] = [];
  const open: { readonly name: string; readonly lines: ContentLine[]; readonly components: Component[] }[] =
    [];
  for (const line of wholeLines(text)) {
    const [, group = '', raw = '', parameters = '', value = ''] = lineParts.exec(line) ?? [];
    const name = raw.toUpperCase();
    if (name === 'BEGIN') {
      const component = { name: value.trim().toUpperCase(), lines: [], components: [] };
      (open.at(-1)?.components ?? top).push(component);
      open.push(component);
    } else if (name === 'END') open.pop();
    else if (name !== '' && !binary.test(name)) {
      const known = parametersOf(parameters);
      open.at(-1)?.lines.push({ group, name, parameters: known, value: decoded(value, known) });
    }
  }
  return top;
}

/** Lines with those that carry them on: by a blank at their beginning, or an equals sign at the end of the last one. */
function* wholeLines(text: string): Generator<string> {
  let pieces: string[] = [];
  let goesOn = false;
  let isEncoded = false;
  for (const line of text.split('\n')) {
    if (goesOn) pieces.push('\n', line);
    else if (/^[ \t]/.test(line) && pieces.length > 0) pieces.push(line.slice(1));
    else {
      yield pieces.join('');
      pieces = [line];
      isEncoded = /quoted-printable/i.test(line);
    }
    goesOn = isEncoded && line.endsWith('=');
  }
  yield pieces.join('');
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', value] of text.matchAll(parameter)) {
    // Before version 3 a type stood without its name: `TEL;CELL:`.
    const [key, said] =
      value === undefined ? ['TYPE', name] : [name.toUpperCase(), value.replaceAll('"', '')];
    const before = parameters.get(key);
    parameters.set(key, before === undefined ? said : `${before},${said}`);
  }
  return parameters;
}

function decoded(value: string, parameters: ReadonlyMap<string, string>): string {
  const types = `${parameters.get('ENCODING') ?? ''},${parameters.get('TYPE') ?? ''}`;
  if (!/quoted-printable/i.test(types)) return value;
  const bytes = value
    .replace(/=\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  // What is not encoded is of the file, which was decoded before.
  return /^[\0-\xff]*$/.test(bytes) ? decodeLatin1(bytes, parameters.get('CHARSET')) : value;
}

function decodeLatin1(bytes: string, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/** The first line of a name. */
export function lineOf({ lines }: Component, name: string): ContentLine | undefined {
  return lines.find((line) => line.name === name);
}

/** Its value as it is shown; empty where there is none. */
export function shownValue(component: Component, name: string): string {
  return shownText(lineOf(component, name)?.value ?? '');
}

/** A value without its escapes. */
export function shownText(value: string): string {
  return value.replace(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();
}

/** The parts of a value between its semicolons, as they are shown: of a name, an address, an organisation. */
export function shownParts(value: string): readonly string[] {
  const parts = value.match(/(?:\\[^]|[^\\;])+/g) ?? [];
  return parts.map((part) => shownText(part.replace(/(?<!\\),/g, ', '))).filter((part) => part !== '');
}
