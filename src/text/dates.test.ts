import { expect, test } from 'vitest';
import { findDates } from './dates.ts';

const found = (text: string) =>
  findDates(text).map(({ start, end, from, to }) => [
    text.slice(start, end),
    from === to ? from : `${from}/${to}`,
  ]);

test.each([
  ['due on 2024-03-12.', '2024-03-12', '2024-03-12'],
  ['in 2024-03', '2024-03', '2024-03-01/2024-03-31'],
  ['on 12 March 2024', '12 March 2024', '2024-03-12'],
  ['the 3rd of May 1871', '3rd of May 1871', '1871-05-03'],
  ['Sept. 4, 1998:', 'Sept. 4, 1998', '1998-09-04'],
  ['since February 2024', 'February 2024', '2024-02-01/2024-02-29'],
  ['am 5. März 2020', '5. März 2020', '2020-03-05'],
  ['am 05.03.2020', '05.03.2020', '2020-03-05'],
  ['le 1er août 1914', '1er août 1914', '1914-08-01'],
  ['закрыт 5 января 2020 года', '5 января 2020', '2020-01-05'],
  ['el 2 de mayo de 1808', '2 de mayo de 1808', '1808-05-02'],
  ['于2024年3月12日', '2024年3月12日', '2024-03-12'],
  ['den 5 mars 2024', '5 mars 2024', '2024-03-05'],
  ['z dnia 5 marca 2024 r.', '5 marca 2024', '2024-03-05'],
  ['5. července 2024', '5. července 2024', '2024-07-05'],
  ['v červnu 2024', 'červnu 2024', '2024-06-01/2024-06-30'],
  ['toukokuussa 2024', 'toukokuussa 2024', '2024-05-01/2024-05-31'],
  ['a szerződés 2024. március 5. napján', '2024. március 5.', '2024-03-05'],
  ["el 5 d'abril de 2024", "5 d'abril de 2024", '2024-04-05'],
  ['5 Ağustos 2024 tarihinde', '5 Ağustos 2024', '2024-08-05'],
  ['στις 5 Μαΐου 2024', '5 Μαΐου 2024', '2024-05-05'],
  ['5 березня 2024 року', '5 березня 2024', '2024-03-05'],
  ['на 5 юли 2024', '5 юли 2024', '2024-07-05'],
  ['од 5. јуна 2024.', '5. јуна 2024', '2024-06-05'],
  ['5 मार्च 2024 को', '5 मार्च 2024', '2024-03-05'],
  ['ב-5 במרץ 2024', '5 במרץ 2024', '2024-03-05'],
  ['2024년 3월 5일에', '2024년 3월 5일', '2024-03-05'],
  ['built in 1931, twice', '1931', '1931-01-01/1931-12-31'],
])('%s', (text, written, range) => {
  expect(found(text)).toEqual([[written, range]]);
});

test.each(['31 February 2024', '1,931 people', '19312', 'a1931', 'version 3.1999.2', '12/03/24', 'may be'])(
  'no day and no month is read from: %s',
  (text) => {
    expect(found(text).filter(([, range]) => !range?.includes('/'))).toEqual([]);
  },
);

test('stand in order and never overlap', () => {
  expect(
    found('From 1 May 2020 to June 2021, as in 1999 and on 2022-01-02.').map(([written]) => written),
  ).toEqual(['1 May 2020', 'June 2021', '1999', '2022-01-02']);
});

test('a megabyte of dates is read in one go', () => {
  expect(findDates('2024-03-12 '.repeat(90_000))).toHaveLength(90_000);
});
