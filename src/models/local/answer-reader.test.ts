import { afterAll, expect, test } from 'vitest';
import type { PassageToRead } from '../../contracts/answer-reader.ts';
import { englishAnswerReader } from './answer-reader.ts';

const reader = await englishAnswerReader();
afterAll(() => reader.close());

/** A passage of which each sentence is a unit. */
function passage(sentences: readonly string[], headings: readonly string[] = []): PassageToRead {
  let start = 0;
  const units = sentences.map((sentence) => {
    const unit = { start, end: start + sentence.length };
    start = unit.end + 1;
    return unit;
  });
  return { headings, text: sentences.join(' '), units };
}

async function oddsOf(question: string, read: PassageToRead): Promise<readonly number[]> {
  const [odds = new Float32Array()] = await reader.read(question, [read]);
  return [...odds];
}

const mill = [
  'The mill stands on the east bank of the river.',
  'It was built by Thomas Garrow after the flood of 1791.',
  'Its four stones grind about two tonnes of rye an hour.',
];

test.each([
  ['Who built the mill?', 1],
  ['How much rye is ground in an hour?', 2],
  ['Where is the mill?', 0],
])('%s', async (question, answering) => {
  const odds = await oddsOf(question, passage(mill, ['Garrow mill']));
  expect(odds).toHaveLength(mill.length);
  expect(odds.indexOf(Math.max(...odds))).toBe(answering);
});

test('what a passage does not say has lower odds than what it says', async () => {
  const said = await oddsOf('Who built the mill?', passage(mill));
  const unsaid = await oddsOf('Who painted the church?', passage(mill));
  expect(Math.max(...said)).toBeGreaterThan(Math.max(...unsaid) + 1);
});

test('a passage is read in its own words, whatever stands beside it', async () => {
  const question = 'Who built the mill?';
  const alone = await reader.read(question, [passage(mill)]);
  const [, beside] = await reader.read(question, [passage(['A ferry runs on Sundays.']), passage(mill)]);
  expect(beside).toEqual(alone[0]);
});

test('of a passage that is longer than a window every unit is read', async () => {
  const filler = Array.from(
    { length: 60 },
    (_, day) => `On day ${day} the log of the weir says nothing new.`,
  );
  const odds = await oddsOf('Who built the mill?', passage([...filler, ...mill]));
  expect(odds).toHaveLength(63);
  expect(odds.every(Number.isFinite)).toBe(true);
  expect(odds.indexOf(Math.max(...odds))).toBe(61);
});

test('what stands between units is read and not scored', async () => {
  const text = 'The mill is old. It was built by Thomas Garrow.';
  const units = [{ start: 17, end: text.length }];
  expect(await oddsOf('Who built the mill?', { headings: [], text, units })).toEqual([expect.any(Number)]);
});

test('a reading can be given up', async () => {
  const signal = AbortSignal.abort();
  await expect(reader.read('Who built the mill?', [passage(mill)], signal)).rejects.toThrow(
    expect.objectContaining({ code: 'aborted' }),
  );
});
