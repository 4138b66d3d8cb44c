import { expect, test } from 'vitest';
import { EndMarkSkipper } from './end-mark-skipper.ts';

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
