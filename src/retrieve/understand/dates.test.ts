import { expect, test } from 'vitest';
import { dateExpressions } from './dates.ts';

const render = (text: string, language: string) =>
  dateExpressions(text, language)
    .map((date) => `${date.text} = ${date.from}/${date.to}`)
    .join('; ');

test.each([
  ['en', 'on 2024-03-12?', '2024-03-12 = 2024-03-12/2024-03-12'],
  ['en', 'in 2024-02', '2024-02 = 2024-02-01/2024-02-29'],
  ['en', 'in 1868.', '1868 = 1868-01-01/1868-12-31'],
  ['en', '12 March 2024', '12 March 2024 = 2024-03-12/2024-03-12'],
  ['en', 'the 3rd of May 2021', '3rd of May 2021 = 2021-05-03/2021-05-03'],
  [
    'en',
    'March 12, 2024 or Sept. 2023',
    'March 12, 2024 = 2024-03-12/2024-03-12; Sept. 2023 = 2023-09-01/2023-09-30',
  ],
  ['en', 'revenue 2024', '2024 = 2024-01-01/2024-12-31'],
  ['de', 'am 12. März 2024', '12. März 2024 = 2024-03-12/2024-03-12'],
  ['de', 'March 2024', 'March 2024 = 2024-03-01/2024-03-31'],
  ['es', 'el 12 de marzo de 2024', '12 de marzo de 2024 = 2024-03-12/2024-03-12'],
  ['fr', 'en août 2023', 'août 2023 = 2023-08-01/2023-08-31'],
  ['pl', '5 maja 2022', '5 maja 2022 = 2022-05-05/2022-05-05'],
  ['zh', '2024年3月12日', '2024年3月12日 = 2024-03-12/2024-03-12'],
  ['en', '2019-2023', '2019-2023 = 2019-01-01/2023-12-31'],
  ['en', 'from March 2023 to May 2024', 'March 2023 to May 2024 = 2023-03-01/2024-05-31'],
  ['en', 'between 2019 and 2021', '2019 and 2021 = 2019-01-01/2021-12-31'],
  ['de', 'zwischen 2019 und 2021', '2019 und 2021 = 2019-01-01/2021-12-31'],
  ['en', 'compare 2019 and 2021', '2019 = 2019-01-01/2019-12-31; 2021 = 2021-01-01/2021-12-31'],
  ['en', '2023 to 2019', '2023 = 2023-01-01/2023-12-31; 2019 = 2019-01-01/2019-12-31'],
])('%s: %s → %s', (language, text, expected) => {
  expect(render(text, language)).toBe(expected);
});

test.each([
  '30 February 2024',
  '2024-13',
  '4/5/24',
  'INV-2024-001',
  '$2024',
  '1,234 and 2024.5',
  '2024% or 2024th',
  'may 5',
  '20240',
])('%s holds no such date', (text) => {
  const days = dateExpressions(text, 'en').filter(({ text: written }) => written !== '2024');
  expect(days).toEqual([]);
});
