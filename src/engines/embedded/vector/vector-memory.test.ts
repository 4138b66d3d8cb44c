import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { randomVector } from '../../../../conformance/engine-fixtures.ts';
import { seededRandom } from '../../../values/seeded-random.ts';
import { Connection } from '../connection.ts';
import { prepareTables } from '../schema.ts';
import { inOnePiece } from '../segments/lazy-pieces.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { summariseRows } from './quantise.ts';
import { nearestBySigns, rowsAsNear } from './sign-filter.ts';
import { RecentVectors, VectorMemories, VectorMemory } from './vector-memory.ts';
import { checksumOf } from './vector-rows.ts';
import { searchVector, type UseVector } from './vector-search.ts';
import {
  packVectorSegment,
  readVectorSegment,
  releaseVectorSegment,
  type VectorSegment,
} from './vector-segment.ts';

test('products are exact for every number of rows and dimensions, the extremes included, and for any choice of rows', () => {
  const size = fc.record({
    rows: fc.integer({ min: 0, max: 23 }),
    dimension: fc.integer({ min: 1, max: 70 }),
  });
  fc.assert(
    fc.property(size, fc.integer(), ({ rows, dimension }, seed) => {
      const memory = new VectorMemory(dimension);
      const random = seededRandom(seed);
      const extreme = seed % 3 === 0;
      const matrix = Array.from({ length: rows }, () =>
        Int8Array.from({ length: dimension }, () => (extreme ? -128 : Math.floor(random() * 256) - 128)),
      );
      const question = Int8Array.from({ length: dimension }, () =>
        extreme ? 127 : Math.floor(random() * 128),
      );
      const from = memory.allocate(memory.matrixBytes(rows));
      const { stride } = memory;
      memory.bytes(from, rows * stride).fill(0);
      for (const [row, values] of matrix.entries()) memory.bytes(from + row * stride, dimension).set(values);

      const expected = matrix.map((values) =>
        values.reduce((sum, value, at) => sum + value * (question[at] as number), 0),
      );
      expect([...memory.multiply(from, rows, question)]).toEqual(expected);
      const listed = Uint32Array.from(matrix.keys()).filter(() => random() < 0.5);
      expect([...memory.multiply(from, listed, question)]).toEqual([...listed].map((row) => expected[row]));
    }),
  );
});

test('differences of signs are counted and weighed, and rows listed by them, exactly for every number of rows and dimensions', () => {
  const size = fc.record({
    rows: fc.integer({ min: 0, max: 23 }),
    dimension: fc.integer({ min: 1, max: 600 }),
  });
  fc.assert(
    fc.property(size, fc.integer(), ({ rows, dimension }, seed) => {
      const memory = new VectorMemory(dimension);
      const random = seededRandom(seed);
      const anyRow = () => Int8Array.from({ length: dimension }, () => Math.floor(random() * 256) - 128);
      const matrix = Array.from({ length: rows }, anyRow);
      const question = anyRow();
      const from = memory.allocate(memory.matrixBytes(rows));
      const signs = memory.allocate(memory.signBytes(rows));
      const { stride } = memory;
      memory.bytes(from, rows * stride).fill(0);
      for (const [row, values] of matrix.entries()) memory.bytes(from + row * stride, dimension).set(values);

      memory.packSigns(from, rows, signs);
      const joined = Int8Array.from(matrix.flatMap((values) => [...values]));
      const summarised = summariseRows(joined, dimension);
      const packed = memory.bytes(signs, rows * memory.signStride);
      expect(Buffer.from(summarised.signs)).toEqual(Buffer.from(packed.buffer, signs, packed.length));
      expect([...summarised.sums]).toEqual(
        matrix.map((values) => values.reduce((sum, value) => sum + value, 0)),
      );
      const some = Math.floor(rows / 3);
      const expected = matrix.map((values) =>
        values.reduce((sum, value, at) => sum + Number(value < 0 !== (question[at] as number) < 0), 0),
      );
      const matrices = [
        { signs, rows: some },
        { signs, rows },
      ];
      const differences = memory.countDifferences(matrices, question);
      expect(differences.map((each) => [...each])).toEqual([expected.slice(0, some), expected]);
      for (const farthest of [0, Math.floor(dimension / 2), 0xffff]) {
        const near = expected.flatMap((each, row) => (each <= farthest ? [row] : []));
        const within = differences.map((each) => [...memory.rowsWithin(each, farthest)]);
        expect(within).toEqual([near.filter((row) => row < some), near]);
      }
      const weights = Uint8Array.from({ length: dimension }, () => Math.floor(random() * 8));
      const weighed = matrix.map((values) =>
        values.reduce((sum, value, at) => {
          return value < 0 === (question[at] as number) < 0 ? sum : sum + (weights[at] as number);
        }, 0),
      );
      const ofWeight = memory.weighDifferences(matrices, question, weights);
      expect(ofWeight.map((each) => [...each])).toEqual([weighed.slice(0, some), weighed]);
    }),
    { numRuns: 50 },
  );
});

