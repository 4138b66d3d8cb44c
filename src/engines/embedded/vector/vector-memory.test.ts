import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../values/seeded-random.ts';
import { summariseRows } from './summarise-rows.ts';
import { VectorMemory } from './vector-memory.ts';

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
