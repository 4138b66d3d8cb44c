import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { all, asked, citation, converse } from '../kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let query: OpenedRecords['query'];
  let records: Records;

  beforeEach(async () => {
    ({ query, records } = await openedRecords(on));
  });

  test('erasing takes what is selected with all that hangs on it, and nothing else', async () => {
    const { interactions } = records;
    const document = await publishDocument(records, 'a.md');
    await converse(records, 'c1', 'a1', [document, document]);
    await converse(records, 'c2', 'a2', [document, document]);
    const logged = { citations: [citation(document, 1, 'Ada does.')], keepsWords: true };
    await interactions.log(
      [
        asked('a1', { ...logged, conversationId: 'c1' }),
        asked('a2', { ...logged, conversationId: 'c2', askedAt: '2026-07-01' }),
        asked('a3', { ...logged, askedAt: '2026-04-01' }),
        asked('a4', { ...logged, askedAt: '2026-04-01', collection: 'other' }),
      ],
      0,
    );
    await interactions.keepFeedback('default', { messageId: 'a1', helpful: true });
    const answers = async (table: string) =>
      (await query(`select distinct answer_id as id from ${table} order by id`)).map(({ id }) => id);

    expect(await interactions.eraseLoggedWords({ collection: 'default', before: '2026-06-01' })).toBe(2);
    const { entries } = await interactions.readLog('default', all);
    expect(entries.map(({ id, question }) => [id, question === null])).toEqual([
      ['a2', false],
      ['a1', true],
      ['a3', true],
    ]);

    expect(await interactions.erase({ collection: 'default', conversationId: 'c1' })).toEqual({
      conversations: 1,
      messages: 2,
      logEntries: 1,
    });
    expect(await interactions.find('default', 'c1')).toBeUndefined();
    expect([await answers('citations'), await answers('feedback')]).toEqual([['a2', 'a3', 'a4'], []]);

    expect(await interactions.erase({ collection: 'default', before: '2026-06-01' })).toEqual({
      conversations: 1,
      messages: 2,
      logEntries: 1,
    });
    // What only the log has left of an answer has no words.
    expect(await query(`select quote from citations where answer_id = 'a2'`)).toEqual([
      { quote: null },
      { quote: null },
    ]);
    // The clock has gone steadily for a day.
    for (const now of ['2026-08-01', '2026-08-02'])
      expect(await interactions.expire({ before: '2026-01-01', now })).toMatchObject({ logEntries: 0 });
    expect(await interactions.expire({ before: '2026-06-01', now: '2026-08-02' })).toEqual({
      conversations: 0,
      messages: 0,
      logEntries: 1,
    });
    expect(await answers('citations')).toEqual(['a2']);
  });
});
