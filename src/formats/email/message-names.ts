import { monthNames } from '../../text/dates.ts';
import { cleanText } from '../../text/decode/clean-text.ts';

/** As much of a subject as tells one message from another to a person. */
const subjectStart = /^.{0,80}/su;

/** `5 May 2026` in a header, `May  5 10:12:31 +0000 2026` in the line before a message. */
const headerDate = /\b(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4})\b/i;
const separatorDate = /\b([a-z]{3})\s+(\d{1,2})\s+[\d:]+\s(?:[-+\w]+\s)?(\d{4})\b/i;

/**
 * Names messages as a person would look for them: `2026-05-05 Re: Budget for May`. Those of one name are numbered in
 * the order they come in, so that messages which come later leave the names of those before them as they are.
 */
export function messageNames(): (message: { readonly subject: string; readonly date: string }) => string {
  const times = new Map<string, number>();
  return ({ subject, date }) => {
    const words = cleanText(subject).replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim();
    const short = subjectStart.exec(words)?.[0].trim();
    const name = [dayOf(date), short || '(no subject)'].filter(Boolean).join(' ');
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

/** The day as the sender wrote it, ISO 8601; empty where there is none. */
function dayOf(date: string): string {
  const [, day, month, year] = headerDate.exec(date) ?? inOrder(separatorDate.exec(date)) ?? [];
  const number = monthNames.en?.findIndex((forms) => forms.some((form) => form === month?.toLowerCase()));
  if (number === undefined || number === -1 || !day) return '';
  return `${year}-${`${number + 1}`.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function inOrder(found: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return found ? [found[0], found[2], found[1], found[3]] : undefined;
}
