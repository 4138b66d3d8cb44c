import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Citation } from '../contracts/citation.ts';
import { type OpenedRecords, openedRecords } from './opened-records.test-support.ts';
import { publishDocument } from './publish-document.test-support.ts';
import type { AskedQuestion } from './question-log.ts';
import type { Records } from './records.ts';
import { undoMigrations } from './undo-migrations.test-support.ts';

let file: string;
let records: Records;
let reopen: OpenedRecords['reopen'];

beforeEach(async () => {
  ({ file, records, reopen } = await openedRecords());
});

afterEach(() => void vi.useRealTimers());

const citation = (documentId: string, number: number, quote: string): Citation => ({
  number,
  collection: 'default',
  documentId,
  chunkId: `${documentId}.1.0`,
  path: 'a.md',
  title: 'About a',
  headingPath: ['About a'],
  page: 2,
  start: 0,
  end: quote.length,
  quote,
  kind: 'paragraph',
  verdict: 'verbatim',
});

const asked = (id: string, changes: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id,
  collection: 'default',
  askedAt: '2026-05-01T10:00:00.000Z',
  sessionId: null,
  conversationId: null,
  clientAddress: '192.0.2.7',
  question: 'Who  keeps BEES?',
  answer: 'Ada does. [1]',
  keepsWords: false,
  outcome: 'answered',
  complete: true,
  errorCode: null,
  confidence: 0.5,
  citations: [],
  chunkIds: ['a.1.0'],
  retrievalMs: 3,
  answerMs: 4,
  totalMs: 7,
  model: 'm',
  promptTokens: 10,
  completionTokens: 20,
  ...changes,
});

/** A conversation with one answer of two sentences, each from its own document. */
async function converse(conversationId: string, answerId: string, documents: readonly [string, string]) {
  await records.interactions.begin({
    collection: 'default',
    conversationId,
    sessionId: 's',
    questionId: `${answerId}-question`,
    question: 'Who keeps bees, and where?',
    selectedText: '',
    answerId,
    askedAt: '2026-05-01T10:00:00.000Z',
  });
  await records.interactions.finish({
    answerId,
    content: 'Ada does. [1] In Kew. [2]',
    outcome: 'answered',
    complete: true,
    confidence: 0.5,
    citations: [citation(documents[0], 1, 'Ada does.'), citation(documents[1], 2, 'In Kew.')],
    sentences: [
      { start: 0, end: 13, verdict: 'verbatim', citations: [1], missing: [] },
      { start: 14, end: 25, verdict: 'verbatim', citations: [2], missing: [] },
    ],
    topics: [],
    trace: { chunkIds: documents.map((id) => `${id}.1.0`), timings: { total: 5 }, model: null },
  });
}

const all = { limit: 100, offset: 0 };

test('a question of a conversation is there before its answer, and the answer takes its place', async () => {
  const { interactions } = records;
  await interactions.begin({
    collection: 'default',
    conversationId: 'c1',
    sessionId: null,
    questionId: 'q1',
    question: `Why ${'so '.repeat(60)}long?`,
    selectedText: 'the dam',
    answerId: 'a1',
    askedAt: '2026-05-01T10:00:00.000Z',
  });
  const before = await interactions.find('default', 'c1');
  expect(before?.title).toHaveLength(80);
  expect(before?.history).toMatchObject([
    { role: 'user', selectedText: 'the dam', answer: null },
    {
      role: 'assistant',
      content: '',
      selectedText: null,
      answer: { outcome: null, complete: false, citations: [] },
    },
  ]);
  expect(await interactions.recentTurns('default', 'c1', 10)).toEqual([
    { role: 'user', content: expect.stringContaining('Why so'), selectedText: 'the dam' },
  ]);

  const documents = [await publishDocument(records, 'a.md'), await publishDocument(records, 'b.md')] as const;
  await converse('c2', 'a2', documents);
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
  await converse('c1', 'a1', [document, document]);
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
  expect(await interactions.list('default', { limit: 10 })).toMatchObject([{ messages: 2, sessionId: 's' }]);
  expect(await interactions.list('default', { limit: 10, sessionId: 'another' })).toEqual([]);
});

test('the words of a removed document leave quotes, sentences, abstentions and log; the places stay', async () => {
  const { interactions } = records;
  const [bees, kew] = [await publishDocument(records, 'bees.md'), await publishDocument(records, 'kew.md')];
  await converse('c1', 'a1', [bees, kew]);
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
    { documentId: bees, path: 'a.md', page: 2, quote: null, title: '', headingPath: [] },
    { documentId: kew, quote: 'In Kew.', title: 'About a' },
  ]);
  const { entries } = await interactions.readLog('default', all);
  expect(entries.map(({ id, answer }) => [id, answer])).toEqual([
    ['a2', 'Ada does. [1]'],
    ['a1', null],
  ]);
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

test('citations that were kept before their collections were have those of their documents', async () => {
  const [bees, kew] = [
    await publishDocument(records, 'bees.md'),
    await publishDocument(records, 'kew.md', { collection: 'plants' }),
  ];
  await converse('c1', 'a1', [bees, kew]);
  const gone = { ...citation('gone', 1, 'Ada does.'), collection: 'stones' };
  await records.interactions.log([asked('a2', { citations: [gone], collection: 'other' })], 0);
  await records.close();
  const database = new DatabaseSync(file);
  undoMigrations(database, '0012-collections-of-citations');
  database.close();
  records = await reopen();
  const [, answer] = (await records.interactions.find('default', 'c1'))?.history ?? [];
  expect(answer?.answer?.citations).toMatchObject([
    { collection: 'default', kind: null },
    { collection: 'plants', kind: null },
  ]);
  const { entries } = await records.interactions.readLog('other', all);
  expect(entries[0]?.citations).toMatchObject([{ collection: 'other' }]);
});

