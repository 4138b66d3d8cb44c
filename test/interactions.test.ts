import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AnswerEvent } from '../src/answer/answer.ts';
import { smallTalk } from '../src/answer/finish-answer.ts';
import { FollowedAnswer } from '../src/followed-answer.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { LogQueue } from '../src/records/asked/log-queue.ts';
import type { AskedQuestion } from '../src/records/asked/question-log.ts';
import { openRecords } from '../src/records/records.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { runFootnote } from './run-footnote.ts';

let base: string;
/** Over a store of its own, with the default settings. */
let footnote: Footnote;
let store: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'footnote-interactions-'));
  const folder = writeFiles(join(base, 'files'), handbook);
  store = join(base, 'store');
  footnote = await openFootnote({ store, embedder: { threads: 1 } });
  await footnote.ingest([folder]);
  await footnote.ingest([join(folder, 'kitchen.txt')], { collection: 'other' });
  cpSync(store, join(base, 'copied'), { recursive: true });
});

afterAll(async () => {
  await footnote.close();
  rmSync(base, { recursive: true, force: true });
});

/** Footnote over a copy of the store in which nothing was asked yet. */
async function openCopy(settings: PartialConfig = {}) {
  const copy = join(temporaryFolder(), 'store');
  cpSync(join(base, 'copied'), copy, { recursive: true });
  const opened = await openFootnote({ store: copy, ...settings });
  onTestFinished(() => opened.close());
  return { footnote: opened, store: copy };
}

/** The files of a store in which a word stands. */
function filesWith(store: string, word: string): readonly string[] {
  return readdirSync(store).filter((name) => readFileSync(join(store, name)).includes(word));
}

/** SQL that makes writing to a table fail. */
const refuse = (table: string) => `create trigger refuse_${table} before insert on ${table}
    begin select raise(abort, 'on purpose'); end;`;

const question = 'How long must a password be?';

test('a conversation keeps questions and answers, and gives them to the next question', async () => {
  const first = await footnote.ask('Who locks the lost laptop?', { conversationId: null, sessionId: 's1' });
  const { conversationId } = first;
  if (conversationId === null) throw new Error(first.warnings.join());
  const second = await footnote.ask('Within what time must it be reported?', { conversationId });
  expect(second.searchedFor).toContain('laptop');
  expect(second.conversationId).toBe(conversationId);

  const conversation = await footnote.getConversation(conversationId);
  expect(conversation).toMatchObject({ title: 'Who locks the lost laptop?', messages: 4, sessionId: 's1' });
  const answers = conversation.history.filter(({ role }) => role === 'assistant');
  expect(answers.map(({ messageId, content }) => [messageId, content])).toEqual([
    [first.messageId, first.answer],
    [second.messageId, second.answer],
  ]);
  expect(answers[0]?.answer).toMatchObject({
    outcome: 'answered',
    complete: true,
    confidence: first.confidence,
    citations: first.citations,
    sentences: first.sentences,
    trace: { chunkIds: first.hits.map(({ chunkId }) => chunkId), timings: first.timings, model: null },
  });
  expect(await footnote.listConversations({ sessionId: 's1' })).toMatchObject([
    { conversationId, messages: 4 },
  ]);

  await footnote.recordFeedback({ messageId: first.messageId ?? '', helpful: true, openedCitation: 1 });
  const [, rated] = (await footnote.getConversation(conversationId)).history;
  expect(rated?.answer).toMatchObject({
    helpful: true,
    citations: first.citations.map(({ number }) => ({ opened: number === 1 ? 1 : 0 })),
  });
});

test('a conversation keeps the words that were marked, and the next question leans on them', async () => {
  const asked = { conversationId: null, selectedText: 'the lost laptop' };
  const { conversationId } = await footnote.ask('Who locks this?', asked);
  const next = await footnote.ask('Within what time must it be reported?', {
    conversationId: conversationId ?? '',
  });
  expect(next.searchedFor).toContain('laptop');
  const { history } = await footnote.getConversation(conversationId ?? '');
  expect(history.map(({ selectedText }) => selectedText)).toEqual(['the lost laptop', null, null, null]);
});

