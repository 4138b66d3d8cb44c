import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsInThought, ThoughtSkipper } from './thought-skipper.ts';

function answerOf(pieces: readonly string[], skipper = new ThoughtSkipper()): string {
  return pieces.map((piece) => skipper.push(piece)).join('') + skipper.end();
}

test.each([
  ['<think>Let me see.</think>\n\nFourteen [1].', 'Fourteen [1].'],
  ['  \n<think></think>Fourteen.', 'Fourteen.'],
  ['Fourteen <think>not a thought</think>.', 'Fourteen <think>not a thought</think>.'],
  ['<thin', '<thin'],
  ['<thinker>', '<thinker>'],
  ['<thinking>Let me see.</thinking>Fourteen.', 'Fourteen.'],
  ['[THINK]The user </think> [1][/THINK]Fourteen [1].', 'Fourteen [1].'],
  [
    '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Fourteen.',
    'Fourteen.',
  ],
  ['<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Fourteen.', 'Fourteen.'],
  ['◁think▷Hm.◁/think▷Fourteen.', 'Fourteen.'],
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

test.each([
  ['The user wants 14 [1].\n</think>\n\nFourteen [1].', 'Fourteen [1].'],
  ['<think>The user</think>Fourteen.', 'Fourteen.'],
  ['Fourteen [1].', 'Fourteen [1].'],
  ['Marks are <think> and </think>.', 'Marks are <think> and </think>.'],
])('%j of a model whose prompt opens a thought is the answer %j', (text, answer) => {
  for (const length of [1, 3, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
    expect(answerOf(pieces, new ThoughtSkipper(true))).toBe(answer);
  }
});

test('a thought that nothing opened is seen where it comes in one piece with its end', () => {
  expect(answerOf(['The user wants…</think>\n\nFourteen.'])).toBe('Fourteen.');
  expect(answerOf(['Marks are <think> and </think>.'])).toBe('Marks are <think> and </think>.');
  for (const pieces of [
    ['</th', 'ink>', '\n\nFourteen.'],
    ['Hm. <', '/think>Fourteen.'],
    ['</', 'think>', 'Fourteen.'],
  ])
    expect(answerOf(pieces)).toBe('Fourteen.');
  expect(new ThoughtSkipper().push('Fourteen')).toBe('Fourteen');
});

test('a thought that is cut off is no answer', () => {
  const skipper = new ThoughtSkipper(true);
  expect(skipper.push('The user wants') + skipper.end(true)).toBe('');
});

test('nothing is held back where the server tells thoughts apart', () => {
  const skipper = new ThoughtSkipper(true);
  skipper.areToldApart();
  expect(skipper.push('Fourteen')).toBe('Fourteen');
});

test.each([
  ['deepseek-r1:8b', true],
  ['deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', true],
  ['qwq-32b', true],
  ['Qwen/Qwen3-30B-A3B-Thinking-2507', true],
  ['qwen3:8b', false],
  ['command-r', false],
  ['llama-3.1-8b-instant', false],
])('that the prompt of %s opens a thought: %j', (model, expected) => {
  expect(beginsInThought(model)).toBe(expected);
});
