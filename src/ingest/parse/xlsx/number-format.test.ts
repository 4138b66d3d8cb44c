import { expect, test } from 'vitest';
import { generalNumber, numberFormatter } from './number-format.ts';

test.each([
  ['0', 2.5, '3'],
  ['0.00', 1.005, '1.01'],
  ['0.0#', 1.5, '1.5'],
  ['000', 7, '007'],
  ['#,##0', 1234567, '1,234,567'],
  ['#,##0.00', -1234.5, '-1,234.50'],
  ['#,##0;(#,##0)', -1234, '(1,234)'],
  ['0;-0;"none"', 0, 'none'],
  ['#,##0,', 1234567, '1,235'],
  ['0.0,,"m"', 2_500_000, '2.5m'],
  ['0%', 0.256, '26%'],
  ['0.00E+00', 12345, '1.23E+4'],
  ['[$€-407] #,##0.00', 9.5, '€ 9.50'],
  ['_-"£"* #,##0', 12, '£12'],
  ['[Red]0 "kg"', 3, '3 kg'],
  ['# ?/?', 0.5, '0.5'],
  ['General', 1 / 3, '0.33333333333'],
  ['@', 12, '12'],
  ['dd/mm/yyyy', 45352, '2024-03-01'],
  ['mmm yyyy', 45352, '2024-03'],
  ['yyyy', 45352, '2024'],
  ['d.m.yy h:mm', 45352.604166666664, '2024-03-01 14:30'],
  ['h:mm AM/PM', 0.75, '18:00'],
  ['[h]:mm:ss', 1.1458333333333333, '27:30:00'],
  ['yyyy-mm-dd', 1, '1900-01-01'],
  ['yyyy-mm-dd', 61, '1900-03-01'],
  ['yyyy-mm-dd', 1e9, '1000000000'],
])('%s shows %d as %s', (code, value, expected) => {
  expect(numberFormatter(code, false)(value)).toBe(expected);
});

test('days can be counted from 1904', () => {
  expect(numberFormatter('yyyy-mm-dd', true)(43890)).toBe('2024-03-01');
});

test('a number without a format has eleven digits at most', () => {
  const values = [0.1 + 0.2, 1 / 3, -2 / 3, 123_456_789.123, 1.2345678901, 12345678.901, 1e-7, 1.5e21, -0.25];
  expect(values.map(generalNumber)).toEqual(values.map((value) => String(Number(value.toPrecision(11)))));
});
