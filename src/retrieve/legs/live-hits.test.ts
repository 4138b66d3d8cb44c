import { expect, test } from 'vitest';
import type { EngineHit } from '../../contracts/engine.ts';
import { isOvertaken } from './live-hits.ts';

const hit = (documentId: string, version: number): EngineHit => ({
  chunkId: `${documentId}.${version}.0`,
  documentId,
  version,
  score: 1,
});

test.each([
  ['nothing found', [], [['a', 1]], false],
  [
    'all live',
    [hit('a', 1), hit('b', 2)],
    [
      ['a', 1],
      ['b', 2],
    ],
    false,
  ],
  ['the old version beside the live one', [hit('a', 1), hit('a', 2)], [['a', 2]], false],
  ['a document that is gone', [hit('a', 1)], [], false],
  ['a version that is not live yet', [hit('a', 2)], [['a', 1]], false],
  [
    'one document replaced meanwhile',
    [hit('a', 1), hit('b', 2)],
    [
      ['a', 2],
      ['b', 2],
    ],
    true,
  ],
] as const)('%s: searched again, or not', (_, hits, live, isAgain) => {
  for (const [vector, keyword] of [
    [hits, []],
    [[], hits],
  ] as const)
    expect(isOvertaken([{ collection: 'default', vector, keyword }], new Map(live))).toBe(isAgain);
});

test('where one leg was searched before a document was replaced and the other after it, both are searched again', () => {
  const [before, after] = [[hit('a', 1)], [hit('a', 2)]];
  const live = new Map([['a', 2]]);
  for (const [vector, keyword] of [
    [before, after],
    [after, before],
  ] as [EngineHit[], EngineHit[]][])
    expect(isOvertaken([{ collection: 'default', vector, keyword }], live)).toBe(true);
});
