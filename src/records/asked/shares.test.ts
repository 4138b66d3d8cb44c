import { describe, expect, test } from 'vitest';
import { citation, converse } from '../kept-answers.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

const made = (shareId: string) => ({ messageId: 'a1', shareId, at: '2026-05-02T10:00:00.000Z' });

describe.each(recordKinds)('records on %s', (on) => {
  test('a link shows an answer to whoever may see all that it rests on, until it is taken back', async () => {
    const { records } = await openedRecords(on);
    const { interactions, documents } = records;
    const open = await publishDocument(records, 'open.md');
    const staff = await publishDocument(records, 'staff.md', { metadata: { groups: ['staff'] } });
    await converse(records, 'c1', 'a1', [open, staff]);

    expect(await interactions.share('other', made('x'))).toBeUndefined();
    expect(await interactions.share('default', made('x'), { owner: 'somebody' })).toBeUndefined();
    expect(await interactions.share('default', { ...made('x'), messageId: 'a1-question' })).toBeUndefined();
    const share = await interactions.share('default', made('s1'));
    expect(share).toEqual({
      shareId: 's1',
      collection: 'default',
      conversationId: 'c1',
      messageId: 'a1',
      question: 'Who keeps bees, and where?',
      sharedAt: '2026-05-02T10:00:00.000Z',
    });
    // An answer has one link.
    expect(await interactions.share('default', made('s2'))).toEqual(share);
    expect(await interactions.shares('default', { sessionId: 's', limit: 9 })).toEqual([share]);
    expect(await interactions.shares('default', { sessionId: 'another', limit: 9 })).toEqual([]);

    const whole = await interactions.openShare('s1');
    expect(whole).toMatchObject({
      question: 'Who keeps bees, and where?',
      content: 'Ada does. [1] In Kew. [2]',
      collections: ['default'],
      citations: [{ quote: 'Ada does.' }, { quote: 'In Kew.' }],
      sentences: [{ verdict: 'verbatim' }, { verdict: 'verbatim' }],
    });
    expect(await interactions.openShare('s1', { groups: ['staff'], collections: ['default'] })).toEqual(
      whole,
    );
    expect(await interactions.openShare('s1', { groups: ['crew'] })).toBe('hidden');
    expect(await interactions.openShare('s1', { collections: ['other'] })).toBe('hidden');
    expect(await interactions.openShare('s2')).toBeUndefined();

    // What was removed is hidden from nobody: it is gone.
    await documents.retire(staff);
    const gone = {
      content: 'Ada does. [1] […]',
      citations: [{ quote: 'Ada does.' }, { quote: null, path: '' }],
    };
    expect(await interactions.openShare('s1', { groups: ['crew'] })).toMatchObject(gone);

    expect(await interactions.revokeShare('default', 's1', { owner: 'somebody' })).toBe(false);
    expect(await interactions.revokeShare('default', 's1')).toBe(true);
    expect(await interactions.openShare('s1')).toBeUndefined();
    await interactions.share('default', made('s3'));
    await interactions.erase({ collection: 'default', conversationId: 'c1' });
    expect(await interactions.openShare('s3')).toBeUndefined();
  });

  test('what a model says without a source is shown to whoever may see all that the model was given', async () => {
    const { records } = await openedRecords(on);
    const { interactions } = records;
    const open = await publishDocument(records, 'open.md');
    const staff = await publishDocument(records, 'staff.md', { metadata: { groups: ['staff'] } });
    await interactions.begin({
      collection: 'default',
      conversationId: 'c1',
      sessionId: null,
      selectedText: '',
      questionId: 'q1',
      question: 'Who keeps bees?',
      answerId: 'a1',
      askedAt: '2026-05-01T10:00:00.000Z',
    });
    const model = { name: 'm', promptTokens: 1, completionTokens: 1, finishReason: 'stop' } as const;
    await interactions.finish({
      answerId: 'a1',
      content: 'Ada does. [1] She is paid well.',
      outcome: 'answered',
      complete: true,
      confidence: 0.5,
      citations: [citation(open, 1, 'Ada does.')],
      sentences: [
        { start: 0, end: 13, verdict: 'verbatim', citations: [1], missing: [] },
        { start: 14, end: 31, verdict: 'unsupported', citations: [], missing: [] },
      ],
      topics: [],
      trace: { chunkIds: [`${open}.1.0`, `${staff}.1.0`], timings: {}, model },
    });
    await interactions.share('default', made('s1'));
    expect(await interactions.openShare('s1', { groups: ['crew'] })).toBe('hidden');
    expect(await interactions.openShare('s1', { groups: ['staff'] })).toMatchObject({
      content: 'Ada does. [1] She is paid well.',
    });
  });

  test('what was asked and not answered is shown to whoever may see all that was looked through', async () => {
    const { records } = await openedRecords(on);
    const { interactions } = records;
    const staff = await publishDocument(records, 'staff.md', { metadata: { groups: ['staff'] } });
    const exchange = { collection: 'default', otherCollections: ['vault'], conversationId: 'c1' };
    const asked = { sessionId: null, selectedText: 'marked words', questionId: 'q1', question: 'Why?' };
    await interactions.begin({ ...exchange, ...asked, answerId: 'a1', askedAt: '2026-05-01T10:00:00.000Z' });
    expect(await interactions.share('default', made('s1'))).toBeUndefined();
    await interactions.finish({
      answerId: 'a1',
      content: 'Nothing. They are about Salaries.',
      outcome: 'nothing-found',
      complete: true,
      confidence: 0,
      citations: [],
      sentences: [],
      topics: [{ documentId: staff, start: 24, end: 32 }],
      trace: { chunkIds: [], timings: {}, model: null },
    });
    await interactions.share('default', made('s1'));
    expect(await interactions.openShare('s1', { groups: ['crew'] })).toBe('hidden');
    expect(await interactions.openShare('s1', { collections: ['default'] })).toBe('hidden');
    const shown = await interactions.openShare('s1', {
      collections: ['default', 'vault'],
      groups: ['staff'],
    });
    expect(shown).toMatchObject({
      content: 'Nothing. They are about Salaries.',
      collections: ['default', 'vault'],
    });
    expect(JSON.stringify(shown)).not.toContain('marked words');
  });
});
