const known = new Map<string, ReadonlyMap<string, number>>();

/**
 * Months by their names in a language and in English, lower case: as they stand alone, beside a day, and shortened.
 * As Unicode's locale data has them.
 */
export function monthNames(language: string): ReadonlyMap<string, number> {
  const subtag = /^[a-z]{2}$/.test(language) ? language : 'en';
  let names = known.get(subtag);
  if (!names) {
    names = new Map([...namesIn('en-GB'), ...namesIn('en-US'), ...namesIn(subtag)]);
    known.set(subtag, names);
  }
  return names;
}

const styles: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'long', day: 'numeric' },
  { month: 'short' },
];

function namesIn(language: string): [name: string, month: number][] {
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2024, month, 15));
      const name = parts.find((part) => part.type === 'month')?.value ?? '';
      return [name.toLowerCase().replace(/\.$/, ''), month + 1];
    });
  });
}
