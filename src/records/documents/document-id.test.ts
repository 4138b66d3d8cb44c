import { expect, test, vi } from 'vitest';
import { newDocumentId } from './versions.ts';

test('ids ascend, many in a millisecond, and where the clock is set back', () => {
  const ids = Array.from({ length: 10_000 }, newDocumentId);
  vi.useFakeTimers({ now: 0 });
  ids.push(newDocumentId());
  vi.useRealTimers();
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
