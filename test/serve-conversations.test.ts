import { expect, test } from 'vitest';
import type { Answer } from '../src/answer/answer.ts';
import type { Conversation, ConversationWithMessages } from '../src/contracts/conversation.ts';
import { serveTestStore } from './serve-fixture.ts';

const base = '/api/v1/collections/default';

const { server } = await serveTestStore();

async function ask(body: object): Promise<Answer> {
  const reply = await server.send(`${base}/ask`, { body });
  expect(reply.status, reply.body).toBe(200);
  return reply.json() as Answer;
}

async function conversation(id: string | null): Promise<ConversationWithMessages> {
  const reply = await server.send(`${base}/conversations/${id}`);
  expect(reply.status, reply.body).toBe(200);
  return reply.json() as ConversationWithMessages;
}

async function listed(sessionId: string): Promise<readonly Conversation[]> {
  const reply = await server.send(`${base}/conversations?sessionId=${sessionId}`);
  expect(reply.status, reply.body).toBe(200);
  return (reply.json() as { conversations: readonly Conversation[] }).conversations;
}

test('a conversation is begun, gone on with, listed for its session alone, and erased', async () => {
  const sessionId = 'reader-1';
  const first = await ask({
    question: 'How long do parcels to Norway take?',
    conversationId: null,
    sessionId,
  });
  const { conversationId } = first;
  const second = await ask({ question: 'And what form do they need?', conversationId, sessionId });
  expect(second.conversationId).toBe(conversationId);
  expect(second.searchedFor).toContain('Norway');

  const [only, ...others] = await listed(sessionId);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ conversationId, messages: 4, title: 'How long do parcels to Norway take?' });
  expect(await listed('reader-2')).toEqual([]);

  const { history } = await conversation(conversationId);
  expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(history[1]).toMatchObject({ messageId: first.messageId, content: first.answer });

  const erased = await server.send(`${base}/conversations/${conversationId}`, { method: 'DELETE' });
  expect(erased.json()).toMatchObject({ conversations: 1, messages: 4 });
  const gone = await server.send(`${base}/conversations/${conversationId}`);
  expect([gone.status, gone.json()]).toEqual([
    404,
    { error: expect.objectContaining({ code: 'conversation_unknown' }) },
  ]);
  expect(await listed(sessionId)).toEqual([]);
});

test('what a reader says of an answer is kept with it', async () => {
  const { messageId, conversationId } = await ask({
    question: 'How long can items be returned?',
    conversationId: null,
  });
  for (const said of [{ helpful: false }, { openedCitation: 1 }, { openedCitation: 1 }]) {
    const reply = await server.send(`${base}/feedback`, { body: { messageId, ...said } });
    expect([reply.status, reply.json()]).toEqual([200, { kept: true }]);
  }
  const { history } = await conversation(conversationId);
  expect(history[1]?.answer).toMatchObject({ helpful: false });

  expect(history[1]?.answer?.citations[0]).toMatchObject({ number: 1, opened: 2 });

  const unknown = await server.send(`${base}/feedback`, { body: { messageId: 'none', helpful: true } });
  expect([unknown.status, unknown.json()]).toMatchObject([404, { error: { code: 'message_unknown' } }]);
});

test.each([
  [
    'POST',
    '/ask',
    { question: 'How?', conversationId: 'another', stream: true },
    404,
    'conversation_unknown',
  ],
  // A conversation without an id would be everybody's, and one of a session without a name in no list.
  ['POST', '/ask', { question: 'How?', conversationId: '' }, 400, 'request_invalid'],
  ['POST', '/ask', { question: 'How?', conversationId: null, sessionId: '' }, 400, 'request_invalid'],
  ['GET', '/conversations', undefined, 400, 'request_invalid'],
  ['GET', '/conversations?sessionId=a&limit=0', undefined, 400, 'request_invalid'],
  ['DELETE', '/conversations/another', undefined, 404, 'conversation_unknown'],
  ['POST', '/feedback', { helpful: true }, 400, 'request_invalid'],
] as const)('%s %s is refused where it names nothing', async (method, path, body, status, code) => {
  const reply = await server.send(base + path, { method, body });
  expect([reply.status, reply.json()]).toMatchObject([status, { error: { code } }]);
});

test('a page elsewhere erases nothing', async () => {
  const { conversationId } = await ask({ question: 'How long can items be returned?', conversationId: null });
  const headers = { origin: 'https://evil.example' };
  const reply = await server.send(`${base}/conversations/${conversationId}`, { method: 'DELETE', headers });
  expect(reply.status).toBe(403);
  expect((await conversation(conversationId)).messages).toBe(2);
});
