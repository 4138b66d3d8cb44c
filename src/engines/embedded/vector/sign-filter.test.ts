import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { spec, write } from '../../../../conformance/engine-fixtures.ts';
import { seededRandom } from '../../../values/seeded-random.ts';
import { embeddedEngine } from '../embedded-engine.ts';
import { dropIndex } from '../remove-rows.ts';
import { inOnePiece } from '../segments/lazy-pieces.ts';
import { ResidentIndex } from '../segments/resident-index.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { deletingSegments } from '../segments/segment-rows.ts';
import { Store } from '../store.ts';
import { wordAnalyser } from '../word-analyser.test-support.ts';
import { SignRanks } from './measure-signs.ts';
import { countRows, nearestBySigns, SignFilter, searchBySigns } from './sign-filter.ts';
import { readSignMeasurement, type SignMeasurement, writeSignMeasurement } from './sign-measurement.ts';
import { VectorMemories } from './vector-memory.ts';
import { searchVector, type UseVector } from './vector-search.ts';
import { packVectorSegment, readVectorSegment, readWhole, type VectorSegment } from './vector-segment.ts';

const dimension = 32;
const large = 65_536;

const stores: Store[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

function segmentsOf(values: readonly Float32Array[], rowsEach: number): readonly VectorSegment[] {
  const memories = new VectorMemories(dimension);
  const segments: VectorSegment[] = [];
  for (let from = 0; from < values.length; from += rowsEach) {
    const some = values.slice(from, from + rowsEach);
    const numbers = Float64Array.from(some, (_, at) => from + at);
    const stored = packVectorSegment(numbers, numbers, some);
    const body = new SegmentBody(stored.body);
    segments.push(readVectorSegment(segments.length, body, (of) => inOnePiece(stored[of]), memories));
  }
  return segments;
}

/** Unit vectors round so many middles; the fewer, the more of them lie close together. */
function vectors(count: number, middles: number, spread: number): readonly Float32Array[] {
  const random = seededRandom(count + middles);
  const number = () => random() - random();
  const middle = Array.from({ length: middles }, () => Float32Array.from({ length: dimension }, number));
  return Array.from({ length: count }, (_, at) => {
    const vector = (middle[at % middles] as Float32Array).map((value) => value + spread * number());
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  });
}

const differences = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, at) => sum + Number(value < 0 !== (right[at] as number) < 0), 0);

test('the rows nearest by signs are those with the fewest that differ, among those listed', () => {
  // Numbers near zero have no sign once they are quantised, and there are none here.
  const values = vectors(200, 200, 0).map((vector) => vector.map((value) => Math.sign(value || 1) * 0.5));
  const segments = segmentsOf(values, 70);
  fc.assert(
    fc.property(fc.nat(199), fc.integer({ min: 1, max: 250 }), fc.boolean(), (asked, count, isListed) => {
      const question = values[asked] as Float32Array;
      const listed = segments.map(({ rows }) => Uint32Array.from({ length: rows }, (_, row) => row));
      const some = listed.map((rows) => rows.filter((row) => row % 3 === 0));
      const near = nearestBySigns(segments, question, count, isListed ? some : undefined);
      const found = new Set(near.rows.flatMap((rows, index) => [...rows].map((row) => index * 70 + row)));
      const among = (isListed ? some : listed).flatMap((rows, index) =>
        [...rows].map((row) => index * 70 + row),
      );
      const farthest = Math.max(
        ...[...found].map((row) => differences(values[row] as Float32Array, question)),
      );
      expect(found.size).toBeGreaterThanOrEqual(Math.min(count, among.length));
      for (const row of among) {
        if (differences(values[row] as Float32Array, question) < farthest) expect(found).toContain(row);
      }
    }),
    { numRuns: 50 },
  );
});

/** The ten best rows that are listed, or of all. */
function bestOf(
  segments: readonly VectorSegment[],
  values: readonly Float32Array[],
  question: Float32Array,
  allowed?: readonly Uint32Array[],
) {
  const fetch = (wanted: readonly number[], use: UseVector) => {
    for (const vector of wanted) use(vector, values[vector] as Float32Array, 0);
  };
  return searchVector({ segments, question, limit: 10, fetch, ...(allowed && { allowed }) })
    .toSorted((left, right) => right.score - left.score || left.seq - right.seq)
    .slice(0, 10);
}

/** As `measureOverdue` measures the segments of a store. */
function measurementOf(segments: readonly VectorSegment[], values: readonly Float32Array[]): SignMeasurement {
  const step = Math.floor(values.length / 64);
  const ranks = new SignRanks(values.filter((_, at) => at % step === step >>> 1));
  for (const segment of segments) ranks.add(segment).forEach(() => undefined);
  return { rows: ranks.rows, kept: ranks.kept() };
}

