import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThoughtSkipper } from './thought-skipper.ts';

function answerOf(pieces: readonly string[]): string {
  const skipper = new ThoughtSkipper();
  return pieces.map((piece) => skipper.push(piece)).join('') + skipper.end();
}

test.each([
  ['<think>Let me see.</think>\n\nFourteen [1].', 'Fourteen [1].'],
  ['  \n<think></think>Fourteen.', 'Fourteen.'],
  ['Fourteen <think>not a thought</think>.', 'Fourteen <think>not a thought</think>.'],
  ['<thin', '<thin'],
  ['<thinking>', '<thinking>'],
  ['<think>without end', ''],
  ['<think>a</think>', ''],
  ['\n\nFourteen.\n', 'Fourteen.\n'],
])('%j is the answer %j, in whatever pieces it comes', (text, answer) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 60, maxLength: 60 }), (lengths) => {
      let at = 0;
      const pieces = lengths.map((length) => text.slice(at, (at += length)));
      expect(answerOf(pieces)).toBe(answer);
    }),
    { numRuns: 20 },
  );
});
