import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchSpans } from '../bench/quality/chunking-measures.ts';
import type { Place } from '../src/text/sentences/note-marks.ts';

test('half of the evidence in a chunk as long as the evidence', () => {
  const question = { documentId: 'a', evidence: [{ start: 0, end: 100 }] };
  expect(matchSpans([{ documentId: 'a', start: 50, end: 150 }], question)).toEqual({
    recall: 0.5,
    precision: 0.5,
    iou: 1 / 3,
  });
});

test('what is retrieved twice costs twice and is found once', () => {
  const chunk = { documentId: 'a', start: 0, end: 100 };
  const question = { documentId: 'a', evidence: [{ start: 0, end: 100 }] };
  expect(matchSpans([chunk, chunk], question)).toEqual({ recall: 1, precision: 0.5, iou: 0.5 });
});

test('nothing retrieved is nothing found', () => {
  const question = { documentId: 'a', evidence: [{ start: 0, end: 1 }] };
  expect(matchSpans([], question)).toEqual({ recall: 0, precision: 0, iou: 0 });
});

test('agrees with counting characters one by one', () => {
  const span = fc
    .tuple(fc.nat(40), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]): Place => ({ start, end: start + length }));
  const retrieved = fc.array(
    fc.tuple(span, fc.constantFrom('a', 'b')).map(([place, documentId]) => ({ ...place, documentId })),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(retrieved, fc.array(span, { minLength: 1, maxLength: 4 }), (chunks, evidence) => {
      const wanted = characters(evidence);
      const given = characters(chunks.filter(({ documentId }) => documentId === 'a'));
      const found = wanted.intersection(given).size;
      const length = chunks.reduce((sum, { start, end }) => sum + end - start, 0);
      const match = matchSpans(chunks, { documentId: 'a', evidence });
      expect(match.recall).toBeCloseTo(found / wanted.size);
      expect(match.precision).toBeCloseTo(found / length);
      expect(match.iou).toBeCloseTo(found / (length + wanted.size - found));
    }),
  );
});

function characters(spans: readonly Place[]): Set<number> {
  return new Set(
    spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, offset) => start + offset)),
  );
}
