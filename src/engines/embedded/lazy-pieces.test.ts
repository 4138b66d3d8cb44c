import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyPieces, pieceBytes } from './lazy-pieces.ts';

test('whatever is asked for is there, each piece read once, and after all of them it is whole', () => {
  const position = fc.nat(6 * pieceBytes + 10);
  fc.assert(
    fc.property(fc.array(fc.tuple(position, position)), position, (ranges, bytes) => {
      const isRead = new Set<number>();
      const pieces = new LazyPieces(bytes, (first, last) => {
        for (let piece = first; piece <= last; piece++) {
          expect(isRead).not.toContain(piece);
          isRead.add(piece);
        }
      });
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
