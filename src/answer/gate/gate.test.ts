import { expect, test } from 'vitest';
import type { Hit } from '../../retrieve/hit.ts';
import type { Retrieval } from '../../retrieve/retrieve.ts';
import { gate } from './gate.ts';

const hit = { expansion: false, merged: [] } as unknown as Hit;
const merged = { expansion: false, merged: ['next'] } as unknown as Hit;
const around = { expansion: true, merged: ['before'] } as unknown as Hit;

test.each<[string, readonly Hit[], readonly Hit[], ReturnType<typeof gate>]>([
  ['nothing at all', [], [], 'nothing-found'],
  ['nothing above the threshold', [], [hit], 'below-threshold'],
  ['too few', [hit], [], 'too-few-passages'],
  ['one with what stands around it', [hit, around], [], 'too-few-passages'],
  ['as many as it takes', [hit, hit], [], undefined],
  ['as many that became one span', [merged], [], undefined],
])('B8: %s', (_, hits, dropped, refusal) => {
  const retrieval = { result: { hits, dropped }, chunks: [] } as unknown as Retrieval;
  expect(gate(retrieval, { minPassages: 2 })).toBe(refusal);
});
