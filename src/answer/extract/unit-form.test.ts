import { expect, test } from 'vitest';
import { refersBack, speaksOfText } from './unit-form.ts';

test.each([
  ['en', 'It won the award in 2000.'],
  ['en', 'However, it was sold.'],
  ['en', '**Then** they leave.'],
  ['en', 'Therefore the plate is kept cool.'],
  ['de', 'Deshalb bleibt der Tee mild.'],
  ['de', 'Dann wird sie gespült.', false],
  ['de', 'Trotzdem sie schlief.'],
  ['fr', 'Ensuite, elle est rincée.'],
  ['es', 'Luego esto se enfría.'],
  ['ru', 'Поэтому чай остаётся мягким.'],
  ['en', 'However the pump turns, the rotor stays cool.', false],
  ['en', 'Then the plate is rinsed.', false],
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

test.each([
  ['In this chapter we build a pump.', true],
  ['By the end of this lesson, you will be able to build a pump.', true],
  ['This page has been moved to the handbook of pumps.', true],
  ['This document was archived.', true],
  ['The pump was moved to the yard.', false],
  ['This page holds the water back.', false],
])('%s: %s', (sentence, expected) => {
  expect(speaksOfText(sentence, 'en')).toBe(expected);
});
