import { expect, test } from 'vitest';
import { askedParts, comparedThings } from './parts.ts';

test.each([
  [
    'en',
    'How much is the deposit, and when do you open on Saturday?',
    ['How much is the deposit,', 'when do you open on Saturday?'],
  ],
  [
    'en',
    'What does the K2 weigh? What does the K3 cost?',
    ['What does the K2 weigh?', 'What does the K3 cost?'],
  ],
  ['en', 'I am new here. How many days off do I get?', ['How many days off do I get?']],
  [
    'de',
    'Was kostet der Zoe und wann öffnet die Werkstatt?',
    ['Was kostet der Zoe', 'wann öffnet die Werkstatt?'],
  ],
  [
    'fr',
    'Combien coûte la Zoe et quand ouvre le garage ?',
    ['Combien coûte la Zoe', 'quand ouvre le garage ?'],
  ],
  [
    'es',
    '¿Cuánto cuesta el Zoe y cuándo abre el taller?',
    ['¿Cuánto cuesta el Zoe', 'cuándo abre el taller?'],
  ],
  ['zh', '押金是多少？星期六几点开门？', ['押金是多少？', '星期六几点开门？']],
])('%s: %s', (language, message, parts) => {
  expect(askedParts(message, language).map((part) => part.trim())).toEqual(parts);
});

test.each([
  'When and where was the dam built?',
  'How much and how often must I pay?',
  'Which pumps and valves are there?',
  'Who lived in France and was born in Rome?',
  'the weight of the pump',
])('one thing is asked: %s', (message) => {
  expect(askedParts(message, 'en')).toEqual([message]);
});

test('two sides of a comparison', () => {
  expect(comparedThings('the K2 and the K3?', 'en').map((side) => side.trim())).toEqual([
    'the K2',
    'the K3?',
  ]);
  expect(comparedThings('pumps vs. valves', 'en')).toEqual(['pumps', 'valves']);
  expect(comparedThings('水泵和阀门', 'zh')).toEqual(['水泵', '阀门']);
  expect(comparedThings('the K2', 'en')).toEqual([]);
});
