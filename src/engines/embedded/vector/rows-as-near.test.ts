import { expect, test } from 'vitest';
import { seededRandom } from '../../../values/seeded-random.ts';
import { inOnePiece } from '../segments/lazy-pieces.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { countRows, mostDifferences, rowsAsNear, signDistances } from './sign-filter.ts';
import { VectorMemories } from './vector-memory.ts';
import { packVectorSegment, readVectorSegment } from './vector-segment.ts';

const dimension = 384;

/** Normal deviates by Box and Muller's method. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function unit(values: Float32Array): Float32Array {
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

test.each([0.9, 0.5, 0.2, 0, -0.2])(
  'of vectors at a cosine of %f all but few differ in no more than is said, which is four standard deviations more than the mean',
  (cosine) => {
    const random = seededRandom(384);
    const anyVector = () => unit(Float32Array.from({ length: dimension }, () => gaussian(random)));
    const question = anyVector();
    for (const weights of [
      new Uint8Array(dimension).fill(1),
      Uint8Array.from({ length: dimension }, (_, at) => at % 8),
    ]) {
      const most = mostDifferences(question, weights, cosine);
      const differences = Float64Array.from({ length: 400 }, () => {
        const other = anyVector();
        const along = other.reduce((sum, value, at) => sum + value * (question[at] as number), 0);
        const across = unit(other.map((value, at) => value - along * (question[at] as number)));
        return question.reduce((sum, value, at) => {
          const number = cosine * value + Math.sqrt(1 - cosine ** 2) * (across[at] as number);
          return number < 0 === value < 0 ? sum : sum + (weights[at] as number);
        }, 0);
      }).toSorted();
      expect(differences.filter((difference) => difference > most).length).toBeLessThanOrEqual(1);
      const mean = differences.reduce((sum, difference) => sum + difference, 0) / 400;
      const deviation = Math.sqrt(
        differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / 400,
      );
      expect((most - mean) / deviation).toBeGreaterThan(3.6);
      expect((most - mean) / deviation).toBeLessThan(4.4);
    }
  },
);

test('the best of all are as near as the tenth of them, and by the weights of signs few others are', () => {
  const random = seededRandom(7);
  const anyVector = () => unit(Float32Array.from({ length: dimension }, () => gaussian(random)));
  const values = Array.from({ length: 4000 }, anyVector);
  const numbers = Float64Array.from(values.keys());
  const stored = packVectorSegment(numbers, numbers, values);
  const memories = new VectorMemories(dimension);
  const segments = [
    readVectorSegment(1, new SegmentBody(stored.body), (of) => inOnePiece(stored[of]), memories),
  ];
  const ones = new Uint8Array(dimension).fill(1);
  for (let asked = 0; asked < 10; asked++) {
    const noise = anyVector();
    const question = unit(
      (values[asked] as Float32Array).map((value, at) => value + 3 * (noise[at] as number)),
    );
    const scores = Float64Array.from(values, (vector) =>
      vector.reduce((sum, value, at) => sum + value * (question[at] as number), 0),
    );
    const least = scores.toSorted().at(-10) as number;
    const near = rowsAsNear(segments, question, least);
    const best = scores.reduce<number[]>((rows, score, row) => (score < least ? rows : [...rows, row]), []);
    expect([...(near.rows[0] as Uint32Array)]).toEqual(expect.arrayContaining(best));
    const most = mostDifferences(question, ones, least);
    const [differences] = signDistances(segments, question);
    const bySigns = (differences as Uint16Array).reduce((sum, each) => sum + Number(each <= most), 0);
    expect(countRows(near)).toBeLessThan(0.75 * bySigns);
  }
});
