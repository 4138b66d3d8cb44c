import { expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import { readPart } from '../../question/question.ts';
import { analysis, chunk, request } from '../generate/quoting.test-support.ts';
import { askedDefinition } from './question-features.ts';
import { quotableUnits } from './quotable-units.ts';

const definitionOf = (question: string) => askedDefinition(readPart(question, 'en'), analysis);

const stator = definitionOf('What is a stator?');

/** The cue of the last unit of a text. */
function lastCue(text: string, asked = stator, heading: Partial<Chunk> = {}) {
  const [passage] = request('', [{ ...chunk('motor', text), ...heading }]).passages;
  const unit = passage && quotableUnits(passage, analysis).at(-1);
  return unit && asked?.cueOf(unit);
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
  ['## Stator\n\n```\nstator --turn\n```\n\n- slow\n\nIt carries the field.', 'opens'],
  ['## Stator\n\n### Overview\n\nIt carries the field.', undefined],
  ['## The stator part\n\nIt carries the field.', undefined],
  ['The outer stator is a heavy part.', undefined],
  ['The motors of that plant (with a stator of another make) are the best.', undefined],
  ['In most of the motors that they sold, the stator is a heavy part.', undefined],
  ['| Weight | of the stator |', undefined],
  ['**Stator**: [The shop](https://shop.example) or [the maker](https://maker.example)', undefined],
  ['The stator housing is a heavy part.', undefined],
])('%s: %s', (text, cue) => {
  expect(lastCue(text)).toBe(cue);
});

test.each([
  ['A plant node is a process.', undefined],
  ['A ROS plant node is a process.', 'defines'],
])('asked for a ROS plant node, %s: %s', (text, cue) => {
  expect(lastCue(text, definitionOf('What is a ROS plant node?'))).toBe(cue);
});

test.each([
  ['/** Opens it. */\nexport class PumpValve {\n}', 'defines'],
  ['def open(valve):\n    return PumpValve(valve)', undefined],
  ["const PumpValve = require('pumps');", undefined],
])('asked for a PumpValve, the code %s: %s', (code, cue) => {
  expect(lastCue(`\`\`\`\n${code}\n\`\`\``, definitionOf('What is PumpValve?'))).toBe(cue);
});

test('code that calls something by a common word does not say what that is', () => {
  expect(lastCue('```\nlet stator = motor.half();\n```')).toBeUndefined();
});

test('none where no definition is asked for', () => {
  expect(definitionOf('When was the stator made?')).toBeUndefined();
  expect(definitionOf('What does this mean?')).toBeUndefined();
});

test.each([
  ['What does plant-prune do?', 'plant-prune', 'opens'],
  ['What does the plant prune command do?', 'plant-prune', 'opens'],
  ['What is plant prune for?', 'plant-prune', 'opens'],
  ['What does plant do?', 'plant-prune', undefined],
])('under “Description”, %s in a document called %s: %s', (question, title, cue) => {
  const text = '## Synopsis\n\n```\nplant prune\n```\n\n## Description\n\nRemoves what nobody needs.';
  expect(lastCue(text, definitionOf(question), { title })).toBe(cue);
});

test.each([
  ['What does pump.kill return?', 'opens', '`pump.kill([signal])`'],
  ['What does pump.kill do?', undefined, '`pump.killed`'],
  ['What does PumpValve do?', 'opens', 'Class: `PumpValve`'],
  ['What does Pump.fill do?', 'opens', 'Static method: `Pump.fill(size)`'],
  ['What does --omit do?', 'opens', '`omit`'],
  ['What does the `omit` flag do?', 'opens', '`omit`'],
])('%s is %s under the heading %s', (question, cue, heading) => {
  expect(lastCue(`### ${heading}\n\n* \`signal\` {number}\n\nEnds it.`, definitionOf(question))).toBe(cue);
});
