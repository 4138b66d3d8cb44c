import { expect, test } from 'vitest';
import { askedNames, dateExpressions, numbersAndIdentifiers } from './names.ts';

/** What texts say of the one name that a question holds. */
function bearings(question: string, texts: readonly string[], language = 'en'): readonly string[] {
  const [name, ...others] = askedNames(question, language);
  expect(others).toEqual([]);
  return texts.map((text) => name?.bearingOf(text) ?? 'no name');
}

test('a code is borne in other writings and as the end of a longer one, never as part of a number', () => {
  const texts = [
    'The K-12 hums.',
    'k 12',
    'PN-K12 fits.',
    'The K120 hums.',
    'The K2 hums.',
    'An M20 hums.',
    'It hums.',
  ];
  expect(bearings('How much does the K12 pump weigh?', texts)).toEqual([
    'borne',
    'borne',
    'borne',
    'another',
    'another',
    'alike',
    'unsaid',
  ]);
});

test.each([
  ['What is the timeout in 4.2.0?', 'since v4.2.0', 'since 4.2.0.1', 'another'],
  ['What is the timeout in 4.2.0?', '4.2.0版的超时', 'in 4.2.1', 'another'],
  ['order SO/2024/0171', 'Order SO/2024/0171 was cancelled', 'SO/2024/0117 was shipped', 'another'],
  ['Was E1021 bedeutet', 'E1021 heißt: Tür offen', 'E1012 heißt: Filter zu', 'another'],
  ['What does RULE-A002 detect?', 'rule_a002', 'RULE-A001', 'another'],
  ['Which office is in phase 2?', 'Phase 2: Oslo', 'Phase 1: Rome', 'another'],
  ['How long does it last at 180 degrees?', '180 °C', 'It lasts.', 'no name'],
])('%s: “%s” and “%s”', (question, borne, other, said) => {
  if (said === 'no name') expect(bearings(question, [borne, other])).toEqual([said, said]);
  else expect(bearings(question, [borne, other])).toEqual(['borne', said]);
});

test.each([
  ['What happened on 17 September 2024?', 'en'],
  ['Was geschah am 17.9.2024?', 'de'],
  ['¿Qué pasó el 17 de septiembre de 2024?', 'es'],
  ['2024年9月17日发生了什么？', 'zh'],
  ['What happened on September 17?', 'en'],
])('a day is borne in any writing: %s', (question, language) => {
  const days = [
    '2024-09-17',
    '17.09.2024',
    '09/17/2024',
    'September 17, 2024',
    'le 17 septembre 2024',
    '2024年9月17日',
  ];
  expect(bearings(question, days, language)).toEqual(days.map(() => 'borne'));
  const others = ['2024-09-18', 'on the 4th of July', '2023-10-17'];
  expect(bearings(question, others, language)).toEqual(others.map(() => 'another'));
});

test('a year is borne by its days and by a time that reaches into it, a month by its days', () => {
  expect(bearings('the budget in 2024', ['2024-02-03', 'from 2023 to 2024', '2023', 'soon'])).toEqual([
    'borne',
    'borne',
    'another',
    'unsaid',
  ]);
  expect(
    bearings('the sales in December 2024', ['2024', '2024-12-01', 'November 2024', '2023 to 2025']),
  ).toEqual(['unsaid', 'borne', 'another', 'unsaid']);
  expect(bearings('the sales in December', ['2024-12-01', 'November 2024', '12月'])).toEqual([
    'borne',
    'another',
    'borne',
  ]);
});

test('names of one kind are alternatives by their shape', () => {
  const shapes = askedNames('Is the K2 heavier than the K12 in 4.2.0?', 'en').map(({ shape }) => shape);
  expect(shapes).toEqual(['a0', 'a0', '0.0.0']);
});

test.each([
  ['1,234.50 and 1.234,50', '1,234.50 1.234,50', ''],
  ['3% of 12', '3% 12', ''],
  ['the 10-K of user_id', '', '10-K user_id'],
  ['getResponse in v1.2.3, or 1.2.3', '', 'getResponse v1.2.3 1.2.3'],
  ['c++, c# and INV-2024-001', '', 'c++ c# INV-2024-001'],
  ['state-of-the-art and/or plain words', '', ''],
  ['x'.repeat(200) + '1', '', ''],
])('%s: numbers %s, identifiers %s', (text, numbers, identifiers) => {
  const found = numbersAndIdentifiers(text);
  const of = (kind: string) =>
    found
      .filter((token) => token.kind === kind)
      .map((token) => token.text)
      .join(' ');
  expect([of('number'), of('identifier')]).toEqual([numbers, identifiers]);
  for (const token of found) expect(text.slice(token.start, token.end)).toBe(token.text);
});

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

test.each([
  ['75 degrees', 'Bake at 75 °C.', 'Bake at 180 °C.'],
  ['75 degrees Celsius', 'Bake at 75 degrees.', 'Turn by 90 degrees.'],
  ['6 bar?', 'The valve opens at 6 bar.', 'The valve opens at 60 bar.'],
  ['12 kg', 'It weighs 12 kilograms.', 'It weighs 33 kg.'],
])('%s alone is what something bears: %s', (question, bearing, another) => {
  const [amount, ...others] = askedNames(question, 'en');
  expect(others).toEqual([]);
  expect([bearing, another, 'It is quiet.'].map((text) => amount?.bearingOf(text))).toEqual([
    'borne',
    'another',
    'unsaid',
  ]);
});

test.each(['17 September', 'within 5 days of delivery', '2024'])('%s is no amount alone', (question) => {
  expect(askedNames(question, 'en').every(({ shape }) => shape !== 'amount')).toBe(true);
});
