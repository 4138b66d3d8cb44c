import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkId } from '../../../contracts/chunk.ts';
import { fullId, shortenedIds } from './text-segment.ts';

test('the ids that the pipeline gives chunks are shortened to their numbers', () => {
  const chunks = [0, 1, 12].map((ordinal) => {
    return { id: chunkId('a.b', 3, ordinal), documentId: 'a.b', version: 3 };
  });
  expect(shortenedIds(chunks)).toEqual(['0', '1', '12']);
});

test('any id is read back', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '.', '1', '\0', 'é'), maxLength: 4 });
  const chunk = fc
    .record({ documentId: part, version: fc.nat(2), rest: part, isUsual: fc.boolean() })
    .map(({ documentId, version, rest, isUsual }) => {
      return { documentId, version, id: isUsual ? `${documentId}.${version}.${rest}` : rest };
    });
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const read = shortenedIds(chunks).map((shortened, at) => {
        const { documentId, version } = chunks[at] as (typeof chunks)[0];
        return fullId(shortened, documentId, version);
      });
      expect(read).toEqual(chunks.map(({ id }) => id));
    }),
  );
});
