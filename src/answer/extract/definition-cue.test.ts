import { expect, test } from 'vitest';
import { analysis, chunk, request } from '../quoting.test-support.ts';
import { definitionCue } from './definition-cue.ts';
import { quotableUnits } from './quotable-units.ts';

const cueOfStator = definitionCue('What is a stator?', 'en', analysis);

/** The cue of the last unit of a text. */
function lastCue(text: string, cueOf = cueOfStator) {
  const [passage] = request('', [chunk('motor', text)]).passages;
  const unit = passage && quotableUnits(passage, analysis).at(-1);
  return unit && cueOf?.(unit);
}

test.each([
  ['A stator is the part of a motor that stands still.', 'defines'],
  ['Stators are the parts of a motor that stand still.', 'defines'],
  ['**Stator**\n: The part of a motor that stands still.', 'defines'],
  ['The **stationary winding assembly (stator)** is a part of a motor.', 'defines'],
  ['**Stator (Stationary Winding Assembly)**: the part that stands still.', 'defines'],
  ['| Stator | stands still |', 'defines'],
  ['## 3. Stator\n\n**Purpose**: the field of a motor', 'opens'],
  ['## What is a stator?\n\nIt carries the field.', 'opens'],
  ['## What a stator is\n\nIt carries the field.', 'opens'],
  ['## Stator\n\nIt carries the field. Rain fell.', undefined],
  ['The outer stator is a heavy part.', undefined],
  ['The motors of that plant (with a stator of another make) are the best.', undefined],
  ['In most of the motors that they sold, the stator is a heavy part.', undefined],
  ['| Weight | of the stator |', undefined],
  ['**Stator**: [Shop](https://shop.example) or [Maker](https://maker.example)', undefined],
  ['The stator housing is a heavy part.', undefined],
])('%s: %s', (text, cue) => {
  expect(lastCue(text)).toBe(cue);
});

test.each([
  ['A node is a process.', 'shortens'],
  ['The plant graph is a network of nodes.', undefined],
  ['A plant node is a process.', 'shortens'],
  ['A ROS plant node is a process.', 'defines'],
])('asked for a ROS plant node, %s: %s', (text, cue) => {
  expect(lastCue(text, definitionCue('What is a ROS plant node?', 'en', analysis))).toBe(cue);
});

test.each([
  ['/** Opens it. */\nexport class PumpValve {\n}', 'defines'],
  ['def open(valve):\n    return PumpValve(valve)', undefined],
])('asked for a PumpValve, the code %s: %s', (code, cue) => {
  expect(lastCue(`\`\`\`\n${code}\n\`\`\``, definitionCue('What is PumpValve?', 'en', analysis))).toBe(cue);
});

test('code that calls something by a common word does not say what that is', () => {
  expect(lastCue('```\nlet stator = motor.half();\n```')).toBeUndefined();
});

test('none where no definition is asked for', () => {
  expect(definitionCue('When was the stator made?', 'en', analysis)).toBeUndefined();
  expect(definitionCue('What does this mean?', 'en', analysis)).toBeUndefined();
});
