// What rounds to nothing is not below it.
const signDisplay = 'negative';
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0, signDisplay });
const hundredths = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay,
});

/** A number with a fixed count of decimals, a real minus sign and thousands separated. */
export function formatNumber(value: number, decimals: 0 | 2 = 0): string {
  return (decimals === 0 ? whole : hundredths).format(value).replace('-', '−');
}

/** `1 document`, `2 documents`. */
export function formatCount(count: number, singular: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : `${singular}s`}`;
}