test('blocks keep what they hold until they are released, and released memory is used again', () => {
  const step = fc.record({ rows: fc.integer({ min: 1, max: 3000 }), release: fc.boolean(), pick: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const memory = new VectorMemory(40);
      const held: { from: number; rows: number; mark: number }[] = [];
      for (const [mark, { rows, release, pick }] of steps.entries()) {
        if (release && held.length > 0) {
          const [gone] = held.splice(pick % held.length, 1);
          if (gone) memory.release(gone.from, memory.matrixBytes(gone.rows));
        } else {
          const from = memory.allocate(memory.matrixBytes(rows));
          memory.bytes(from, rows * memory.stride).fill(mark);
          held.push({ from, rows, mark });
        }
        for (const { from, rows: kept, mark: own } of held) {
          expect(memory.bytes(from, kept * memory.stride).every((value) => value === own)).toBe(true);
        }
      }
      for (const { from, rows } of held) memory.release(from, memory.matrixBytes(rows));
      const before = memory.size;
      const again = memory.allocate(1000 * memory.stride);
      expect(again + 1000 * memory.stride).toBeLessThanOrEqual(Math.max(before, 2 * 65_536));
    }),
    { numRuns: 50 },
  );
});

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

const dimension = 3;
const stored = 300;
const numbers = fc.array(fc.integer({ min: 1, max: stored + 10 }), { maxLength: 30 });

function connection(): Connection {
  const database = new DatabaseSync(':memory:');
  prepareTables(database);
  const insert = database.prepare(
    'insert into engine_vectors (vector, index_number, seq, window, checksum, data) values (?, 1, 1, 0, ?, ?)',
  );
  for (let vector = 1; vector <= stored; vector++) {
    const value = randomVector(vector, dimension);
    insert.run(vector, checksumOf(value), value);
  }
  return new Connection(database);
}

function fetched(recent: RecentVectors, reader: Connection, wanted: readonly number[]) {
  const found: [number, Float32Array][] = [];
  recent.fetch(reader, wanted, (vector, values, at) =>
    found.push([vector, values.slice(at, at + dimension)]),
  );
  return new Map(found);
}

function expectedOf(wanted: readonly number[]) {
  const there = new Set(wanted.filter((vector) => vector <= stored));
  return new Map([...there].map((vector) => [vector, randomVector(vector, dimension)]));
}

test('vectors come as they are stored, whatever was read before and however few there is room for', () => {
  const reader = connection();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(numbers, { maxLength: 8 }), (places, requests) => {
      const recent = new RecentVectors(dimension, places * dimension * 4);
      for (const wanted of requests) {
        expect(fetched(recent, reader, wanted)).toEqual(expectedOf(wanted));
      }
    }),
  );
});

test('more vectors than are read at once come in several reads, those beyond what there is left out', () => {
  const reader = connection();
  const wanted = Array.from({ length: stored + 1 }, (_, at) => at + 1);
  const read = vi.spyOn(reader, 'rows');
  expect(fetched(new RecentVectors(dimension), reader, wanted)).toEqual(expectedOf(wanted));
  expect(read).toHaveBeenCalledTimes(2);
});

test('a vector that was read lately is not read again', () => {
  const reader = connection();
  const recent = new RecentVectors(dimension);
  const first = fetched(recent, reader, [3, 7, 11]);
  const read = vi.spyOn(reader, 'rows');
  expect(fetched(recent, reader, [11, 3])).toEqual(new Map([3, 11].map((at) => [at, first.get(at)])));
  expect(read).not.toHaveBeenCalled();
});
