import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkId } from '../../contracts/chunk.ts';
import { fullId, shortenedId } from './chunk-names.ts';

test('the id that the pipeline gives a chunk is shortened to its number', () => {
  const version = { documentId: 'a.b', version: 3 };
  expect(shortenedId({ chunkId: chunkId('a.b', 3, 12), ...version })).toBe('12');
});

test('any id is read back', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '.', '1', '\0', 'é') });
  const version = fc.record({ documentId: part, version: fc.nat(12) });
  fc.assert(
    fc.property(version, part, fc.boolean(), (of, rest, isUsual) => {
      const id = isUsual ? `${of.documentId}.${of.version}.${rest}` : rest;
      expect(fullId(shortenedId({ chunkId: id, ...of }), of)).toBe(id);
    }),
  );
});
