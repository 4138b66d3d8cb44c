import { expect, test } from 'vitest';
import { nextMerge, type SegmentSize } from './merge-policy.ts';

const fanIn = 4;

function segments(...entries: readonly number[]): readonly SegmentSize[] {
  return entries.map((count) => ({ entries: count, dead: 0 }));
}

test.each([
  ['too few', segments(1, 1, 1), undefined],
  ['as many as are merged at once', segments(1, 1, 1, 1), { from: 0, to: 4 }],
  ['the last ones before earlier ones', segments(9, 1, 1, 1, 1), { from: 1, to: 5 }],
  ['one that is larger than all the others', segments(4, 1, 1, 1), undefined],
  ['one that is as large as all the others', segments(3, 1, 1, 1), { from: 0, to: 4 }],
  ['as many entries as one may have', segments(25, 25, 25, 25), { from: 0, to: 4 }],
  ['more entries than one may have', segments(25, 25, 25, 26), undefined],
])('%s', (_, sizes, merge) => {
  expect(nextMerge(sizes, 100, fanIn)).toEqual(merge);
});

test('a segment of which a fifth is dead is written anew, before anything is merged', () => {
  const small = segments(1, 1, 1, 1);
  expect(nextMerge([...small, { entries: 10, dead: 2 }], 100, fanIn)).toEqual({ from: 4, to: 5 });
  expect(nextMerge([...small, { entries: 10, dead: 1 }], 100, fanIn)).toEqual({ from: 0, to: 4 });
});

test('what is written one by one comes to few segments, and each entry is rewritten a few times', () => {
  const written = 4096;
  let rewritten = 0;
  let sizes: readonly number[] = [];
  for (let entry = 0; entry < written; entry++) {
    sizes = [...sizes, 1];
    for (;;) {
      const merge = nextMerge(segments(...sizes), written, fanIn);
      if (!merge) break;
      const merged = sizes.slice(merge.from, merge.to).reduce((sum, size) => sum + size, 0);
      rewritten += merged;
      sizes = [...sizes.slice(0, merge.from), merged, ...sizes.slice(merge.to)];
    }
    expect(sizes.length).toBeLessThanOrEqual(fanIn * Math.ceil(Math.log2(entry + 2)));
  }
  expect(rewritten / written).toBeLessThanOrEqual(Math.log2(written));
});