test('the first event names the conversation, so that one whose answer was left can be gone on with', async () => {
  const events: AnswerEvent[] = [];
  for await (const event of footnote.ask('Who locks the lost laptop?', { conversationId: null })) {
    events.push(event);
    if (event.type === 'token') break;
  }
  const [first, second] = events;
  if (first?.type !== 'conversation') throw new Error(`The first event is ${first?.type}.`);
  expect(second?.type).toBe('retrieved');
  const { conversationId, messageId } = first;
  const next = await footnote.ask('Within what time must it be reported?', { conversationId });
  expect(next.searchedFor).toContain('laptop');
  const { history } = await footnote.getConversation(conversationId);
  expect(history.map((message) => [message.messageId, message.answer?.outcome])).toEqual([
    [expect.any(String), undefined],
    [messageId, 'cancelled'],
    [expect.any(String), undefined],
    [next.messageId, 'answered'],
  ]);
});

test.each(['token', 'citation', 'verdict'] as const)(
  'a signal that is aborted at a %s ends the answer',
  async (last) => {
    const stop = new AbortController();
    const types: string[] = [];
    const asking = async () => {
      for await (const { type } of footnote.ask(question, { signal: stop.signal })) {
        types.push(type);
        if (type === last) stop.abort();
      }
    };
    await expect(asking()).rejects.toMatchObject({ code: 'aborted' });
    expect(types.at(-1)).toBe(last);
  },
);

test('the conversation is named late where the store is being written to, and not at all where nothing keeps it', async () => {
  const types = async (conversationId: null | undefined, events: AnswerEvent[] = []) => {
    for await (const event of footnote.ask(question, { conversationId })) {
      events.push(event);
      if (database.isTransaction && event.type === 'retrieved') database.exec('rollback');
    }
    return events.map(({ type }) => type).filter((type) => type === 'conversation' || type === 'retrieved');
  };
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec('begin immediate');
  expect(await types(null)).toEqual(['retrieved', 'conversation']);
  expect(await types(undefined)).toEqual(['retrieved']);
  database.exec(refuse('conversations'));
  expect(await types(null)).toEqual(['retrieved']);
  database.exec('drop trigger refuse_conversations');
});

test('a conversation of another collection, one that is not there, and one with a history are refused', async () => {
  const { conversationId } = await footnote.ask(question, { conversationId: null });
  const other = { collection: 'other' };
  await expect(footnote.ask(question, { ...other, conversationId })).rejects.toMatchObject({
    code: 'conversation_unknown',
  });
  await expect(footnote.getConversation(conversationId ?? '', other)).rejects.toMatchObject({
    code: 'conversation_unknown',
  });
  await expect(
    footnote.eraseConversations({ conversationId: conversationId ?? '' }, { collection: 'other' }),
  ).rejects.toMatchObject({ code: 'conversation_unknown' });
  await expect(footnote.ask(question, { conversationId: 'nobody' })).rejects.toMatchObject({
    code: 'conversation_unknown',
  });
  await expect(footnote.ask(question, { conversationId, history: [] })).rejects.toMatchObject({
    code: 'request_invalid',
  });
  await expect(footnote.listConversations({ collection: 'nowhere' })).rejects.toMatchObject({
    code: 'collection_unknown',
  });
  await expect(footnote.recordFeedback({ messageId: 'nobody', helpful: true })).rejects.toMatchObject({
    code: 'message_unknown',
  });
  await expect(footnote.eraseConversations({})).rejects.toMatchObject({ code: 'request_invalid' });
  await expect(footnote.eraseConversations({ before: 'soon' })).rejects.toMatchObject({
    code: 'request_invalid',
  });
  await expect(footnote.ask(question, { sessionId: 's'.repeat(201) })).rejects.toMatchObject({
    code: 'request_invalid',
  });
  await expect(footnote.readLog({ limit: 0 })).rejects.toMatchObject({ code: 'request_invalid' });
});

