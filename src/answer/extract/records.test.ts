import { expect, test } from 'vitest';
import { recordsIn } from './records.ts';

test.each([
  ['| Owner | Ida Moss |\n| Chip | 00412 |\n| Colour | tabby |', ['Ida Moss\n00412\ntabby']],
  ['- Owner: Ida Moss\n- Chip: 00412\n- Colour: tabby', ['Ida Moss\n00412\ntabby']],
  ['Owner: Ida Moss\n\nChip: 00412\n\nColour: tabby', ['Ida Moss\n00412\ntabby']],
  ['**Owner:** Ida Moss\n**Chip:** 00412\n**Colour:** tabby', ['Ida Moss\n00412\ntabby']],
  [
    '| Owner | Ida Moss |\n| Chip | 00412 |\n| Colour | tabby |\n\n| Owner | Al Fen |\n| Chip | 00977 |\n| Colour | black |',
    ['Ida Moss\n00412\ntabby', 'Al Fen\n00977\nblack'],
  ],
])('the fields of one thing are a record: %j', (text, values) => {
  const records = recordsIn(text);
  expect(records.map((one) => one.values)).toEqual(values);
  for (const { start, end } of records) expect(text.slice(start, end)).toMatch(/Owner[^]*Colour/);
});

test.each([
  ['K2: 12 kg\nK3: 15 kg\nK12: 33 kg'],
  ['| rotor | turns |\n| stator | stands still |\n| shaft | turns |'],
  ['| Owner | Ida Moss | 1 |\n| Chip | 00412 | 2 |\n| Colour | tabby | 3 |'],
  ['Note: the chip must be read twice.\nHint: it takes 5 minutes.\nOwner: Ida Moss'],
])('what lists several things is none: %j', (text) => {
  expect(recordsIn(text)).toEqual([]);
});
