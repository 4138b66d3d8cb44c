import { names } from '../../src/answer/verify/names.ts';
import { quantities } from '../../src/answer/verify/quantities.ts';
import { findDates } from '../../src/text/dates.ts';

/** The ways in which a sentence is made wrong. */
export const alterations = ['number', 'name', 'date', 'negation', 'elsewhere'] as const;

export type Alteration = (typeof alterations)[number];

/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * The sentence with one thing in it made wrong; undefined where there is nothing of the kind. `strangers` are names of
 * other sentences, `elsewhere` is one of those sentences.
 */
export function alterSentence(
  sentence: string,
  alteration: Alteration,
  { random, strangers, elsewhere }: { random: Random; strangers: readonly string[]; elsewhere: string },
): string | undefined {
  const replace = ({ start, end }: { start: number; end: number }, by: string) =>
    sentence.slice(0, start) + by + sentence.slice(end);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  if (alteration === 'elsewhere') return elsewhere;
  if (alteration === 'negation') return negated(sentence);
  const dates = findDates(sentence);
  if (alteration === 'date') {
    const date = pick(dates);
    return date && replace(date, otherDigits(sentence.slice(date.start, date.end), random));
  }
  if (alteration === 'number') {
    const numbers = quantities(sentence, ['en']).filter(
      ({ start, end }) =>
        /^\d/.test(sentence.slice(start)) && !dates.some((date) => start < date.end && date.start < end),
    );
    const number = pick(numbers);
    return number && replace(number, otherDigits(sentence.slice(number.start, number.end), random));
  }
  const name = pick(names(sentence, 'en'));
  const stranger = pick(strangers.filter((other) => !sentence.includes(other)));
  if (name === undefined || stranger === undefined) return undefined;
  const start = sentence.lastIndexOf(name);
  return replace({ start, end: start + name.length }, stranger);
}

/** The same text with one of its digits changed, never its first to 0. */
function otherDigits(text: string, random: Random): string {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const last = places.slice(-2);
  const place = last[Math.floor(random() * last.length)] ?? 0;
  const digit = 1 + ((Number(text[place]) + Math.floor(random() * 8)) % 9);
  const changed = digit === Number(text[place]) ? (digit % 9) + 1 : digit;
  return text.slice(0, place) + String(changed) + text.slice(place + 1);
}

const auxiliary = /\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|does|did)\b/;

/** Denied where it is not yet, and the other way round. */
function negated(sentence: string): string | undefined {
  if (/\b(?:not|never) /.test(sentence)) return sentence.replace(/\b(?:not|never) /, '');
  const match = auxiliary.exec(sentence);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  return `${sentence.slice(0, end)} not${sentence.slice(end)}`;
}
