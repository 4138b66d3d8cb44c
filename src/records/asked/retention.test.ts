import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { all, asked } from '../kept-answers.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;
  /** What retention takes away at this time, where everything is to go after ten days, and what it leaves. */
  const expire = async (day: string, before: string) => {
    const { logEntries } = await records.interactions.expire({ before, now: `${day}T12:00:00.000Z` });
    const { withheld } = await records.interactions.readLog('default', all);
    return { gone: logEntries, withheld: withheld?.logEntries ?? 0 };
  };

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
    await records.interactions.log(
      days.map((askedAt, place) => asked(`a${place}`, { askedAt })),
      0,
    );
  });

  test('a clock that goes steadily is believed, whatever it takes away', async () => {
    expect(await expire('2026-01-10', '2026-01-01')).toEqual({ gone: 0, withheld: 0 });
    expect(await expire('2026-01-11', '2026-01-05')).toEqual({ gone: 4, withheld: 0 });
  });

  test.each([
    ['ahead', '2026-04-20'],
    ['back', '2025-06-01'],
  ])('one that was set %s takes at most a quarter away until it has been seen for a day', async (_, day) => {
    await expire('2026-01-10', '2026-01-01');
    await expire('2026-01-11', '2026-01-01');
    expect(await expire(day, '2026-01-06')).toEqual({ gone: 0, withheld: 5 });
    // Opening the store again is no proof.
    expect(await expire(day, '2026-01-06')).toEqual({ gone: 0, withheld: 5 });
    expect(await expire(day, '2026-01-02')).toEqual({ gone: 1, withheld: 0 });
    const next = new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect(await expire(next, '2026-01-06')).toEqual({ gone: 4, withheld: 0 });
  });
});
