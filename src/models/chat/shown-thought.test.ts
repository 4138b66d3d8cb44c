import { expect, test } from 'vitest';
import { EndMarkSkipper, ShownThought } from './shown-thought.ts';

test.each([
  ['The user wants 14.\n</think>\n\nFourteen.', true],
  ['The user wants 14.</think>\nFourteen.', true],
  ['Hm.[/THINK]\nFourteen.', true],
  ['A thought ends with `</think>`.', false],
  ['It is marked so:\n<think>\nHm.\n</think>\n', false],
  ['Fourteen.', false],
])('%j began with a thought: %j, in whatever pieces it is heard', (text, expected) => {
  for (const length of [1, 3, 1000]) {
    const shown = new ShownThought();
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    expect(pieces.map((piece) => shown.hears(piece)).includes(true)).toBe(expected);
  }
});

test.each([
  ['Fourteen [1].<|im_end|>', 'Fourteen [1].'],
  ['Fourteen [1].\n<|end|><|return|>\n', 'Fourteen [1].\n'],
  ['Fourteen.</s>', 'Fourteen.'],
  ['<|im_end|>', ''],
  ['It ends with <|im_end|>.', 'It ends with <|im_end|>.'],
  ['2 < 3 <| 4 </', '2 < 3 <| 4 </'],
])('%j is the text %j, in whatever pieces it comes', (text, said) => {
  for (const length of [1, 3, 1000]) {
    const skipper = new EndMarkSkipper();
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    expect(pieces.map((piece) => skipper.push(piece)).join('') + skipper.end()).toBe(said);
  }
});

test('words go on as they come', () => {
  const skipper = new EndMarkSkipper();
  expect(skipper.push('So it')).toBe('So it');
  expect(skipper.push(' is <')).toBe(' is ');
  expect(skipper.push('5 <|im')).toBe('<5 ');
});
