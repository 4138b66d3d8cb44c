import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsInThought, EndMarkSkipper, ShownThought, ThoughtSkipper } from './shown-thought.ts';

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
