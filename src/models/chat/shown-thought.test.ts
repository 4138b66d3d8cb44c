import { expect, test } from 'vitest';
import { ShownThought } from './shown-thought.ts';

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
