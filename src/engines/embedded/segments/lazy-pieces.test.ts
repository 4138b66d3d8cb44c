import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyPieces } from './lazy-pieces.ts';

test('whatever is asked for is there, each piece read once, and after all of them it is whole', () => {
  const position = fc.nat(2_000_000);
  const pieceSize = fc.constantFrom(32_768, 262_144, 300_000);
  fc.assert(
    fc.property(fc.array(fc.tuple(position, position)), position, pieceSize, (ranges, bytes, pieceBytes) => {
      const isRead = new Set<number>();
      const read = (first: number, last: number) => {
        for (let piece = first; piece <= last; piece++) {
          expect(isRead).not.toContain(piece);
          isRead.add(piece);
        }
      };
      const pieces = new LazyPieces({ bytes, pieceBytes, read }, () => undefined);
      const all = Math.ceil(bytes / pieceBytes);
      for (const range of ranges) {
        const [from = 0, to = 0] = range
          .map((at) => Math.min(at, bytes))
          .toSorted((left, right) => left - right);
        pieces.need(from, to);
        for (let at = from; at < to; at += pieceBytes) expect(isRead).toContain(Math.floor(at / pieceBytes));
        if (to > from) expect(isRead).toContain(Math.floor((to - 1) / pieceBytes));
        expect(pieces.isWhole).toBe(isRead.size === all);
      }
      while (pieces.readNext());
      expect([isRead.size, pieces.isWhole]).toEqual([all, true]);
    }),
  );
});
