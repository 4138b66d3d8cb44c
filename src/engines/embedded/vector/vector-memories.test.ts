import { expect, test } from 'vitest';
import { randomVector } from '../../../../conformance/engine-fixtures.ts';
import { inOnePiece } from '../segments/lazy-pieces.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { nearestBySigns } from './nearest-signs.ts';
import { rowsAsNear } from './rows-as-near.ts';
import { VectorMemories } from './vector-memories.ts';
import { searchVector, type UseVector } from './vector-search.ts';
import {
  packVectorSegment,
  readVectorSegment,
  releaseVectorSegment,
  type VectorSegment,
} from './vector-segment.ts';

const smallBytes = 16 * 65_536;
const rowsEach = 400;
const values = Array.from({ length: 12 * rowsEach }, (_, row) => unitVector(row));

function unitVector(seed: number): Float32Array {
  // As long as those of the shipped model: of short ones a small memory would hold all.
  const parts = Array.from({ length: 48 }, (_, part) => randomVector(seed * 48 + part));
  const joined = Float32Array.from(parts.flatMap((part) => [...part]));
  const length = Math.hypot(...joined);
  return joined.map((value) => value / length);
}

function segmentIn(memories: VectorMemories, id: number): VectorSegment {
  const some = values.slice(id * rowsEach, (id + 1) * rowsEach);
  const numbers = Float64Array.from(some, (_, at) => id * rowsEach + at);
  const stored = packVectorSegment(numbers, numbers, some);
  return readVectorSegment(id, new SegmentBody(stored.body), (of) => inOnePiece(stored[of]), memories);
}

function segmentsIn(memories: VectorMemories): readonly VectorSegment[] {
  memories.reserve(values.length);
  return Array.from({ length: values.length / rowsEach }, (_, id) => segmentIn(memories, id));
}

test('an index whose vectors do not fit into one memory is searched as in one', () => {
  const one = segmentsIn(new VectorMemories(values[0]?.length ?? 0));
  const several = segmentsIn(new VectorMemories(values[0]?.length ?? 0, smallBytes));
  expect(new Set(one.map(({ memory }) => memory)).size).toBe(1);
  expect(new Set(several.map(({ memory }) => memory)).size).toBeGreaterThan(1);

  const fetch = (wanted: readonly number[], use: UseVector) => {
    for (const vector of wanted) use(vector, values[vector] as Float32Array, 0);
  };
  for (const question of values.filter((_, row) => row % 700 === 0)) {
    const found = (segments: readonly VectorSegment[]) => [
      searchVector({ segments, question, limit: 20, fetch }),
      nearestBySigns(segments, question, 300),
      rowsAsNear(segments, question, 0.3),
    ];
    expect(found(several)).toEqual(found(one));
  }
});

test('room for all segments that are to come is made in one step, and is enough to search them in', () => {
  const memories = new VectorMemories(values[0]?.length ?? 0);
  memories.reserve(values.length);
  const { size } = memories.withRoomFor(values.length);
  const segments = segmentsIn(memories);
  nearestBySigns(segments, values[0] as Float32Array, 300);
  expect(segments.map(({ memory }) => memory.size)).toEqual(segments.map(() => size));
});

test('what a segment gave back is used before another memory begins', () => {
  const memories = new VectorMemories(values[0]?.length ?? 0, smallBytes);
  const segments = [...segmentsIn(memories)];
  const before = new Set(segments.map(({ memory }) => memory));
  for (let round = 0; round < 30; round++) {
    const at = (round * 5) % segments.length;
    releaseVectorSegment(segments[at] as VectorSegment);
    segments[at] = segmentIn(memories, at);
  }
  expect(new Set(segments.map(({ memory }) => memory))).toEqual(before);
});
