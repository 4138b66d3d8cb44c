import {
  type Component,
  type ContentLine,
  lineOf,
  readContentLines,
  shownParts,
  shownText,
  shownValue,
} from './document/content-lines.ts';
import { headText, looksLikeText, textFormat } from './document/text-format.ts';

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
