import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type AnswerEvent, answerStream } from '../src/answer/answer.ts';
import type { AskOptions } from '../src/footnote.ts';
import { ConversationStore } from '../web/conversation/conversation-store.ts';
import { askedTurn, withTraces } from '../web/conversation/turn.ts';
import {
  footnoteWith,
  openTestStore,
  startTestServer,
  type TestServer,
  type TestStore,
} from './serve-fixture.ts';

type MakeAnswer = (options: AskOptions) => AsyncGenerator<AnswerEvent, void>;

let store: TestStore;
let server: TestServer;
/** Makes answers in place of the store where a test says how. */
let make: MakeAnswer | undefined;
/** Conversations that were asked in, in order. */
let askedIn: (string | null | undefined)[] = [];

beforeAll(async () => {
  store = await openTestStore();
  const own = store.footnote.ask.bind(store.footnote);
  const footnote = footnoteWith(store.footnote, {
    ask(question, options = {}) {
      askedIn.push(options.conversationId);
      const answer = make;
      return answer ? answerStream(() => answer(options)) : own(question, options);
    },
  });
  server = await startTestServer({ config: store.config, footnote });
  // The page's addresses begin where it is.
  const fetchFrom = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    fetchFrom(new URL(path, server.address), options),
  );
});

afterEach(() => {
  make = undefined;
  askedIn = [];
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await server.server.close();
  await store.close();
});

const begunBy = (question: string) => ({
  asked: { question, about: '', collections: ['default'], quotesOnly: false },
  conversationId: undefined,
});
const keptAs = (conversationId: string | null) => ({
  asked: { question: '', about: '', collections: ['default'], quotesOnly: false },
  conversationId: conversationId ?? undefined,
});
const nowhere = keptAs(null);

/** The conversation that is shown, once its last answer is `state`. */
async function until(conversations: ConversationStore, state: string) {
  await expect.poll(() => conversations.state().turns.at(-1)?.state, { interval: 2 }).toBe(state);
  return conversations.state();
}

test('a conversation is asked once, whichever of its addresses is gone to', async () => {
  const conversations = new ConversationStore();
  conversations.show(begunBy('How long do parcels to Norway take?'));
  const { conversationId, turns } = await until(conversations, 'done');
  expect(turns[0]?.text).toContain('nine days');
  conversations.show(keptAs(conversationId));
  conversations.show(begunBy('How long do parcels to Norway take?'));
  expect(conversations.state().conversationId).toBe(conversationId);
  conversations.shown.ask({
    question: 'And refunds?',
    about: '',
    collections: ['default'],
    quotesOnly: false,
  });
  await until(conversations, 'done');
  expect(askedIn).toEqual([null, conversationId]);
  conversations.show(nowhere);
  expect(conversations.state()).toEqual({
    conversationId: null,
    turns: [],
    warnings: [],
    isLoading: false,
    error: undefined,
  });
  conversations.show(keptAs(conversationId));
  expect(conversations.state().turns.map(({ answer }) => answer?.abstained)).toEqual([false, false]);
  conversations.show(nowhere);
  conversations.show(begunBy('How long do parcels to Norway take?'));
  await until(conversations, 'done');
  expect(askedIn).toHaveLength(3);
});

test('an answer that is kept goes on when it is left, and is there on the way back', async () => {
  const goOn = Promise.withResolvers<void>();
  make = async function* ({ signal }) {
    yield { type: 'conversation', conversationId: 'c-1', messageId: 'm-1' };
    yield { type: 'token', text: 'Nine' };
    await goOn.promise;
    yield { type: 'token', text: ' days' };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  };
  const conversations = new ConversationStore();
  conversations.show(begunBy('How long?'));
  await until(conversations, 'speaking');
  conversations.show(nowhere);
  goOn.resolve();
  conversations.show(keptAs('c-1'));
  await expect.poll(() => conversations.state().turns[0]?.text, { interval: 2 }).toBe('Nine days');
  conversations.shown.stop();
  expect((await until(conversations, 'stopped')).turns[0]?.text).toBe('Nine days');
});

test('one that nothing keeps ends when it is left', async () => {
  const ended = Promise.withResolvers<void>();
  make = async function* ({ signal }) {
    yield { type: 'token', text: 'Nine' };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    ended.resolve();
  };
  const conversations = new ConversationStore();
  conversations.show(begunBy('How long?'));
  await until(conversations, 'speaking');
  conversations.show(nowhere);
  await ended.promise;
  expect(conversations.state().turns).toEqual([]);
});

test('what another window asks comes when it is read again, and what is known here of an answer stays', async () => {
  const conversations = new ConversationStore();
  conversations.show(begunBy('How long do parcels to Norway take?'));
  const { conversationId } = await until(conversations, 'done');
  await store.footnote.ask('When do refunds arrive?', { conversationId });
  await conversations.shown.read();
  const [first, second] = conversations.state().turns;
  expect(first?.answer?.hits.length).toBeGreaterThan(0);
  expect(second?.text).toContain('five working days');

  await store.footnote.eraseConversations({ conversationId: conversationId ?? '' });
  await conversations.shown.read();
  expect(conversations.state().turns).toEqual([]);
  expect(conversations.state().error?.code).toBe('conversation_unknown');
  conversations.shown.ask({
    question: 'When do refunds arrive?',
    about: '',
    collections: ['default'],
    quotesOnly: false,
  });
  await until(conversations, 'done');
  expect(askedIn.at(-1)).toBe(null);
});

test('a question that never got to the server stays beside what is kept', async () => {
  const conversations = new ConversationStore();
  conversations.show(begunBy('How long do parcels to Norway take?'));
  await until(conversations, 'done');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('gone')));
  conversations.shown.ask({
    question: 'And refunds?',
    about: '',
    collections: ['default'],
    quotesOnly: false,
  });
  await until(conversations, 'failed');
  await conversations.shown.read();
  expect(conversations.state().turns).toHaveLength(2);
  vi.stubGlobal('fetch', fetch);
  await conversations.shown.read();
  expect(conversations.state().turns.map(({ state }) => state)).toEqual(['done', 'failed']);
  conversations.shown.askAgain(['default']);
  expect((await until(conversations, 'done')).turns).toHaveLength(2);
});

test('what has no end was broken off where another was asked behind it, be it in vain', () => {
  const asked = askedTurn({ question: 'How long?', about: '', collections: ['default'], quotesOnly: false });
  const turns = withTraces([{ ...asked, messageId: 'm' }], [{ ...asked, state: 'failed' }]);
  expect(turns.map(({ state }) => state)).toEqual(['stopped', 'failed']);
});
