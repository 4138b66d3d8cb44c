import { expect, test } from 'vitest';
import { readPart } from '../../question/question.ts';
import { analysis, chunk, request } from '../generate/quoting.test-support.ts';
import { askedDefinition } from './question-features.ts';
import { quotableUnits } from './quotable-units.ts';

const definitionOf = (question: string) => askedDefinition(readPart(question, 'en'), analysis);

const stator = definitionOf('What is a stator?');

/** Whether the last unit of a text defines what is asked for. */
function defines(text: string, asked = stator) {
  const [passage] = request('', [chunk('motor', text)]).passages;
  const unit = passage && quotableUnits(passage, analysis).at(-1);
  return unit && asked?.isIn(unit);
}

test.each([
  ['A stator is the part of a motor that stands still.', true],
  ['Stators are the parts of a motor that stand still.', true],
  ['**Stator**\n: The part of a motor that stands still.', true],
  ['The **stationary winding assembly (stator)** is a part of a motor.', true],
  ['**Stator (Stationary Winding Assembly)**: the part that stands still.', true],
  ['The outer stator is a heavy part.', false],
  ['The motors of that plant (with a stator of another make) are the best.', false],
  ['In most of the motors that they sold, the stator is a heavy part.', false],
  ['| Weight | of the stator |', false],
  ['The stator housing is a heavy part.', false],
])('%s: %s', (text, isSo) => {
  expect(defines(text)).toBe(isSo);
});

test.each([
  ['A plant node is a process.', false],
  ['A ROS plant node is a process.', true],
])('asked for a ROS plant node, %s: %s', (text, isSo) => {
  expect(defines(text, definitionOf('What is a ROS plant node?'))).toBe(isSo);
});

test('none where no definition is asked for', () => {
  expect(definitionOf('When was the stator made?')).toBeUndefined();
  expect(definitionOf('What does this mean?')).toBeUndefined();
});
