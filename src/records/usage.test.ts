import { describe, expect, test } from 'vitest';
import { asked } from './kept-answers.test-support.ts';
import { openedRecords, recordKinds } from './opened-records.test-support.ts';
import { publishDocument } from './publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  test('count what each owner asked in each collection within a time, and what collections hold', async () => {
    const { records } = await openedRecords(on);
    await publishDocument(records, 'a.md');
    await publishDocument(records, 'b.md');
    await records.interactions.log(
      [
        asked('a1', { owner: 'fn_1' }),
        asked('a2', { owner: 'fn_1', outcome: 'nothing-found', promptTokens: null, completionTokens: null }),
        asked('a3', { collection: 'other' }),
        asked('a4', { askedAt: '2026-04-30T23:59:59.999Z' }),
      ],
      0,
    );
    const span = { since: '2026-05-01T00:00:00.000Z', until: '2026-06-01T00:00:00.000Z' };
    expect(await records.usage.asked(span)).toEqual([
      {
        owner: 'fn_1',
        collection: 'default',
        questions: 2,
        unanswered: 1,
        promptTokens: 10,
        completionTokens: 20,
      },
      {
        owner: null,
        collection: 'other',
        questions: 1,
        unanswered: 0,
        promptTokens: 10,
        completionTokens: 20,
      },
    ]);
    expect(await records.usage.held()).toMatchObject([
      { collection: 'default', documents: 2, passages: 2, keptBytes: 0, bytes: expect.any(Number) },
    ]);
    const now = new Date('2026-05-03T10:00:00.000Z');
    const quota = { questionsPerDay: 5, tokensPerMonth: 100 };
    await records.keys.countQuestion('fn_1', quota, now);
    await records.keys.countTokens('fn_1', quota, 7, now);
    const counted = await records.usage.counted(['2026-05-03', '2026-05']);
    expect(counted.toSorted((a, b) => a.period.localeCompare(b.period))).toEqual([
      { keyId: 'fn_1', period: '2026-05', questions: 1, tokens: 7 },
      { keyId: 'fn_1', period: '2026-05-03', questions: 1, tokens: 7 },
    ]);
  });
});
