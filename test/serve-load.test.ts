import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startEndlessModel } from '../bench/soak/endless-model.ts';
import {
  conversationsKept,
  leaveAnswers,
  leaveUnread,
  readSlowly,
  replyOf,
  ServedStore,
  sendSlowly,
  stopWhileAsked,
} from '../bench/soak/serve.ts';
import { quickAnswers } from './corpus.ts';
import { temporaryFolder } from './run-footnote.ts';

/** With a store that the servers of this file serve one after the other. */
const shared = temporaryFolder();
const folder = shared.path;
afterAll(() => shared[Symbol.dispose]());

const seed = 1;
const passages = 20;

/** Whoever asks waits for as long as a busy machine takes. */
const patient = { FOOTNOTE_SERVER_MAX_QUEUE_MS: '600000', FOOTNOTE_ANSWER_READER: quickAnswers.reader };

test('a server whose clients leave at any moment ends with SIGTERM', async () => {
  const server = await ServedStore.start(folder, { seed, passages, env: patient });
  try {
    await leaveAnswers(server, { count: 60, seed: 1 });
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
});

test('answers that never end and that nobody reads stop nothing, and end as incomplete once they are read', async () => {
  const model = await startEndlessModel();
  onTestFinished(() => model.close());
  const server = await ServedStore.start(folder, {
    seed,
    passages,
    env: { ...model.env, ...patient, FOOTNOTE_GENERATOR_MAX_TOKENS: '40' },
  });
  try {
    expect(await leaveUnread(server, { count: 10, looks: 20 })).toMatchObject({ ready: 20, ended: 10 });
    const whole = await replyOf(await server.ask(1));
    expect(whole).toContain('"complete":false');
    expect(whole).toContain('"finishReason":"length"');
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
});

test('slow readers and slow senders are served and let go of, and a restart loses no conversation', async () => {
  const options = { seed, passages, env: { ...patient, FOOTNOTE_SERVER_REQUEST_TIMEOUT_MS: '3000' } };
  const server = await ServedStore.start(folder, options);
  onTestFinished(() => server.kill());
  expect(await readSlowly(server, 20)).toBe(20);
  expect(await sendSlowly(server, 20)).toBe(20);
  const { conversations, ended, code } = await stopWhileAsked(server, 30);
  expect([ended, code]).toEqual([30, 0]);
  expect(conversations.length).toBeGreaterThanOrEqual(15);
  const next = await ServedStore.start(folder, options);
  onTestFinished(() => next.kill());
  expect(await conversationsKept(next, conversations)).toBe(conversations.length);
  expect(await next.stop()).toBe(0);
});
