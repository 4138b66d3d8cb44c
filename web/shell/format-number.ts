const formats = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** A number with a fixed count of decimals, a real minus sign and thousands separated. */
export function formatNumber(value: number, decimals: 0 | 1 | 2 | 3 = 0): string {
  return (formats[decimals]?.format(value) ?? String(value)).replace('-', '−');
}

/** `1 document`, `2 documents`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
