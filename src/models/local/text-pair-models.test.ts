import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PassageToRead } from '../../contracts/answer-reader.ts';
import type { CitedClaim } from '../../contracts/claim-verifier.ts';
import {
  type TinyClassifierOptions,
  writeTinyClassifier,
} from '../rerankers/tiny-classifier.test-support.ts';
import { englishAnswerReader, entailmentVerifier } from './text-pair-models.ts';

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

/** Words of the claim that speak for entailment, and against it. */
const words = { opened: 1, closed: -1, anna: 0, gate: 0 };
const labels = { neutral: 0, contradiction: -1, entailment: 1 };

async function open(options: Partial<TinyClassifierOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-entailment-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeTinyClassifier(directory, { words, labels, ...options });
  const verifier = await entailmentVerifier({ directory });
  onTestFinished(async () => verifier.close?.());
  return verifier;
}

const claim = (text: string, change: Partial<CitedClaim> = {}): CitedClaim => ({
  text,
  sources: ['Anna opened the gate.'],
  first: 'partial',
  lacksFacts: false,
  ...change,
});

describe('an entailment model', () => {
  test('supports, refutes, or weakens what the words came to', async () => {
    const verifier = await open();
    const cases = [
      ['Anna opened it', 'unsupported', 'supported'],
      ['Anna closed it', 'supported', 'unsupported'],
      ['Anna', 'supported', 'partial'],
      ['Anna', 'partial', 'partial'],
      ['Anna', 'unsupported', 'unsupported'],
    ] as const;
    for (const [text, first, verdict] of cases)
      expect(await verifier.verify(claim(text, { first })), `${text}, ${first}`).toBe(verdict);
  });

  test('does not make up for facts that the sources lack', async () => {
    const verifier = await open();
    const lacking = (text: string) => verifier.verify(claim(text, { lacksFacts: true }));
    expect(await lacking('Anna opened it')).toBe('partial');
    expect(await lacking('Anna closed it')).toBe('unsupported');
  });

  test.each([
    [{ CONTRADICTION: -1, NEUTRAL: 0, ENTAILMENT: 1 }, 'supported'],
    [{ entailment: 1, neutral: 0, contradiction: -1 }, 'supported'],
    [{ entailment: -1, not_entailment: 1 }, 'partial'],
  ])('is read by the names of its labels, %j', async (names, verdict) => {
    expect(await (await open({ labels: names })).verify(claim('opened'))).toBe(verdict);
  });

  test('reads the whole claim, and of long sources what fits beside it', async () => {
    const verifier = await open({ maxTokens: 13 });
    // Three marks and five words of the claim leave five for the sources.
    const long = claim('gate gate gate gate opened', { sources: ['closed '.repeat(400), 'closed'] });
    expect(await verifier.verify(long)).toBe('supported');
  });

  test('stops when it is aborted, and when it is closed', async () => {
    const verifier = await open();
    const signal = AbortSignal.abort();
    await expect(verifier.verify(claim('opened'), { signal })).rejects.toMatchObject({ code: 'aborted' });
    const pending = expect(verifier.verify(claim('opened'))).rejects.toMatchObject({ code: 'aborted' });
    await verifier.close?.();
    await pending;
  });
});

describe('a folder of another model', () => {
  test.each([
    [{ labels: 1 }, 'no labels'],
    [{ labels: { positive: 1, negative: -1 } }, 'positive, negative'],
    [{ labels: { entailment: 1 } }, 'entailment;'],
  ])('is refused at once with its labels, %j', async (options, named) => {
    await expect(open(options)).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining(named),
    });
  });
});
