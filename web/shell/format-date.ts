import { pageLocale } from '../words/words.ts';

/** A moment in ISO 8601 as its day, in the page's language: `3 March 2026`. */
export function formatDate(date: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(pageLocale(), options).format(new Date(date));
}

/** The same with the time of day: `3 Mar 2026, 14:05`. */
export function formatMoment(date: string): string {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(date),
  );
}
