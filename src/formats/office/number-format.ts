/** Writes a cell's number as its format shows it. */
export type NumberFormatter = (value: number) => string;

/**
 * A formatter for a number format code (ECMA-376 part 1, 18.8.31): decimals, thousands, percentages, scientific
 * notation, currency and other words around the number or between its digits, the sections for negative numbers and
 * zero, or those with conditions. Dates and times come out as ISO 8601 whatever the code's order is; decimal point and
 * thousands comma do not depend on the language. Fractions are not followed: such numbers come out plain, and so does
 * what a format hides at all times.
 */
export function numberFormatter(code: string, isDate1904: boolean): NumberFormatter {
  const sections = sectionsOf(code);
  if (!sections[0]) return generalNumber;
  const formatters = sections.map((section) => sectionFormatter(section, isDate1904));
  if (sections.some((section) => condition.test(section))) return conditional(sections, formatters);
  const [positive = generalNumber, negative, zero] = formatters;
  return (value) => {
    if (value < 0 && negative) return negative(-value);
    if (value === 0 && zero) return zero(value);
    return positive(value);
  };
}

const condition = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/;

/** The first section whose condition holds writes a number; one without a condition takes what is left. */
function conditional(sections: readonly string[], formatters: readonly NumberFormatter[]): NumberFormatter {
  const conditions = sections.map(conditionOf);
  return (value) => {
    const place = conditions.findIndex((holds) => holds(value));
    const format = formatters[place] ?? generalNumber;
    // A section for nothing but negative numbers says itself what stands for their sign.
    const isOfNegatives = value < 0 && ![0, 1].some((other) => conditions[place]?.(other) !== false);
    return format(isOfNegatives ? -value : value);
  };
}

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '=': (value, bound) => value === bound,
  '<>': (value, bound) => value !== bound,
};

function conditionOf(section: string): (value: number) => boolean {
  const [, operator = '', bound] = condition.exec(section) ?? [];
  const holds = comparisons[operator];
  return (value) => holds?.(value, Number(bound)) ?? true;
}

/** A number as shown without a format: at most 11 significant digits behind a point. */
export function generalNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  // So short a text has no more digits, its point aside.
  return Number.isInteger(value) || text.length <= 12 ? text : String(Number(value.toPrecision(11)));
}

/** What semicolons part, without the section for text; one that is blank shows nothing. */
function sectionsOf(code: string): readonly string[] {
  const sections = `;${code}`.match(/;(?:"[^"]*"?|\\.|[^;"\\])*/g) ?? [];
  return sections.map((section) => section.slice(1)).filter((section) => !bareCode(section).includes('@'));
}

/** A section without its words. */
function bareCode(section: string): string {
  return section.replace(/"[^"]*"?|\\.|_.|\*./g, '');
}

