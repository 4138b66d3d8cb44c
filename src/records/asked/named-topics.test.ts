import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  /** Keeps an abstention that names these documents. */
  async function abstain(answerId: string, named: readonly (readonly [string, string])[], complete = true) {
    const exchange = { collection: 'default', conversationId: 'c', sessionId: null, askedAt: '2026-05-02' };
    const question = { questionId: `${answerId}?`, question: 'Wasps?', selectedText: '' };
    await records.interactions.begin({ ...exchange, ...question, answerId });
    let content = 'They cover: ';
    const topics = named.map(([documentId, words]) => {
      const start = content.length;
      content += words;
      const topic = { documentId, start, end: content.length };
      content += '; ';
      return topic;
    });
    await records.interactions.finish({
      answerId,
      content,
      outcome: complete ? 'nothing-found' : 'cancelled',
      complete,
      confidence: 0,
      citations: [],
      sentences: [],
      topics,
      trace: { chunkIds: [], timings: {}, model: null },
    });
  }

  async function kept(): Promise<readonly string[]> {
    const conversation = await records.interactions.find('default', 'c');
    return (
      conversation?.history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])) ?? []
    );
  }

  test('documents leave what names them one after another, whatever their words, also where it broke off', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await publishDocument(records, name));
    const [a, b, c] = ids as [string, string, string];
    await abstain('one', [
      [a, 'Bees (Hives)'],
      [b, 'Bees (Hives)'],
      [c, 'Kew'],
    ]);
    await abstain('two', [[c, 'Kew']]);
    await abstain('three', [[b, 'Bees']], false);

    await records.documents.retire(b);
    expect(await kept()).toEqual([
      'They cover: Bees (Hives); […]; Kew; ',
      'They cover: Kew; ',
      'They cover: […]; ',
    ]);
    await records.documents.retire(c);
    await records.documents.retire(a);
    expect(await kept()).toEqual(['They cover: […]; […]; […]; ', 'They cover: […]; ', 'They cover: […]; ']);
  });

  test('a document that was removed while the answer was made is not named in what is kept', async () => {
    const [gone, stays] = [await publishDocument(records, 'gone'), await publishDocument(records, 'stays')];
    await records.documents.retire(gone);
    await abstain('one', [
      [gone, 'Bees'],
      [stays, 'Kew'],
    ]);
    expect(await kept()).toEqual(['They cover: […]; Kew; ']);
    await records.documents.retire(stays);
    expect(await kept()).toEqual(['They cover: […]; […]; ']);
  });

  test('a conversation that is erased takes what it names along', async () => {
    const document = await publishDocument(records, 'a');
    await abstain('one', [[document, 'Bees']]);
    await records.interactions.erase({ conversationId: 'c' });
    await records.documents.retire(document);
    expect(await kept()).toEqual([]);
  });
});
