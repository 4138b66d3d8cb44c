import { expect, test } from 'vitest';
import { formatBytes, formatCount, formatDuration, formatNumber, formatPercent } from './format-quantity.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1000, '1.0 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h 0 min'],
  [7_150_000, '1 h 59 min'],
])('%d ms is written %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KiB'],
  [9.96 * 2 ** 10, '10 KiB'],
  [1023.6 * 2 ** 10, '1.0 MiB'],
  [23 * 2 ** 20, '23 MiB'],
  [5 * 2 ** 40, '5.0 TiB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('a share is written in hundredths', () => {
  expect(formatPercent(0.8333)).toBe('83 %');
  expect(formatPercent(0.8333, 1)).toBe('83.3 %');
  expect(formatPercent(1)).toBe('100 %');
});

test('large numbers are grouped, and nouns agree with their count', () => {
  expect(formatNumber(999)).toBe('999');
  expect(formatNumber(1_234_567)).toBe('1 234 567');
  expect(formatCount(1, 'file')).toBe('1 file');
  expect(formatCount(0, 'file')).toBe('0 files');
});
