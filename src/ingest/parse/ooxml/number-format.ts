import { isoDate } from './serial-date.ts';

/** Writes a cell's number as its format shows it. */
export type NumberFormatter = (value: number) => string;

/**
 * A formatter for a number format code (ECMA-376 part 1, 18.8.31): decimals, thousands, percentages, scientific
 * notation, currency and other words around the number or between its digits, the sections for negative numbers and
 * zero. Dates and times come out as ISO 8601 whatever the code's order is; decimal point and thousands comma do not
 * depend on the language. Conditions and fractions are not followed: such numbers come out plain.
 */
export function numberFormatter(code: string, isDate1904: boolean): NumberFormatter {
  const [positive = '', negative, zero] = sectionsOf(code).map((section) =>
    sectionFormatter(section, isDate1904),
  );
  if (!positive) return generalNumber;
  return (value) => {
    if (value < 0 && negative) return negative(-value);
    if (value === 0 && zero) return zero(value);
    return positive(value);
  };
}

/** A number as shown without a format: at most 11 significant digits behind a point. */
export function generalNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  // So short a text has no more digits, its point aside.
  return Number.isInteger(value) || text.length <= 12 ? text : String(Number(value.toPrecision(11)));
}

function sectionsOf(code: string): readonly string[] {
  return code.match(/(?:"[^"]*"?|\\.|[^;"\\])+/g) ?? [];
}

const token =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|([0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+)|e[+-](0+)|(.)/gi;

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
  const bare = section.replace(/"[^"]*"?|\\.|_.|\*./g, '');
  if (/^\s*general\s*$/i.test(bare)) {
    const [before, after] = section.split(/general/i).map(literals);
    return (value) => `${before}${generalNumber(value)}${after}`.trim();
  }
  if (bare.includes('@') || /[?#0]\s*\/\s*[?#\d]/.test(bare)) return generalNumber;
  const elapsed = /\[(h+|m+|s+)\]/i.test(bare);
  const letters = bare.replace(/\[[^\]]*\]|e[+-]0+|am\/pm|a\/p/gi, '');
  if (elapsed || /[ymdhs]/i.test(letters)) return (value) => isoDate(value, letters, elapsed, isDate1904);
  const parsed = parseSection(section);
  return (value) => writeNumber(value, parsed);
}

/** The words of a part of a code that has no digits. */
function literals(part: string): string {
  return part.replace(/"([^"]*)"?|\\(.)|[_*]./g, (_, quoted = '', escaped = '') => quoted + escaped);
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
