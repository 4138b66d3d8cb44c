import { expect, test } from 'vitest';
import { candidatesOf, hit } from '../candidates.test-support.ts';
import { checkMinScore, createFusion, type FusionSettings, type KnownLanguage } from './create-fusion.ts';

const settings = {
  fusion: 'convex',
  vectorWeight: 0.55,
  rrfK: 60,
  candidates: 2,
} as const satisfies FusionSettings;
const candidates = candidatesOf([hit('a', 0.9), hit('b', 0.1)], [hit('b', 4), hit('c', 1)]);

test.each([
  ['convex', 'convex', null],
  ['cosine', 'cosine', { lowest: 0, highest: 1 }],
  ['weighted', 'weighted', { lowest: 0, highest: 1 }],
  ['rrf', 'rrf', { lowest: 0, highest: 2 / 61 }],
  ['rrf-rerank', 'rrf', { lowest: 0, highest: 2 / 61 }],
] as const)('%s fuses by %s, on the scale %j', (fusion, method, scale) => {
  expect(createFusion({ ...settings, fusion }, 'known')).toMatchObject({ method, scale });
});

/** What the vector leg adds to its best candidate. */
function share(vectorWeight: number, language: KnownLanguage): number | undefined {
  const fusion = createFusion({ ...settings, fusion: 'weighted', vectorWeight }, language);
  return fusion.shares(candidates).vector[0];
}

test('in a language that the embedder does not know its leg counts .1, or less where less is set', () => {
  expect(share(0.55, 'known')).toBe(0.55);
  expect(share(0.55, 'unknown')).toBe(0.1);
  expect(share(0.05, 'unknown')).toBe(0.05);
});

test('across two languages that it knows its leg counts .9, or more where more is set, but nothing where words alone are wanted', () => {
  expect(share(0.55, 'across')).toBe(0.9);
  expect(share(1, 'across')).toBe(1);
  expect(share(0, 'across')).toBe(0);
});

test.each([
  ['convex', 0.3, /can be compared only within one search/],
  ['rrf', 0.033, /0–0\.0328/],
  ['rrf-rerank', 0.5, /0–0\.0328/],
] as const)('a least score of %s of %d is refused', (fusion, minScore, problem) => {
  expect(() => checkMinScore({ ...settings, fusion, minScore })).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(problem) }),
  );
});

test.each([
  ['convex', 0],
  ['rrf', 0.005],
  ['cosine', 0.6],
  ['weighted', 0.3],
  ['weighted', 1],
] as const)('A6: a least score of %s of %d means something', (fusion, minScore) => {
  expect(() => checkMinScore({ ...settings, fusion, minScore })).not.toThrow();
});
