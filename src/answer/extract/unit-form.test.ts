import { expect, test } from 'vitest';
import { refersBack } from './unit-form.ts';

test.each([
  ['en', 'It won the award in 2000.'],
  ['en', 'However the pump turns, the rotor stays cool.', false],
  ['en', 'The pump is red and it turns.', false],
  ['en', '', false],
  ['en', 'It is possible to swim.', false],
  ['en', 'There are three pumps.', false],
  ['en', 'One of the pumps is red.', false],
  ['en', 'That is why it turns.'],
  ['de', 'Es gibt drei Pumpen.', false],
  ['fr', 'Il faut deux pompes.', false],
  ['fr', 'La pompe est rouge.', false],
  ['nl', 'Het gebouw is hoog.', false],
  ['nl', 'Het is hoog.'],
  ['zh', '它在运行。', false],
])('%s: “%s”', (language, sentence, refers = true) => {
  expect(refersBack(sentence, language)).toBe(refers);
});
