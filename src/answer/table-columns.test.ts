import { expect, test } from 'vitest';
import { amountIn, columnValues, writtenAmount } from './table-columns.ts';

test.each([
  [['1,250', '980.50', ''], 'en', 'number', [1250, 980.5, undefined]],
  [['1.049,00 €', '12,75 €', '129,00 €'], 'en', 'number', [1049, 12.75, 129]],
  [['1.200', '950'], 'de', 'number', [1200, 950]],
  [['1.200', '950'], 'en', 'number', [1.2, 950]],
  [['-84,20', '2.410,55'], 'de', 'number', [-84.2, 2410.55]],
  [['€14', '€7'], 'en', 'number', [14, 7]],
  [['12 500 kr', '900 kr'], 'sv', 'number', [12500, 900]],
  [['05:40', '23:10'], 'en', 'time', [340, 1390]],
  [['1970-01-02', '1970-01-11'], 'en', 'day', [1, 10]],
  [['02.01.1970', '–'], 'de', 'day', [1, undefined]],
])('%j in %s', (cells, language, kind, values) => {
  expect(columnValues(cells, language)).toMatchObject({ kind, values });
});

test.each([
  [['SO-4001', 'SO-4002']],
  [['S-100', 'S-101']],
  [['K2', 'K12']],
  [['400 g', '1 kg']],
  [['12', 'about twelve']],
  [['3-5', '4-6']],
  [['', '–']],
  [['03/04/2025', '05/06/2025']],
])('%j gives no amounts', (cells) => {
  expect(columnValues(cells, 'en')).toBeUndefined();
});

test('an amount of another unit is none of the column', () => {
  const column = columnValues(['12 kg', '9.5 kg'], 'en');
  if (!column) throw new Error('nothing was read');
  expect(amountIn(column, '10 kg', 'en', 'Weight')).toBe(10);
  expect(amountIn(column, '10', 'en', 'Weight')).toBe(10);
  expect(amountIn(column, '10 km', 'en', 'Weight')).toBeUndefined();
  expect(writtenAmount(21.5, column)).toBe('21.5 kg');
});
