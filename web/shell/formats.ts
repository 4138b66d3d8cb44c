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

/** What writes numbers, by language and decimals: making one takes longer than what it writes. */
const formats = new Map<string, Intl.NumberFormat>();

function kept(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = pageLocale();
  const known = formats.get(`${locale} ${key}`);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(`${locale} ${key}`, made);
  return made;
}

/** A number with a fixed count of decimals, a real minus sign and thousands separated, in the page's language. */
export function formatNumber(value: number, decimals: 0 | 2 | 3 = 0): string {
  // What rounds to nothing is not below it.
  const options = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  };
  return kept(String(decimals), options as Intl.NumberFormatOptions)
    .format(value)
    .replace('-', '−');
}

/** The size of a file: `1.2 kB`. */
export function formatSize(bytes: number): string {
  const [unit, size] =
    bytes < 1000
      ? (['byte', 1] as const)
      : bytes < 1_000_000
        ? (['kilobyte', 1000] as const)
        : (['megabyte', 1_000_000] as const);
  return kept(unit, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / size);
}
