import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutWindows } from './windows.ts';

const settings = fc
  .record({ size: fc.integer({ min: 1, max: 60 }), overlap: fc.nat(59) })
  .filter(({ size, overlap }) => overlap < size);

test('windows cover all tokens in order, overlap as asked and are never too long', () => {
  fc.assert(
    fc.property(fc.nat(400), settings, (length, { size, overlap }) => {
      const ids = Array.from({ length }, (_, index) => index);
      const windows = cutWindows(ids, { size, overlap });
      const joined = windows.flatMap((window, index) => (index === 0 ? window : window.slice(overlap)));
      expect(joined).toEqual(ids);
      for (const [index, window] of windows.entries()) {
        expect(window.length).toBeLessThanOrEqual(size);
        if (index < windows.length - 1) expect(window).toHaveLength(size);
        if (windows.length > 1) expect(window.length).toBeGreaterThan(overlap);
      }
    }),
  );
});

test('no tokens give one empty window', () => {
  expect(cutWindows([], { size: 254, overlap: 48 })).toEqual([[]]);
});
