import { beforeEach, describe, expect, test } from 'vitest';
import type { Records } from '../../contracts/records.ts';
import { all, asked, citation, converse } from '../kept-answers.test-support.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';
import { publishDocument } from '../publish-document.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  let records: Records;

  beforeEach(async () => {
    ({ records } = await openedRecords(on));
  });

  test('the words of a removed document leave quotes, sentences, abstentions and log; the places stay', async () => {
    const { interactions } = records;
    const [bees, kew] = [await publishDocument(records, 'bees.md'), await publishDocument(records, 'kew.md')];
    await converse(records, 'c1', 'a1', [bees, kew]);
    const logged = { keepsWords: true, citations: [citation(bees, 1, 'Ada does.')] };
    await interactions.log([asked('a1', logged), asked('a2', { keepsWords: true })], 0);
    const exchange = {
      collection: 'default',
      conversationId: 'c1',
      sessionId: null,
      askedAt: '2026-05-02',
      selectedText: 'Ada does.',
    };
    const finished = { complete: true, confidence: 0, citations: [], sentences: [], topics: [] };
    const trace = { chunkIds: [`${bees}.1.0`], timings: {}, model: null };
    await interactions.begin({ ...exchange, questionId: 'q3', question: 'Wasps?', answerId: 'a3' });
    const outcome = 'nothing-found';
    const content = 'They cover: “Bees” (“Hives”), “Kew”.';
    const topics = [
      { documentId: bees, start: 12, end: 28 },
      { documentId: kew, start: 30, end: 35 },
    ];
    await interactions.finish({ ...finished, answerId: 'a3', outcome, content, topics, trace });
    await interactions.begin({ ...exchange, questionId: 'q4', question: 'Ada?', answerId: 'a4' });
    const cut = { outcome: 'cancelled', complete: false, content: 'Ada do' } as const;
    await interactions.finish({ ...finished, ...cut, answerId: 'a4', trace });

    await records.documents.retire(bees);

    const history = (await interactions.find('default', 'c1'))?.history ?? [];
    expect(history.filter(({ role }) => role === 'assistant').map((message) => message.content)).toEqual([
      '[…] In Kew. [2]',
      'They cover: […], “Kew”.',
      '[…]',
    ]);
    expect(history.filter(({ selectedText }) => selectedText !== null)).toEqual([]);
    expect(history[1]?.answer?.citations).toMatchObject([
      { documentId: bees, path: '', page: 2, quote: null, title: '', headingPath: [] },
      { documentId: kew, quote: 'In Kew.', title: 'About a' },
    ]);
    const { entries } = await interactions.readLog('default', all);
    expect(entries.map(({ id, answer }) => [id, answer])).toEqual([
      ['a2', 'Ada does. [1]'],
      ['a1', null],
    ]);
  });

  test('the words of a removed collection leave what was asked of it together with others', async () => {
    const { interactions } = records;
    const bees = await publishDocument(records, 'bees.md');
    const vault = await publishDocument(records, 'vault.md', { collection: 'vault' });
    const exchange = {
      collection: 'default',
      otherCollections: ['vault'],
      conversationId: 'c1',
      sessionId: null,
      askedAt: '2026-05-02',
    };
    const trace = { chunkIds: [`${bees}.1.0`, `${vault}.1.0`], timings: {}, model: null };
    const finished = { complete: true, confidence: 0.5, citations: [], sentences: [], topics: [], trace };
    const begin = (id: string, selectedText = '') =>
      interactions.begin({ ...exchange, selectedText, questionId: `q${id}`, question: 'Who?', answerId: id });
    await begin('a1', 'In Kew.');
    const citations = [
      citation(bees, 1, 'Ada does.'),
      { ...citation(vault, 2, 'In Kew.'), collection: 'vault' },
    ];
    await interactions.finish({
      ...finished,
      answerId: 'a1',
      content: 'Ada does. [1] In Kew. [2]',
      outcome: 'answered',
      citations,
      sentences: [
        { start: 0, end: 13, verdict: 'verbatim', citations: [1], missing: [] },
        { start: 14, end: 25, verdict: 'verbatim', citations: [2], missing: [] },
      ],
    });
    await interactions.log(
      [asked('a1', { keepsWords: true, citations }), asked('a9', { keepsWords: true })],
      0,
    );
    await begin('a2');
    const cut = { outcome: 'cancelled', complete: false, content: 'In K' } as const;
    await interactions.finish({ ...finished, ...cut, answerId: 'a2' });
    await begin('a3');
    const topics = [{ documentId: vault, start: 12, end: 18 }];
    const content = 'They cover: “Kew”.';
    await interactions.finish({ ...finished, answerId: 'a3', outcome: 'nothing-found', content, topics });

    await records.collections.remove('vault');

    const history = (await interactions.find('default', 'c1'))?.history ?? [];
    const answers = history.filter(({ role }) => role === 'assistant').map((message) => message.content);
    expect(answers).toEqual(['Ada does. [1] […]', '[…]', 'They cover: […]']);
    expect(history.filter(({ selectedText }) => selectedText !== null)).toEqual([]);
    const { entries } = await interactions.readLog('default', all);
    expect(Object.fromEntries(entries.map(({ id, answer }) => [id, answer]))).toEqual({
      a1: null,
      a9: 'Ada does. [1]',
    });
  });

  test('words that were marked leave every conversation whose question was asked in the collection of a removed document', async () => {
    const { interactions } = records;
    const document = await publishDocument(records, 'kew.md', { collection: 'plants' });
    const exchange = { collection: 'default', sessionId: null, askedAt: '2026-05-02', question: 'Why?' };
    for (const [id, otherCollections] of [
      ['with', ['stones', 'plants']],
      ['without', ['stones']],
    ] as const) {
      const names = { conversationId: id, questionId: `q-${id}`, answerId: `a-${id}` };
      await interactions.begin({ ...exchange, ...names, otherCollections, selectedText: 'In Kew.' });
    }
    await records.documents.retire(document);
    const marked = async (id: string) => (await interactions.find('default', id))?.history[0]?.selectedText;
    expect([await marked('with'), await marked('without')]).toEqual([null, 'In Kew.']);
  });

  test('an answer that is kept after its document was removed keeps no word of it', async () => {
    const { interactions } = records;
    const [bees, kew] = [await publishDocument(records, 'bees.md'), await publishDocument(records, 'kew.md')];
    await records.documents.retire(bees);
    await converse(records, 'c1', 'a1', [bees, kew]);
    const answer = (await interactions.find('default', 'c1'))?.history[1];
    expect(answer?.content).toBe('[…] In Kew. [2]');
    expect(answer?.answer?.citations.map(({ quote }) => quote)).toEqual([null, 'In Kew.']);
    const logged = { keepsWords: true, citations: [citation(bees, 1, 'Ada does.')] };
    await interactions.log([asked('a2', logged)], 0);
    expect((await interactions.readLog('default', all)).entries).toMatchObject([{ id: 'a2', answer: null }]);
  });
});
