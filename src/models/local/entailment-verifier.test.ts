import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CitedClaim } from '../../contracts/claim-verifier.ts';
import {
  type TinyClassifierOptions,
  writeTinyClassifier,
} from '../rerankers/tiny-classifier.test-support.ts';
import { entailmentVerifier } from './entailment-verifier.ts';

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
