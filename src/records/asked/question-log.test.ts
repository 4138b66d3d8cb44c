import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { chunkUuid } from '../chunk-uuid.ts';
import { all, asked, citation } from '../kept-answers.test-support.ts';
import { type OpenedRecords, openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let query: OpenedRecords['query'];
  let records: Records;

  beforeEach(async () => {
    ({ query, records } = await openedRecords(on));
  });

  afterEach(() => void vi.useRealTimers());

  test('E11: the log hashes addresses under a key of the day and questions under one of the store, and keeps words only when told', async () => {
    const { interactions } = records;
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T23:59:00Z') });
    const marked = { selectedText: 'the hive' };
    await interactions.log(
      [asked('a1', marked), asked('a2', { ...marked, question: 'who keeps bees?', keepsWords: true })],
      0,
    );
    vi.setSystemTime(new Date('2026-05-02T00:01:00Z'));
    const keys = async () =>
      (await query('select day, key from hash_keys order by day')) as { day: string; key: Uint8Array }[];
    const [firstDay, ofStore, ...others] = await keys();
    expect([firstDay?.day, ofStore?.day, others]).toEqual(['2026-05-01', 'every', []]);
    await interactions.log([asked('a3')], 0);

    const { entries } = await interactions.readLog('default', all);
    const [one, two, three] = ['a1', 'a2', 'a3'].map((id) => entries.find((entry) => entry.id === id));
    expect(one?.clientHash).toBe(
      createHmac('sha256', firstDay?.key ?? '')
        .update('192.0.2.7')
        .digest('hex'),
    );
    expect(two?.clientHash).toBe(one?.clientHash);
    expect(two?.questionHash).toBe(one?.questionHash);
    expect(three?.clientHash).not.toBe(one?.clientHash);
    expect(three?.questionHash).toBe(one?.questionHash);
    expect([one?.question, one?.selectedText, one?.answer]).toEqual([null, null, null]);
    expect([two?.question, two?.selectedText, two?.answer]).toEqual([
      'who keeps bees?',
      'the hive',
      'Ada does. [1]',
    ]);
    // The key of yesterday is gone.
    expect((await keys()).map(({ day }) => day)).toEqual(['2026-05-02', 'every']);
    expect((await keys())[1]).toEqual(ofStore);

    const rows = await query(`select * from chat_queries where query_id in ('a1', 'a2') order by query_id`);
    const row = {
      query_id: 'a1',
      user_ip_hash: one?.clientHash,
      question: null,
      question_hash: one?.questionHash,
      context: null,
      // As SQLite keeps what PostgreSQL has types for.
      retrieved_chunk_ids: on === 'sqlite' ? JSON.stringify([chunkUuid('a.1.0')]) : [chunkUuid('a.1.0')],
      response_time_ms: 7,
      status: 'success',
      created_at: on === 'sqlite' ? '2026-05-01T10:00:00.000Z' : new Date('2026-05-01T10:00:00.000Z'),
    };
    expect(rows).toEqual([row, { ...row, query_id: 'a2', question: 'who keeps bees?', context: 'the hive' }]);
  });

  test('E11: chat_queries says how each question ended', async () => {
    const { interactions } = records;
    const away = { outcome: 'failed', errorCode: 'engine_unavailable' } as const;
    await interactions.log(
      [
        asked('answered'),
        asked('away', { ...away, totalMs: 40 }),
        asked('away-long', { ...away, totalMs: 5100 }),
        asked('broken', { outcome: 'failed', errorCode: 'model_rejected', totalMs: 9000 }),
        asked('left', { outcome: 'cancelled' }),
        asked('nothing', { outcome: 'below-threshold' }),
        asked('refused', { outcome: 'refused' }),
      ],
      0,
    );
    const rows = (await query('select query_id, status from chat_queries order by query_id')) as {
      query_id: string;
      status: string;
    }[];
    expect(Object.fromEntries(rows.map(({ query_id, status }) => [query_id, status]))).toEqual({
      answered: 'success',
      away: 'error',
      'away-long': 'timeout',
      broken: 'error',
      left: 'timeout',
      nothing: 'success',
      refused: 'rate_limited',
    });
  });

  test('B12: in SQL the log has the columns of the description of disclosures', async () => {
    const { interactions } = records;
    const cited = [{ documentId: 'a', chunkId: 'a.1.7', ordinal: 7, score: 0.75 }];
    await interactions.log([asked('a1', { keepsWords: true, sessionId: 's', cited })], 0);
    const refused = { outcome: 'nothing-found', confidence: 0, chunkIds: [], answerMs: null } as const;
    await interactions.log([asked('a2', { ...refused, keepsWords: true, answer: 'Nothing.' })], 0);
    const rows =
      await query(`select question, answer, citations, confidence, retrieval_ms, llm_ms, total_ms, model,
      chunks_retrieved, prompt_tokens, completion_tokens, session_id, created_at from qa_logs order by id`);
    const logged = {
      question: 'Who  keeps BEES?',
      answer: 'Ada does. [1]',
      citations: '[{"doc_id":"a","chunk_id":"a.1.7","chunk_index":7,"score":0.75}]',
      confidence: 0.5,
      retrieval_ms: 3,
      llm_ms: 4,
      total_ms: 7,
      model: 'm',
      chunks_retrieved: 1,
      prompt_tokens: 10,
      completion_tokens: 20,
      session_id: 's',
      created_at: '2026-05-01T10:00:00.000Z',
    };
    const unanswered = {
      answer: 'Nothing.',
      citations: '[]',
      confidence: 0,
      llm_ms: null,
      chunks_retrieved: 0,
    };
    expect(rows).toEqual([logged, { ...logged, ...unanswered, session_id: null }]);
  });

  test('E11: words that were marked go from the log with the first document that is removed', async () => {
    const { interactions } = records;
    const documentId = await publishDocument(records, 'a.md');
    await interactions.log([asked('a1', { keepsWords: true, selectedText: 'the hive' })], 0);
    const read = async () => (await interactions.readLog('default', all)).entries[0];
    expect(await read()).toMatchObject({ question: expect.any(String), selectedText: 'the hive' });
    await records.documents.retire(documentId);
    expect(await read()).toMatchObject({ question: expect.any(String), selectedText: null });
  });

  test('the log is read unanswered first, the latest first, and can be narrowed', async () => {
    const { interactions } = records;
    const citations = [citation(await publishDocument(records, 'a.md'), 1, 'Ada does.')];
    await interactions.log(
      [
        asked('answered', { askedAt: '2026-05-04', citations }),
        asked('unsure', { askedAt: '2026-04-30' }),
        asked('nothing', { askedAt: '2026-05-01', outcome: 'nothing-found', sessionId: 's' }),
        asked('failed', { askedAt: '2026-05-02', outcome: 'failed', errorCode: 'model_unavailable' }),
        asked('left', { askedAt: '2026-05-05', outcome: 'cancelled', complete: false }),
        asked('broken', { askedAt: '2026-05-03', complete: false, citations }),
        asked('hello', { askedAt: '2026-05-06', outcome: 'small-talk' }),
        asked('elsewhere', { collection: 'other' }),
      ],
      3,
    );
    const ids = async (options: Partial<Parameters<typeof interactions.readLog>[1]> = {}) =>
      (await interactions.readLog('default', { ...all, ...options })).entries.map(({ id }) => id);
    expect(await ids()).toEqual(['broken', 'failed', 'nothing', 'unsure', 'hello', 'left', 'answered']);
    expect(await ids({ only: 'unanswered' })).toEqual(['broken', 'failed', 'nothing', 'unsure']);
    expect(await ids({ only: 'failed' })).toEqual(['failed']);
    expect(await ids({ since: '2026-05-02', until: '2026-05-04' })).toEqual(['broken', 'failed']);
    expect(await ids({ sessionId: 's' })).toEqual(['nothing']);
    expect(await ids({ limit: 2, offset: 1 })).toEqual(['failed', 'nothing']);
    const page = await interactions.readLog('default', { limit: 1, offset: 0 });
    expect([page.matching, page.lost]).toEqual([7, 3]);
  });

  test('C9: feedback is kept, changed and taken back; opened citations are counted', async () => {
    const { interactions } = records;
    const document = await publishDocument(records, 'a.md');
    await interactions.log([asked('a1', { citations: [citation(document, 1, 'Ada does.')] })], 0);
    expect(await interactions.keepFeedback('default', { messageId: 'nobody', helpful: true })).toBe(false);
    expect(await interactions.keepFeedback('default', { messageId: 'a1', openedCitation: 9 })).toBe(false);
    const read = async () => (await interactions.readLog('default', all)).entries[0];
    await interactions.keepFeedback('default', { messageId: 'a1', helpful: false, openedCitation: 1 });
    await interactions.keepFeedback('default', { messageId: 'a1', openedCitation: 1 });
    expect(await read()).toMatchObject({ helpful: false, citations: [{ number: 1, opened: 2 }] });
    await interactions.keepFeedback('default', { messageId: 'a1', helpful: true });
    expect((await read())?.helpful).toBe(true);
    await interactions.keepFeedback('default', { messageId: 'a1', helpful: null });
    expect((await read())?.helpful).toBe(null);
  });
});
