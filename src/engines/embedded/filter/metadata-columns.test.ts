import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Metadata } from '../../../contracts/chunk.ts';
import { dropped } from '../place-arrays.ts';
import { buildColumns, mergeColumns, packColumns } from './metadata-columns.ts';

const value = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom('fig', 'pear', '', 'ärger'),
  fc.array(fc.constantFrom('fig', 'pear', 'plum'), { maxLength: 3 }),
);
const metadata: fc.Arbitrary<Metadata> = fc.dictionary(fc.constantFrom('year', 'tags', 'kind'), value, {
  noNullPrototype: true,
});
const segment = fc.array(fc.record({ metadata, isKept: fc.boolean() }), { maxLength: 8 });

test('merged columns are those that the kept chunks would have been given together', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
      let place = 0;
      const merged = mergeColumns(
        segments.map((chunks) => buildColumns(chunks.map((chunk) => chunk.metadata))),
        segments.map((chunks) => Uint32Array.from(chunks, ({ isKept }) => (isKept ? place++ : dropped))),
        place,
      );
      const kept = segments.flat().filter(({ isKept }) => isKept);
      // A field of nothing but empty lists is as good as none.
      const valued = kept.map((chunk) =>
        Object.fromEntries(
          Object.entries(chunk.metadata).filter(([, held]) => !Array.isArray(held) || held.length > 0),
        ),
      );
      expect(packColumns(merged)).toEqual(packColumns(buildColumns(valued)));
    }),
  );
});
