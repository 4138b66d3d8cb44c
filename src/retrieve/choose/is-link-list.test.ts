import { expect, test } from 'vitest';
import { isLinkList } from './is-link-list.ts';

test.each([
  ['### See also\n\n* [pumps](/pumps)\n* [valves](/valves.md)\n* [the yard][yard]', true],
  ['[`pump.fill()`]: #pumpfill\n[`pump.stop()`]: #pumpstop\n[valve]: https://valve.example "Valves"', true],
  ['* [pumps](/pumps "How water is lifted")\n* [valves](/valves_(old))\n* [the yard](<the yard.md>)', true],
  ['* <https://pump.example>\n* <https://valve.example>\n* <https://yard.example>', true],
  ['* [pumps](/pumps): how water is lifted\n* [valves](/valves): how it is held\n* [yards](/yards)', false],
  ['[The pump](/pump) and [the valve](/valve).', false],
  [
    'The [pump](/pump) lifts water to the [tank](/tank) through a [valve](/valve) that opens by itself.',
    false,
  ],
  ['', false],
])('%s: %s', (content, expected) => {
  expect(isLinkList(content)).toBe(expected);
});

test('a megabyte of brackets is read in linear time', () => {
  expect(isLinkList('['.repeat(1_000_000))).toBe(false);
});
