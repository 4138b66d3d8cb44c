import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { citation, converse } from '../kept-answers.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  test('a question of a conversation is there before its answer, and the answer takes its place', async () => {
    const { interactions } = records;
    await interactions.begin({
      collection: 'default',
      otherCollections: ['plants'],
      conversationId: 'c1',
      sessionId: null,
      questionId: 'q1',
      question: `\u202EWhy ${'so '.repeat(60)}long?`,
      selectedText: 'the dam',
      answerId: 'a1',
      askedAt: '2026-05-01T10:00:00.000Z',
    });
    const before = await interactions.find('default', 'c1');
    // Marks of direction would turn round what stands behind it in a list.
    expect(before?.title).toBe(`Why ${'so '.repeat(25)}s`);
    expect(before?.history).toMatchObject([
      { role: 'user', selectedText: 'the dam', collections: ['default', 'plants'], answer: null },
      {
        role: 'assistant',
        content: '',
        selectedText: null,
        collections: null,
        answer: { outcome: null, complete: false, citations: [] },
      },
    ]);
    expect(await interactions.recentTurns('default', 'c1', 10)).toEqual([
      { role: 'user', content: expect.stringContaining('Why so'), selectedText: 'the dam' },
    ]);

    const documents = [
      await publishDocument(records, 'a.md'),
      await publishDocument(records, 'b.md'),
    ] as const;
    await converse(records, 'c2', 'a2', documents);
    const [latest] = (await interactions.find('default', 'c2'))?.history.slice(-1) ?? [];
    expect(latest).toMatchObject({ content: 'Ada does. [1] In Kew. [2]', answer: { complete: true } });
    expect(latest?.answer?.citations).toEqual(
      [citation(documents[0], 1, 'Ada does.'), citation(documents[1], 2, 'In Kew.')].map((one) => ({
        ...one,
        opened: 0,
      })),
    );
    expect(await interactions.recentTurns('default', 'c2', 1)).toEqual([
      { role: 'assistant', content: 'Ada does. [1] In Kew. [2]' },
    ]);
  });

  test('a conversation is unknown in every collection but its own', async () => {
    const { interactions } = records;
    const document = await publishDocument(records, 'a.md');
    await converse(records, 'c1', 'a1', [document, document]);
    expect(await interactions.find('other', 'c1')).toBeUndefined();
    expect(await interactions.recentTurns('other', 'c1', 10)).toBeUndefined();
    expect(await interactions.list('other', { limit: 10 })).toEqual([]);
    expect(await interactions.keepFeedback('other', { messageId: 'a1', helpful: true })).toBe(false);
    const exchange = {
      questionId: 'q2',
      question: 'And?',
      selectedText: '',
      answerId: 'a2',
      askedAt: '2026-05-02',
      sessionId: null,
    };
    await expect(
      interactions.begin({ collection: 'other', conversationId: 'c1', ...exchange }),
    ).rejects.toMatchObject({ code: 'conversation_unknown' });
    expect(await interactions.list('default', { limit: 10 })).toMatchObject([
      { messages: 2, sessionId: 's' },
    ]);
    expect(await interactions.list('default', { limit: 10, sessionId: 'another' })).toEqual([]);
  });
});
