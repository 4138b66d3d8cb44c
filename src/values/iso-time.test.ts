import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test.each([
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['2026-05', '2026-05-01T00:00:00.000Z'],
  ['2026-02-28', '2026-02-28T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  // As lists show it.
  ['2026-05-01 10:30', '2026-05-01T10:30:00.000Z'],
  ['2026-05-01T10:30:15', '2026-05-01T10:30:15.000Z'],
  ['2026-05-01T10:30:15.25z', '2026-05-01T10:30:15.250Z'],
  ['2026-05-01T00:30+02:00', '2026-04-30T22:30:00.000Z'],
])('%s is %s', (given, moment) => {
  expect(isoTime('before', given)).toBe(moment);
  expect(isoTime('before', moment)).toBe(moment);
});

test.each([
  '',
  '7',
  '12',
  'soon',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-1-1',
  '01/02/2026',
  'Nov 5',
  '2026-05-01T25:00',
  '2026-05-01T10:61Z',
  '2026-05-01T10:00+99:00',
  '+020260-01-01',
])('"%s" is no date, and is not guessed at', (given) => {
  expect(() => isoTime('before', given)).toThrow(
    expect.objectContaining({
      code: 'request_invalid',
      details: expect.objectContaining({ field: 'before' }),
    }),
  );
});