const token =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|(general|[0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+)|e[+-](0+)|(.)/gi;

interface Section {
  readonly prefix: string;
  readonly suffix: string;
  /** For example `#,##0.00`; undefined where the section is only words. */
  readonly mask?: string;
  /** Words and further digits behind the mask, as in `000-0000`: the mask takes what they leave. */
  readonly groups: readonly { readonly words: string; readonly digits: number }[];
  /** Digits of the exponent at least; 0 where the number has none. */
  readonly exponentDigits: number;
  readonly percents: number;
}

function sectionFormatter(section: string, isDate1904: boolean): NumberFormatter {
  const bare = bareCode(section);
  if (/[?#0]\s*\/\s*[?#\d]/.test(bare)) return generalNumber;
  const elapsed = /\[(h+|m+|s+)\]/i.test(bare);
  const letters = bare.replace(/\[[^\]]*\]|e[+-]0+|am\/pm|a\/p/gi, '');
  if (elapsed || /[ymdhs]/i.test(letters)) return (value) => isoDate(value, letters, elapsed, isDate1904);
  const parsed = parseSection(section);
  const { prefix, suffix, mask = '' } = parsed;
  if (/general/i.test(mask)) return (value) => `${prefix}${generalNumber(value)}${suffix}`.trim();
  return (value) => writeNumber(value, parsed);
}

function parseSection(section: string): Section {
  let prefix = '';
  let suffix = '';
  let mask: string | undefined;
  const groups: { words: string; digits: number }[] = [];
  let exponentDigits = 0;
  let percents = 0;
  for (const [, quoted, escaped, currency, digits, exponent, other] of section.matchAll(token)) {
    if (digits !== undefined && mask === undefined) mask = digits;
    else if (digits !== undefined) {
      groups.push({ words: suffix, digits: digits.replace(/[^0#?]/g, '').length });
      suffix = '';
    } else if (exponent !== undefined) exponentDigits = exponent.length;
    else {
      if (other === '%') percents += 1;
      const literal = quoted ?? escaped ?? currency ?? other ?? '';
      if (mask === undefined) prefix += literal;
      else suffix += literal;
    }
  }
  return { prefix, suffix, ...(mask !== undefined && { mask }), groups, exponentDigits, percents };
}

function writeNumber(value: number, section: Section): string {
  const { prefix, suffix, mask, groups, exponentDigits, percents } = section;
  if (mask === undefined) return `${prefix}${suffix}`.trim();
  const scale = 100 ** percents / 1000 ** (/,*$/.exec(mask)?.[0].length ?? 0);
  const scaled = Math.abs(value) * scale;
  const [whole = '', fraction = ''] = mask.replace(/,+$/, '').split('.');
  const fixed = fraction.replace(/[^0?]/g, '').length;
  const most = Math.min(20, fraction.replace(/[^0#?]/g, '').length);
  const digits =
    exponentDigits > 0
      ? scientific(scaled, most, exponentDigits)
      : groups.length > 0
        ? inGroups(scaled, whole, groups)
        : withZeros(rounded(scaled, most), fixed, whole);
  const sign = value < 0 && /[1-9]/.test(digits) ? '-' : '';
  return `${sign}${prefix}${digits}${suffix}`.trim();
}

function scientific(value: number, decimals: number, exponentDigits: number): string {
  const [digits, sign, exponent = ''] = value.toExponential(decimals).split(/e([+-])/);
  return `${digits}E${sign}${exponent.padStart(exponentDigits, '0')}`;
}

/** Digits are dealt out from the right, as in telephone numbers. */
function inGroups(value: number, mask: string, groups: Section['groups']): string {
  const behind = groups.reduce((sum, { digits }) => sum + digits, 0);
  const all = withZeros(rounded(value, 0), 0, mask.replaceAll(',', '') + '0'.repeat(behind));
  let at = all.length - behind;
  let text = all.slice(0, at);
  for (const { words, digits } of groups) {
    text += words + all.slice(at, at + digits);
    at += digits;
  }
  return text;
}

/** Half is rounded away from zero, by the decimal digits and not by the binary ones. */
function rounded(value: number, decimals: number): string {
  const text = String(value);
  if (value >= 1e15 || text.includes('e')) return value.toFixed(decimals);
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

function withZeros(digits: string, fixed: number, wholeMask: string): string {
  const [whole = '0', fraction = ''] = digits.split('.');
  // Of `#` and `?`, a nought in front shows nothing.
  if (whole === '0' && wholeMask !== '' && !wholeMask.includes('0') && !/[1-9]/.test(fraction)) return '';
  const padded = whole.padStart(Math.min(30, wholeMask.replace(/[^0]/g, '').length), '0');
  const grouped = wholeMask.includes(',') ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
  const kept = fraction.slice(0, fixed) + fraction.slice(fixed).replace(/0+$/, '');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

const millisecondsPerDay = 86_400_000;

/** From the first way of counting to the second. */
const daysTo1904 = 1462;

/** 9999-12-31, the last day that a sheet knows. */
const lastSerial = 2_958_465;

/**
 * A serial number as ISO 8601, with the parts that the format's letters show: `2024-03-01`, `2024-03`,
 * `2024-03-01 14:30`, `14:30:05`. `isElapsed` counts hours beyond a day: `27:30:00`. Days are counted from the end
 * of 1899, with a 29 February 1900 that never was (ECMA-376 part 1, 18.17.4.1), or from the start of 1904.
 */
function isoDate(serial: number, letters: string, isElapsed: boolean, isDate1904: boolean): string {
  if (!Number.isFinite(serial) || Math.abs(serial) > lastSerial) return String(serial);
  // Half a second at most is lost: a day's fraction in binary is seldom exact.
  const seconds = Math.round(serial * 86_400);
  if (isElapsed) return `${seconds < 0 ? '-' : ''}${clock(Math.abs(seconds), true)}`;
  if (serial < 0) return String(serial);
  const hasTime = /[hs]/i.test(letters);
  const date = datePart(letters, hasTime, dayOf(Math.floor(seconds / 86_400), isDate1904));
  const time = clock(seconds % 86_400, /s/i.test(letters) || seconds % 60 !== 0);
  if (!hasTime) return date;
  return date === '' ? time : `${date} ${time}`;
}

function dayOf(serial: number, isDate1904: boolean): string {
  const offset = isDate1904 ? daysTo1904 : serial < 60 ? 1 : 0;
  return new Date((serial + offset - 25_569) * millisecondsPerDay).toISOString().slice(0, 10);
}

/** An `m` is a month unless hours stand before it or seconds behind it. */
function datePart(letters: string, hasTime: boolean, day: string): string {
  const hasDay = /d/i.test(letters);
  const hasYear = /y/i.test(letters);
  const months = letters.replace(/h+[^a-z]*m+|m+[^a-z]*s+/gi, '');
  const hasMonth = /m/i.test(hasTime ? months : letters);
  if (hasDay) return day;
  if (hasMonth) return day.slice(0, 7);
  return hasYear ? day.slice(0, 4) : '';
}

function clock(seconds: number, withSeconds: boolean): string {
  const minutes = `${twoDigits(seconds / 3600)}:${twoDigits((seconds % 3600) / 60)}`;
  return withSeconds ? `${minutes}:${twoDigits(seconds % 60)}` : minutes;
}

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
