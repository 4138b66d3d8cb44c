import { describe, expect, test } from 'vitest';
import { all, asked, citation, converse } from '../kept-answers.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  test('what an answer cites of documents that one may not see any more is not shown, and stays kept', async () => {
    const { records } = await openedRecords(on);
    const { interactions } = records;
    const open = await publishDocument(records, 'open.md');
    const staff = await publishDocument(records, 'staff.md', { metadata: { groups: ['staff', 'board'] } });
    await converse(records, 'c1', 'a1', [open, staff]);
    const shown = async (groups?: readonly string[]) => {
      const found = await interactions.find('default', 'c1', groups && { groups });
      return found?.history[1];
    };
    const whole = await shown();
    expect(whole?.content).toBe('Ada does. [1] In Kew. [2]');
    expect(await shown(['board'])).toEqual(whole);
    const seen = await shown(['crew']);
    expect(seen?.content).toBe('Ada does. [1] […]');
    expect(seen?.answer?.citations).toMatchObject([
      { number: 1, quote: 'Ada does.', title: 'About a', path: 'a.md' },
      { number: 2, quote: null, title: '', path: '', headingPath: [], page: null, start: 0, end: 0 },
    ]);
    expect(seen?.answer?.trace.chunkIds).toEqual([`${open}.1.0`]);
    // A model that goes on with the conversation reads no more than its reader.
    expect(await interactions.recentTurns('default', 'c1', 9, { groups: ['crew'] })).toEqual([
      { role: 'user', content: 'Who keeps bees, and where?' },
      { role: 'assistant', content: 'Ada does. [1] […]' },
    ]);
    expect(await shown()).toEqual(whole);
    await publishDocument(records, 'staff.md', { metadata: {}, contentHash: 'another' });
    expect((await shown(['crew']))?.content).toBe(whole?.content);
  });

  test('an answer that broke off over a document that one may not see is not shown', async () => {
    const { records } = await openedRecords(on);
    const { interactions } = records;
    const staff = await publishDocument(records, 'staff.md', { metadata: { groups: 'staff' } });
    const exchange = { collection: 'default', conversationId: 'c1', sessionId: null, selectedText: '' };
    const of = { questionId: 'q1', question: 'Why?', answerId: 'a1', askedAt: '2026-05-01T10:00:00.000Z' };
    await interactions.begin({ ...exchange, ...of });
    await interactions.finish({
      answerId: 'a1',
      content: 'The director earns',
      outcome: 'cancelled',
      complete: false,
      confidence: 0,
      citations: [],
      sentences: [],
      topics: [],
      trace: { chunkIds: [`${staff}.1.0`], timings: {}, model: null },
    });
    const content = async (groups: readonly string[]) =>
      (await interactions.find('default', 'c1', { groups }))?.history[1]?.content;
    expect(await content(['staff'])).toBe('The director earns');
    expect(await content([])).toBe('[…]');
  });

  test('conversations, answers and what is said of them are their owner’s', async () => {
    const { records } = await openedRecords(on);
    const { interactions } = records;
    const document = await publishDocument(records, 'a.md');
    const begun = (owner: string | undefined, id: string) =>
      interactions.begin({
        collection: 'default',
        conversationId: `c-${id}`,
        sessionId: 'same',
        selectedText: '',
        questionId: `q-${id}`,
        question: 'Why?',
        answerId: `a-${id}`,
        askedAt: '2026-05-01T10:00:00.000Z',
        owner,
      });
    for (const owner of ['ann', 'bob', undefined]) await begun(owner, owner ?? 'nobody');
    const listed = async (owner?: string) =>
      (await interactions.list('default', { sessionId: 'same', owner, limit: 9 })).map(
        (one) => one.conversationId,
      );
    expect(await listed('ann')).toEqual(['c-ann']);
    expect((await listed()).toSorted()).toEqual(['c-ann', 'c-bob', 'c-nobody']);
    for (const [owner, id, isTheirs] of [
      ['ann', 'ann', true],
      ['ann', 'bob', false],
      ['ann', 'nobody', false],
    ] as const) {
      expect((await interactions.find('default', `c-${id}`, { owner })) !== undefined).toBe(isTheirs);
      expect((await interactions.recentTurns('default', `c-${id}`, 9, { owner })) !== undefined).toBe(
        isTheirs,
      );
      const feedback = { messageId: `a-${id}`, helpful: true };
      expect(await interactions.keepFeedback('default', feedback, { owner })).toBe(isTheirs);
      expect(
        await interactions.erase({ collection: 'default', conversationId: `c-${id}`, owner }),
      ).toMatchObject({
        conversations: isTheirs ? 1 : 0,
      });
    }
    await expect(begun('ann', 'bob')).rejects.toMatchObject({ code: 'conversation_unknown' });

    const log = { citations: [citation(document, 1, 'Ada does.')], keepsWords: true };
    await interactions.log([asked('l1', { ...log, owner: 'ann' }), asked('l2', { ...log, owner: 'bob' })], 0);
    expect(
      await interactions.keepFeedback('default', { messageId: 'l2', helpful: true }, { owner: 'ann' }),
    ).toBe(false);
    await interactions.erase({ collection: 'default', before: '2027-01-01', owner: 'ann' });
    expect((await interactions.readLog('default', all)).entries.map(({ id }) => id)).toEqual(['l2']);
    expect((await listed()).toSorted()).toEqual(['c-bob', 'c-nobody']);
  });
});
