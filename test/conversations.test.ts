import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import type { AnswerEvent } from '../src/answer/answer.ts';
import type { ErrorCode } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import { handbook } from './corpus.ts';
import { refuseRows } from './refuse-rows.ts';
import { footnoteOver } from './shared-footnote.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-conversations-'));
const footnote = footnoteOver(handbook, folder);

beforeAll(async () => {
  await footnote().ingest([join(folder, 'files', 'kitchen.txt')], { collection: 'other' });
});

const question = 'How long must a password be?';

test('a conversation keeps questions and answers, and gives them to the next question', async () => {
  const first = await footnote().ask('Who locks the lost laptop?', { conversationId: null, sessionId: 's1' });
  const { conversationId } = first;
  if (conversationId === null) throw new Error(first.warnings.join());
  const second = await footnote().ask('Within what time must it be reported?', { conversationId });
  expect(second.searchedFor).toContain('laptop');
  expect(second.conversationId).toBe(conversationId);

  const conversation = await footnote().getConversation(conversationId);
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
  expect(await footnote().listConversations({ sessionId: 's1' })).toMatchObject([
    { conversationId, messages: 4 },
  ]);

  await footnote().recordFeedback({ messageId: first.messageId ?? '', helpful: true, openedCitation: 1 });
  const [, rated] = (await footnote().getConversation(conversationId)).history;
  expect(rated?.answer).toMatchObject({
    helpful: true,
    citations: first.citations.map(({ number }) => ({ opened: number === 1 ? 1 : 0 })),
  });
});

test('a conversation keeps the words that were marked, and the next question leans on them', async () => {
  const asked = { conversationId: null, selectedText: 'the lost laptop' };
  const { conversationId } = await footnote().ask('Who locks this?', asked);
  const next = await footnote().ask('Within what time must it be reported?', {
    conversationId: conversationId ?? '',
  });
  expect(next.searchedFor).toContain('laptop');
  const { history } = await footnote().getConversation(conversationId ?? '');
  expect(history.map(({ selectedText }) => selectedText)).toEqual(['the lost laptop', null, null, null]);
});

test('a conversation is named and pinned, and lists begin with it', async () => {
  const [first, second] = await Promise.all(
    ['Who locks the lost laptop?', question].map(async (asked) => {
      const { conversationId } = await footnote().ask(asked, { conversationId: null, sessionId: 'named' });
      return conversationId ?? '';
    }),
  );
  expect(
    await footnote().changeConversation(first ?? '', { title: ' Lost\0\u202E \n lap\u200Etops ' }),
  ).toMatchObject({
    conversationId: first,
    title: 'Lost laptops',
    pinned: false,
  });
  expect(await footnote().changeConversation(first ?? '', { pinned: true })).toMatchObject({
    title: 'Lost laptops',
    pinned: true,
  });
  // Pinned, it is before one that was asked later.
  await footnote().ask(question, { conversationId: second ?? '' });
  const listed = await footnote().listConversations({ sessionId: 'named' });
  expect(listed.map(({ conversationId }) => conversationId)).toEqual([first, second]);
});

test('a branch has what was said before a question, and goes its own way', async () => {
  const begun = await footnote().ask('Who locks the lost laptop?', { conversationId: null, sessionId: 'b' });
  const from = begun.conversationId ?? '';
  await footnote().recordFeedback({ messageId: begun.messageId ?? '', helpful: true });
  await footnote().ask(question, { conversationId: from });
  const before = await footnote().getConversation(from);
  const asked = before.history[2]?.messageId ?? '';
  const branch = await footnote().branchConversation(from, { before: asked });
  expect(branch).toMatchObject({ title: before.title, messages: 2, sessionId: 'b', pinned: false });
  const said = (of: typeof before) =>
    of.history.map(({ content, answer }) => [content, answer?.citations.map(({ quote }) => quote)]);
  const copied = await footnote().getConversation(branch.conversationId);
  expect(said(copied)).toEqual(said(before).slice(0, 2));
  expect(copied.history[1]?.answer?.helpful).toBeNull();
  const next = await footnote().ask('Within what time must it be reported?', {
    conversationId: branch.conversationId,
  });
  expect(next.searchedFor).toContain('laptop');
  expect(await footnote().getConversation(from)).toEqual(before);
  await expect(footnote().branchConversation(from, { before: begun.messageId ?? '' })).rejects.toMatchObject({
    code: 'message_unknown',
  });
  // What was copied is erased with its conversation, and not with the other.
  await footnote().eraseConversations({ conversationId: from });
  expect((await footnote().getConversation(branch.conversationId)).messages).toBe(4);
});

