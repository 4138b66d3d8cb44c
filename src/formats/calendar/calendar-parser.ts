import { throwIfAborted } from '../../errors.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import {
  type Component,
  type ContentLine,
  readContentLines,
  shownText,
  shownValue,
} from '../content-lines/read-content-lines.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { headText } from '../latin1-text.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';
import { looksLikeText } from '../read-text.ts';
import { textFormat } from '../text-format.ts';
import { beginning, dueTime, duration, repetition } from './event-times.ts';

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
  const { addPieces, piecesOfHtml } = await import('../html/html-pieces.ts');
  addPieces(builder, await piecesOfHtml(description.replaceAll('\n', '<br>')));
}

/** `Ben Okafor <ben@example.org>`, as in an e-mail. */
function personOf({ parameters, value }: ContentLine): string {
  const name = shownText(parameters.get('CN') ?? '');
  const address = value.replace(/^mailto:/i, '').trim();
  return name === '' || name === address ? address : `${name} <${address}>`;
}
