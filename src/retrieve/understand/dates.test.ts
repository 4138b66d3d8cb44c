import { expect, test } from 'vitest';
import { dateExpressions } from './dates.ts';

const render = (text: string) =>
  dateExpressions(text)
    .map((date) => `${date.text} = ${date.from}/${date.to}`)
    .join('; ');

test.each([
  ['on 2024-03-12?', '2024-03-12 = 2024-03-12/2024-03-12'],
  [
    'March 12, 2024 or Sept. 2023',
    'March 12, 2024 = 2024-03-12/2024-03-12; Sept. 2023 = 2023-09-01/2023-09-30',
  ],
  ['2019-2023', '2019-2023 = 2019-01-01/2023-12-31'],
  ['from March 2023 to May 2024', 'March 2023 to May 2024 = 2023-03-01/2024-05-31'],
  ['between 2019 and 2021', '2019 and 2021 = 2019-01-01/2021-12-31'],
  ['zwischen 2019 und 2021', '2019 und 2021 = 2019-01-01/2021-12-31'],
  ['compare 2019 and 2021', '2019 = 2019-01-01/2019-12-31; 2021 = 2021-01-01/2021-12-31'],
  ['2023 to 2019', '2023 = 2023-01-01/2023-12-31; 2019 = 2019-01-01/2019-12-31'],
])('%s → %s', (text, expected) => {
  expect(render(text)).toBe(expected);
});

test.each(['INV-2024-001', '$2024', '1,234 and 2024.5', '2024% or 2024th'])('%s holds no date', (text) => {
  expect(dateExpressions(text)).toEqual([]);
});
