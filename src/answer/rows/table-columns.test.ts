import { expect, test } from 'vitest';
import { amountIn, columnValues, writtenAmount } from './table-columns.ts';

test.each([
  [['1,250', '980.50', ''], 'en', 'number', [1250, 980.5, undefined]],
  [['1.049,00 €', '12,75 €', '129,00 €'], 'en', 'number', [1049, 12.75, 129]],
  [['1.200', '950'], 'de', 'number', [1200, 950]],
  [['1.200', '0.950'], 'en', 'number', [1.2, 0.95]],
  [['0,980', '1,250'], 'en', 'number', [0.98, 1.25]],
  [['1,00,000', '5,000'], 'en', 'number', [100000, 5000]],
  [["1'250.50", '980'], 'de', 'number', [1250.5, 980]],
  [['5,–', '-7'], 'de', 'number', [5, -7]],
  [['1970-01-02 06:00', '1970-01-02 18:00'], 'en', 'day', [1.25, 1.75]],
  [['-84,20', '2.410,55'], 'de', 'number', [-84.2, 2410.55]],
  [['€14', '€7'], 'en', 'number', [14, 7]],
  [['12 500 kr', '900 kr'], 'sv', 'number', [12500, 900]],
  [['05:40', '23:10'], 'en', 'time', [340, 1390]],
  [['1970-01-02', '1970-01-11'], 'en', 'day', [1, 10]],
  [['02.01.1970', '–'], 'de', 'day', [1, undefined]],
])('%j in %s', async (cells, language, kind, values) => {
  expect(await columnValues(cells, language)).toMatchObject({ kind, values });
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
  // A thousand or one, marks of both kinds, versions, feet and inches, numbers of places.
  [['1.200', '950']],
  [['1.5', '2,5']],
  [['1.2.3', '1.10.0']],
  [["5'11", "6'2"]],
  [['10115', '01067']],
  // Negative, bounded or unsure amounts, and units that differ by a capital.
  [['(5)', '(7)']],
  [['5-', '7-']],
  [['<5', '<7']],
  [['±5', '±7']],
  [['5 mW', '1 MW']],
  // Digits beyond what numbers hold, and a month beside days.
  [['12345678901234567890', '12345678901234567891']],
  [['May 2020', '2020-05-10']],
])('%j gives no amounts', async (cells) => {
  expect(await columnValues(cells, 'en')).toBeUndefined();
});

test('an amount of another unit is none of the column', async () => {
  const column = await columnValues(['12 kg', '9.5 kg'], 'en');
  if (!column) throw new Error('nothing was read');
  expect(amountIn(column, '10 kg', 'en', 'Weight')).toBe(10);
  expect(amountIn(column, '10', 'en', 'Weight')).toBe(10);
  expect(amountIn(column, '10 km', 'en', 'Weight')).toBeUndefined();
  expect(writtenAmount(21.5, column)).toBe('21.5 kg');
});

test('a column in a language that writes decimals in another way must tell', async () => {
  expect(await columnValues(['1.250', '1.980'], 'de', 'en')).toBeUndefined();
  expect(await columnValues(['1.250', '1.980,5'], 'de', 'en')).toMatchObject({ values: [1250, 1980.5] });
  expect(await columnValues(['12', '13'], 'de', 'en')).toMatchObject({ values: [12, 13] });
});

test.each([
  // [cell, name, asked, what it is read as]
  ['500', 'weight_g', '2 kg', undefined],
  ['500', 'Weight', '2 kg', undefined],
  ['500', 'weight_kg', '2 kg', 2],
  ['500', 'Price', '20 €', 20],
  ['500', 'Revenue (k€)', '2000', undefined],
  ['500', 'Revenue in million', '20 €', undefined],
  ['1.5M', 'Revenue', '2000000', undefined],
  ['500', 'Length (m)', '20', 20],
  ['500', 'Price', '1.000', undefined],
  ['500', 'Price', '1,000', 1000],
])('beside %s under %s, %s is %s', async (cell, name, asked, value) => {
  const column = await columnValues([cell], 'en');
  if (!column) throw new Error('nothing was read');
  expect(amountIn(column, asked, 'en', name)).toBe(value);
});

test('of very many rows amounts are read, and no sum beyond exact numbers is written', async () => {
  const column = await columnValues(
    Array.from({ length: 200_000 }, (_, row) => `${row}`),
    'en',
  );
  if (!column) throw new Error('nothing was read');
  expect(column.values.at(-1)).toBe(199_999);
  expect(writtenAmount(2 ** 60, column)).toBeUndefined();
});

test('others have their turn while very many cells are read', async () => {
  let turns = 0;
  setImmediate(() => (turns += 1));
  const cells = Array.from({ length: 30_000 }, (_, row) => `${row % 9} kg`);
  expect(await columnValues(cells, 'en')).toMatchObject({ kind: 'number', unit: 'kg' });
  expect(turns).toBe(1);
});