test('an answer that is kept after its document was removed keeps no word of it', async () => {
  const { interactions } = records;
  const [bees, kew] = [await publishDocument(records, 'bees.md'), await publishDocument(records, 'kew.md')];
  await records.documents.retire(bees);
  await converse('c1', 'a1', [bees, kew]);
  const answer = (await interactions.find('default', 'c1'))?.history[1];
  expect(answer?.content).toBe('[…] In Kew. [2]');
  expect(answer?.answer?.citations.map(({ quote }) => quote)).toEqual([null, 'In Kew.']);
  const logged = { keepsWords: true, citations: [citation(bees, 1, 'Ada does.')] };
  await interactions.log([asked('a2', logged)], 0);
  expect((await interactions.readLog('default', all)).entries).toMatchObject([{ id: 'a2', answer: null }]);
});

test('E11: the log hashes addresses and questions under a key of the day, and keeps words only when told', async () => {
  const { interactions } = records;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T23:59:00Z') });
  await interactions.log([asked('a1'), asked('a2', { question: 'who keeps bees?', keepsWords: true })], 0);
  vi.setSystemTime(new Date('2026-05-02T00:01:00Z'));
  using database = new DatabaseSync(file);
  const key = () => database.prepare('select key from hash_keys').all() as { key: Uint8Array }[];
  const firstDay = key();
  await interactions.log([asked('a3')], 0);

  const { entries } = await interactions.readLog('default', all);
  const [one, two, three] = ['a1', 'a2', 'a3'].map((id) => entries.find((entry) => entry.id === id));
  expect(one?.clientHash).toBe(
    createHmac('sha256', firstDay[0]?.key ?? '')
      .update('192.0.2.7')
      .digest('hex'),
  );
  expect(two?.clientHash).toBe(one?.clientHash);
  expect(two?.questionHash).toBe(one?.questionHash);
  expect(three?.clientHash).not.toBe(one?.clientHash);
  expect(three?.questionHash).not.toBe(one?.questionHash);
  expect([one?.question, one?.answer]).toEqual([null, null]);
  expect([two?.question, two?.answer]).toEqual(['who keeps bees?', 'Ada does. [1]']);
  // The key of yesterday is gone.
  expect(firstDay).toHaveLength(1);
  expect(key()).toHaveLength(1);
  expect(key()).not.toEqual(firstDay);

  const [row] = database.prepare(`select * from chat_queries where query_id = 'a1'`).all();
  expect(row).toEqual({
    query_id: 'a1',
    user_ip_hash: one?.clientHash,
    question_hash: one?.questionHash,
    retrieved_chunk_ids: '["a.1.0"]',
    response_time_ms: 7,
    status: 'success',
    created_at: '2026-05-01T10:00:00.000Z',
  });
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

test('erasing takes what is selected with all that hangs on it, and nothing else', async () => {
  const { interactions } = records;
  const document = await publishDocument(records, 'a.md');
  await converse('c1', 'a1', [document, document]);
  await converse('c2', 'a2', [document, document]);
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
  using database = new DatabaseSync(file);
  const answers = (table: string) =>
    database
      .prepare(`select distinct answer_id as id from ${table} order by id`)
      .all()
      .map(({ id }) => id);

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
  expect([answers('citations'), answers('feedback')]).toEqual([['a2', 'a3', 'a4'], []]);

  expect(await interactions.erase({ collection: 'default', before: '2026-06-01' })).toEqual({
    conversations: 1,
    messages: 2,
    logEntries: 1,
  });
  // What only the log has left of an answer has no words.
  expect(database.prepare(`select quote from citations where answer_id = 'a2'`).all()).toEqual([
    { quote: null },
    { quote: null },
  ]);
  expect(await interactions.expire('2026-06-01')).toEqual({ conversations: 0, messages: 0, logEntries: 1 });
  expect(answers('citations')).toEqual(['a2']);
});

test('a process that holds the store does not keep readers waiting behind a write', async () => {
  await records.interactions.log([asked('a1')], 0);
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(file)});
    database.exec('begin immediate');
    process.stdout.write('locked');
    process.stdin.once('data', () => { database.exec('rollback'); process.exit(0); });`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  const order: string[] = [];
  const writing = records.interactions.log([asked('a2')], 0).then(() => order.push('written'));
  await records.library.list('default');
  order.push('read');
  holder.stdin.write('go');
  await writing;
  expect(order).toEqual(['read', 'written']);
});

test('a store that is only to be read refuses to be written, and can be read', async () => {
  await records.interactions.log([asked('a1')], 0);
  await records.close();
  chmodSync(file, 0o444);
  records = await reopen({ readOnly: true });
  await expect(records.interactions.log([asked('a2')], 0)).rejects.toMatchObject({ code: 'store_read_only' });
  expect((await records.interactions.readLog('default', all)).matching).toBe(1);
});