test('the first event names the conversation, so that one whose answer was left can be gone on with', async () => {
  const events: AnswerEvent[] = [];
  for await (const event of footnote().ask('Who locks the lost laptop?', { conversationId: null })) {
    events.push(event);
    if (event.type === 'token') break;
  }
  const [first, second] = events;
  if (first?.type !== 'conversation') throw new Error(`The first event is ${first?.type}.`);
  expect(second?.type).toBe('retrieved');
  const { conversationId, messageId } = first;
  const next = await footnote().ask('Within what time must it be reported?', { conversationId });
  expect(next.searchedFor).toContain('laptop');
  const { history } = await footnote().getConversation(conversationId);
  expect(history.map((message) => [message.messageId, message.answer?.outcome])).toEqual([
    [expect.any(String), undefined],
    [messageId, 'cancelled'],
    [expect.any(String), undefined],
    [next.messageId, 'answered'],
  ]);
});

test('the conversation is named late where the store is being written to, and not at all where nothing keeps it', async () => {
  const types = async (conversationId: null | undefined, events: AnswerEvent[] = []) => {
    for await (const event of footnote().ask(question, { conversationId })) {
      events.push(event);
      if (database.isTransaction && event.type === 'retrieved') database.exec('rollback');
    }
    return events.map(({ type }) => type).filter((type) => type === 'conversation' || type === 'retrieved');
  };
  using database = new DatabaseSync(join(folder, 'store', 'footnote.db'));
  database.exec('begin immediate');
  expect(await types(null)).toEqual(['retrieved', 'conversation']);
  expect(await types(undefined)).toEqual(['retrieved']);
  database.exec(refuseRows('conversations'));
  expect(await types(null)).toEqual(['retrieved']);
  database.exec('drop trigger refuse_conversations');
});

test('a conversation of another collection is unknown, and so is one that is not there', async () => {
  const { conversationId } = await footnote().ask(question, { conversationId: null });
  const places = [
    { id: conversationId ?? '', collection: 'other' },
    { id: 'nobody', collection: 'default' },
  ];
  for (const { id, collection } of places) {
    const calls: readonly PromiseLike<unknown>[] = [
      footnote().ask(question, { conversationId: id, collection }),
      footnote().getConversation(id, { collection }),
      footnote().eraseConversations({ conversationId: id }, { collection }),
      footnote().changeConversation(id, { pinned: true }, { collection }),
      footnote().branchConversation(id, { before: 'x' }, { collection }),
    ];
    const unknown = { status: 'rejected', reason: { code: 'conversation_unknown' } };
    expect(await Promise.allSettled(calls)).toMatchObject(calls.map(() => unknown));
  }
});

const refused: readonly [string, (footnote: Footnote) => PromiseLike<unknown>, ErrorCode][] = [
  [
    'a history beside a conversation',
    (given) => given.ask(question, { conversationId: null, history: [] }),
    'request_invalid',
  ],
  [
    'a session’s name that is too long',
    (given) => given.ask(question, { sessionId: 's'.repeat(201) }),
    'request_invalid',
  ],
  ['to change nothing', (given) => given.changeConversation('x', {}), 'request_invalid'],
  ['to erase nothing', (given) => given.eraseConversations({}), 'request_invalid'],
  [
    'to erase what is before no date',
    (given) => given.eraseConversations({ before: 'soon' }),
    'request_invalid',
  ],
  ['to read no lines of the log', (given) => given.readLog({ limit: 0 }), 'request_invalid'],
  [
    'the conversations of no collection',
    (given) => given.listConversations({ collection: 'nowhere' }),
    'collection_unknown',
  ],
  [
    'feedback on no answer',
    (given) => given.recordFeedback({ messageId: 'nobody', helpful: true }),
    'message_unknown',
  ],
];

test.each(refused)('%s is refused', async (_, call, code) => {
  await expect(call(footnote())).rejects.toMatchObject({ code });
});