test('E11: no word of a question is stored unless a conversation or the setting asks for it', async () => {
  const { matching } = await footnote.readLog();
  await footnote.ask('What does the qzwvornament say of passwords?', { clientAddress: '192.0.2.77' });
  expect((await footnote.readLog()).matching).toBe(matching + 1);
  expect([filesWith(store, 'qzwvornament'), filesWith(store, '192.0.2.77')]).toEqual([[], []]);

  const { conversationId } = await footnote.ask('What does the qzwvornament say?', { conversationId: null });
  expect(filesWith(store, 'qzwvornament')).not.toEqual([]);
  await footnote.eraseConversations({ conversationId: conversationId ?? '' });
  expect(filesWith(store, 'qzwvornament')).toEqual([]);
  expect((await footnote.readLog()).matching).toBe(matching + 1);
});

test('without a log nothing is written, and an answer has no name', async () => {
  const { footnote: silent } = await openCopy({ log: { enabled: false } });
  expect(await silent.ask('Hello!')).toMatchObject({ messageId: null, conversationId: null });
  expect(await silent.readLog()).toEqual({ entries: [], matching: 0, lost: 0 });
});

test('E11: records that cannot be written cost the records and not the answer', async () => {
  const { matching } = await footnote.readLog();
  using database = new DatabaseSync(join(store, 'footnote.db'));
  database.exec(refuse('qa_logs') + refuse('conversations'));
  const answer = await footnote.ask(question, { conversationId: null });
  expect(answer.answer).toContain('fourteen');
  expect(answer.conversationId).toBeNull();
  expect(answer.warnings).toEqual([expect.stringMatching(/conversation could not be kept.*on purpose/)]);
  expect(await footnote.readLog()).toMatchObject({ matching, lost: 1 });
  database.exec('drop trigger refuse_qa_logs; drop trigger refuse_conversations');
  await footnote.ask(question);
  expect(await footnote.readLog()).toMatchObject({ matching: matching + 1, lost: 1 });
});

test('what is older than the settings allow is erased when a process begins', async () => {
  const { footnote: before, store: aged } = await openCopy();
  const { conversationId } = await before.ask('Hello!', { conversationId: null });
  await before.ask('Hello!');
  await before.close();
  using database = new DatabaseSync(join(aged, 'footnote.db'));
  database.exec(`update conversations set updated_at = '2020-01-01T00:00:00.000Z';
    update qa_logs set asked_at = '2020-01-01T00:00:00.000Z' where conversation_id is not null;`);
  const forEver = await openFootnote({ store: aged, log: { retentionDays: 0 } });
  onTestFinished(() => forEver.close());
  expect((await forEver.readLog()).matching).toBe(2);
  const next = await openFootnote({ store: aged, log: { retentionDays: 30 } });
  onTestFinished(() => next.close());
  expect((await next.readLog()).matching).toBe(1);
  await expect(next.getConversation(conversationId ?? '')).rejects.toMatchObject({
    code: 'conversation_unknown',
  });
});

test('B12: every question leaves a line in the log: answered, refused, greeted, failed and left; the command line shows and erases them', {
  timeout: 60_000,
}, async () => {
  const { footnote: asked, store: logged } = await openCopy({ log: { storeQuestions: true } });
  await asked.ask(question, { sessionId: 's1', clientAddress: '192.0.2.7' });
  await asked.ask('=HYPERLINK("http://x") of the World Cup?');
  await asked.ask('Hello!');
  await expect(asked.ask('long '.repeat(2000), { conversationId: null })).rejects.toMatchObject({
    code: 'question_too_long',
  });
  for await (const event of asked.ask(question, { conversationId: null })) if (event.type === 'token') break;
  const { entries, lost } = await asked.readLog();
  expect(lost).toBe(0);
  expect(
    entries.map(({ outcome, errorCode, question: words }) => [outcome, errorCode, words?.length]),
  ).toEqual([
    ['failed', 'question_too_long', 4000],
    ['below-threshold', null, 40],
    ['cancelled', null, question.length],
    ['small-talk', null, 6],
    ['answered', null, question.length],
  ]);
  expect(entries.at(-1)).toMatchObject({
    sessionId: 's1',
    clientHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    answer: expect.stringContaining('fourteen'),
    citations: expect.arrayContaining([expect.objectContaining({ number: 1, verdict: 'verbatim' })]),
    model: null,
  });
  // A refused question is none of a conversation; one that was left is, as far as it came.
  const [conversation, ...others] = await asked.listConversations();
  expect(others).toEqual([]);
  const { history } = await asked.getConversation(conversation?.conversationId ?? '');
  expect(history[1]).toMatchObject({
    content: expect.stringContaining('password'),
    answer: { outcome: 'cancelled', complete: false },
  });
  await asked.close();

  const run = (...args: string[]) => runFootnote([...args, '--store', logged], { cwd: logged });
  const shown = await run('log');
  expect(shown.stdout).toMatch(/OUTCOME[^]*question_too_long[^]*HYPERLINK[^]*small-talk[^]*answered/);
  const { stdout } = await run('log', '--export', 'csv', '--only', 'below-threshold');
  const [head, line, ...rest] = stdout.split('\n');
  expect(head).toMatch(/^id,askedAt,outcome,/);
  expect(line).toContain(`,"'=HYPERLINK(""http://x"") of the World Cup?",`);
  expect(rest).toEqual(['']);
  const none = await run('log', '--export', 'csv', '--limit', '0');
  expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('limit') });
  const both = await run('log', '--export', 'jsonl', '--json');
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("'--export' takes no '--json'") });
  const erased = await run('erase', '--before', '2999-01-01', '--json');
  expect(JSON.parse(erased.stdout)).toEqual({ conversations: 1, messages: 2, logEntries: 5 });
});