test('a large index whose neighbours agree in signs is narrowed once it is measured, and finds the same', () => {
  const values = vectors(large, 512, 0.3);
  const segments = segmentsOf(values, 40_000);
  const filter = new SignFilter();
  const question = values[77] as Float32Array;
  expect(filter.lacksMeasurement(segments)).toBe(true);
  expect(filter.narrow(segments, question)).toBeUndefined();
  filter.adopt(measurementOf(segments, values), segments);
  expect(filter.lacksMeasurement(segments)).toBe(false);
  const narrowed = filter.narrow(segments, question) ?? expect.fail('it is not narrowed');
  const kept = countRows(narrowed);
  expect(kept).toBeLessThan(large / 5);
  expect(bestOf(segments, values, question, narrowed.rows)).toEqual(bestOf(segments, values, question));
  const unread = segmentsOf(values, 40_000);
  expect(nearestBySigns(unread, question, kept)).toEqual(nearestBySigns(segments, question, kept));
  expect(bestOf(unread, values, question, narrowed.rows)).toEqual(bestOf(segments, values, question));
  expect(unread.map(({ matrix }) => matrix.isWhole)).toEqual([false, false]);
});

test('a search finds the same whichever of the segments have been read', () => {
  const values = vectors(300, 40, 0.5);
  const whole = segmentsOf(values, 100);
  const isPicked = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.nat(299), fc.nat(99), isPicked, isPicked, (asked, from, isRead, isFew) => {
      const question = values[asked] as Float32Array;
      const segments = segmentsOf(values, 100);
      for (const [at, segment] of segments.entries()) if (isRead[at]) readWhole(segment);
      const allowed = isFew.map((few) => {
        return Uint32Array.from({ length: few ? 3 : 50 }, (_, at) => (from + at) % 100).toSorted();
      });
      expect(bestOf(segments, values, question, allowed)).toEqual(bestOf(whole, values, question, allowed));
    }),
    { numRuns: 50 },
  );
});

test('what was measured is read by the next process that opens the index, and goes with the index', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const options = { file: join(directory, 'footnote.db'), analyser: wordAnalyser };
  const engine = embeddedEngine(options);
  await (await engine.open(spec)).write([write()]);
  await engine.close();
  const store = new Store(options);
  stores.push(store);
  await store.ready();
  await store.write(function* (writer) {
    yield;
    writeSignMeasurement(writer, 1, { rows: 70_000, kept: 300 });
  });
  const index = new ResidentIndex(store, spec.id, 1, spec.dimension);
  const adopt = vi.spyOn(index.signFilter, 'adopt');
  await index.refresh();
  expect(adopt).toHaveBeenCalledWith({ rows: 70_000, kept: 300 }, index.vectors);
  await deletingSegments((deleteSegment) => store.write((writer) => dropIndex(writer, 1, deleteSegment)));
  expect(readSignMeasurement(store.reader, 1)).toBeUndefined();
});

test('the less the signs of neighbours agree, the more rows have to be kept', () => {
  const [scattered, close] = [vectors(8000, 8000, 0), vectors(8000, 500, 0.1)];
  expect(measurementOf(segmentsOf(scattered, 5000), scattered).kept).toBeGreaterThan(800);
  expect(measurementOf(segmentsOf(close, 5000), close).kept).toBeLessThan(400);
});

test('what is measured does not depend on how the rows are cut into segments', () => {
  const values = vectors(3000, 60, 0.3);
  const [cut, whole] = [segmentsOf(values, 700), segmentsOf(values, 3000)];
  expect(measurementOf(cut, values)).toEqual(measurementOf(whole, values));
});

test('a measurement of another process is taken over where the index has outgrown what is known', () => {
  const values = vectors(large, 512, 0.3);
  const segments = segmentsOf(values, 40_000);
  const filter = new SignFilter();
  filter.adopt({ rows: large / 4, kept: 200 }, segments);
  expect(filter.narrow(segments, values[0] as Float32Array)).toBeUndefined();
  filter.adopt({ rows: large, kept: 200 }, segments);
  expect(filter.narrow(segments, values[0] as Float32Array)).toBeDefined();
});

test.each([
  ['all', undefined],
  ['those that a filter lets through', (row: number) => row % 3 > 0],
])('questions as far from all vectors as can be find the ten best of %s', (_, isListed) => {
  const values = vectors(large, 512, 0.3);
  const segments = segmentsOf(values, 40_000);
  const filter = new SignFilter();
  filter.adopt({ rows: large, kept: 100 }, segments);
  const fetch = (wanted: readonly number[], use: UseVector) => {
    for (const vector of wanted) use(vector, values[vector] as Float32Array, 0);
  };
  const allowed =
    isListed && segments.map(({ rows }) => Uint32Array.from(Array(rows).keys()).filter(isListed));
  const found = vectors(20, 20, 0).map((question) => {
    const search = { segments, question, limit: 30, fetch, ...(allowed && { allowed }) };
    const best = searchBySigns(search, filter).toSorted((left, right) => right.score - left.score);
    expect(filter.narrow(segments, question, allowed)).toBeDefined();
    return best.slice(0, 10).map(({ seq }) => seq);
  });
  const expected = vectors(20, 20, 0).map((question) =>
    bestOf(segments, values, question, allowed).map(({ seq }) => seq),
  );
  expect(found).toEqual(expected);
});
