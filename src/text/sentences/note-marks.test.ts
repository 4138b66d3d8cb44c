import { expect, test } from 'vitest';
import { flowLines, linkDefinition, linkTarget } from './note-marks.ts';

test.each([
  ['Rain\n  fell  here.', 'Rain fell here.'],
  ['Rain\n> fell\n>here,\n > > and there.', 'Rain fell here, and there.'],
  ['Rain > snow\n> 3 mm', 'Rain > snow 3 mm'],
  ['a >\nb', 'a > b'],
])('%j flows to %s', (text, expected) => {
  expect(flowLines(text)).toBe(expected);
});

test('many marks are read in linear time', () => {
  expect(flowLines(`\n${'>'.repeat(1_000_000)}a`)).toBe(' a');
});

const target = new RegExp(String.raw`(?<=\])${linkTarget}`, 'gu');
const definition = new RegExp(linkDefinition, 'u');

test.each([
  ['the [pump](/pump.md#fill) lifts', 'the [pump] lifts'],
  ['the [pump](/pump "How it lifts") lifts', 'the [pump] lifts'],
  ["the [pump](/pump 'How it lifts') lifts", 'the [pump] lifts'],
  ['the [pump](https://wiki.example/Pump_(machine)) lifts', 'the [pump] lifts'],
  ['the [pump](<a pump.md>) lifts', 'the [pump] lifts'],
  ['the [pump][yard] and the [valve][] lift', 'the [pump] and the [valve] lift'],
  ['the [pump]() lifts', 'the [pump] lifts'],
  ['the pump [of the yard] (the old one) lifts', 'the pump [of the yard] (the old one) lifts'],
  ['the pump [1](see the other page) lifts', 'the pump [1](see the other page) lifts'],
])('without where links lead, %j is %j', (text, words) => {
  expect(text.replace(target, '')).toBe(words);
});

test.each([
  ['[pump]: /pump.md', true],
  ['   [pump]: <a pump.md> "How it lifts"', true],
  ["[pump]: /pump 'How it lifts'  ", true],
  ['[^1]: The', false],
  ['[pump]: lifts water to the tank', false],
  ['[pump] lifts', false],
])('%j is the definition of a link: %j', (line, expected) => {
  expect(definition.test(line)).toBe(expected);
});

test('a megabyte of brackets is read in linear time', () => {
  for (const text of ['](', '](a "', '](a(', '](a ', '][', '] ('])
    expect(text.repeat(200_000).replace(target, '').length).toBeGreaterThan(0);
  for (const text of ['[a]: ', '[', '[a]: b "', '[a]: b ('])
    expect(definition.test(text.repeat(200_000))).toBe(false);
});