test('a process that is killed keeps its conversations, and its log but for the last second', {
  timeout: 60_000,
}, async () => {
  const { footnote: unused, store: killed } = await openCopy();
  await unused.close();
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'asking-child.ts'), killed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: { conversationId: string; messageId: string; atMs: number }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line) as (typeof told)[number]);
    if ((told.at(-1)?.atMs ?? 0) - (told[0]?.atMs ?? 0) > 1500) break;
  }
  const killedMs = Date.now();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const after = await openFootnote({ store: killed });
  onTestFinished(() => after.close());
  const logged = new Set((await after.readLog({ limit: 10_000 })).entries.map(({ id }) => id));
  const old = told.filter(({ atMs }) => atMs < killedMs - 1000);
  expect(old.length).toBeGreaterThan(0);
  expect(old.filter(({ messageId }) => !logged.has(messageId))).toEqual([]);
  const { history } = await after.getConversation(told[0]?.conversationId ?? '');
  const complete = new Set(
    history.filter(({ answer }) => answer?.complete).map(({ messageId }) => messageId),
  );
  expect(told.filter(({ messageId }) => !complete.has(messageId))).toEqual([]);
});

test('ten thousand answers leave nothing behind in memory', { timeout: 60_000 }, async () => {
  const records = await openRecords(join(temporaryFolder(), 'footnote.db'));
  onTestFinished(() => records.close());
  const log = new LogQueue<AskedQuestion>({
    write: (entries, lost) => records.interactions.log(entries, lost),
    delayMs: 1,
  });
  const answer = smallTalk('Hello', 'Hello.');
  async function* events(): AsyncGenerator<AnswerEvent> {
    yield { type: 'token', text: answer.answer };
    yield { type: 'done', answer };
  }
  const ask = async (number: number) => {
    const asked = {
      id: `answer ${number}`,
      collection: 'default',
      askedAt: new Date().toISOString(),
      sessionId: null,
      conversationId: null,
      clientAddress: '192.0.2.7',
      question: 'Hello',
      selectedText: '',
      otherCollections: [],
      keepsWords: true,
    };
    const followed = new FollowedAnswer(asked, {
      records: records.interactions,
      log: (entry) => log.add(entry),
    });
    for await (const event of followed.follow(events())) if (event.type === 'done') return event.answer;
    throw new Error('There was no answer.');
  };
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapAfter = async (from: number, to: number) => {
    for (let number = from; number < to; number++) {
      expect((await ask(number)).messageId).toBe(`answer ${number}`);
      if (number % 500 === 499) await log.flush();
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(0, 2000);
  const after = await heapAfter(2000, 10_000);
  await log.close();
  expect(log.lost).toBe(0);
  const page = await records.interactions.readLog('default', { limit: 1, offset: 0 });
  expect([page.matching, page.lost]).toEqual([10_000, 0]);
  // 8000 entries that were held would be over 4 MB.
  expect(after - before).toBeLessThan(2 * 2 ** 20);
});
