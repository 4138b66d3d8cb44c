import { expect, test } from 'vitest';
import { speaksOfText } from './speaks-of-text.ts';

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
