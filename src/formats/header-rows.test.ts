import { expect, test } from 'vitest';
import { countHeaderRows, isValue } from './header-rows.ts';

test.each<[string, number, ...string[][]]>([
  ['words above numbers', 1, ['Item', 'Price'], ['Tea', '1.20'], ['Coffee', '2.50']],
  ['words only', 1, ['Term', 'Meaning'], ['leg', 'a search'], ['hit', 'a chunk']],
  [
    'words only, one repeated as for a field with several values',
    1,
    ['Summary', 'Key', 'Comment', 'Comment'],
    ['Pump fails', 'HER-1', 'I saw it', 'Fixed'],
    ['Valve leaks', 'HER-2', '', ''],
  ],
  ['words only, half of them alike', 0, ['Oban', 'Oban'], ['Leith', 'Oban'], ['Oban', 'Leith']],
  ['words only, one cell blank', 0, ['Term', ''], ['leg', 'a search'], ['hit', 'a chunk']],
  [
    'two rows of titles',
    2,
    ['', 'North', 'South'],
    ['Item', 'Sales', 'Sales'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['a label between', 1, ['Item', 'Sales'], ['Europe', ''], ['Tea', '1'], ['Milk', '3']],
  ['a row without numbers yet', 1, ['Name', 'Score'], ['Ada', 'none'], ['Bo', '3'], ['Cy', '4']],
  ['units', 2, ['Boom', 'Load', 'Wind'], ['', 't', 'm/s'], ['short', '40', '18'], ['long', '9', '12']],
  [
    'a title over two rows',
    2,
    ['Item', 'Sales', 'Costs'],
    ['Item', 'EUR', 'USD'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['years', 1, ['Item', '2023', '2024'], ['Tea', '1', '2']],
  [
    'years below a title over them',
    2,
    ['In millions', 'Sales', ''],
    ['Item', '2023', '2024'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['years that are values', 1, ['Name', 'Born', 'Died'], ['Ada', '1915', '1952'], ['Bo', '1920', '1960']],
  ['numbers only', 0, ['1', '2'], ['3', '4']],
  ['years only', 0, ['2001', '2002'], ['2003', '2004']],
  ['fields with a colon', 0, ['Name:', 'Ada'], ['Born:', '1815']],
  ['pairs', 0, ['Revenue', '$500,000'], ['Costs', '$300,000']],
  ['one row', 0, ['Item', 'Price']],
])('%s: %d', (_, expected, ...rows) => {
  expect(countHeaderRows(rows)).toBe(expected);
});

test.each([
  '1',
  '-1,234.50',
  '12 %',
  '$5',
  '(3)',
  '1e5',
  '2024-03-01',
  '14:30',
  '1.2.2024',
  'TRUE',
  '€ 9',
  '10 USD',
  '.5',
])('%s is a value', (cell) => {
  expect(isValue(cell)).toBe(true);
});

test.each(['Q1', 'a', '', 'Route 66', '3rd', '1-2 days', 'N/A'])('%j is not', (cell) => {
  expect(isValue(cell)).toBe(false);
});
