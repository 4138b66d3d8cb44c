import { afterAll, afterEach, expect, test } from 'vitest';
import { testModels } from '../src/app/model-checks.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { startChatPeer } from './chat-peer.ts';
import { answerWith, hang, refuseWith } from './json-peer.ts';
import { refuse, startOpenAiPeer } from './openai-peer.ts';

const chat = await startChatPeer();
const vectors = await startOpenAiPeer({ dimension: 64 });
afterAll(() => Promise.all([chat.close(), vectors.close()]));
afterEach(() => chat.says(['ready']));

const apiKey = 'sk-never-to-be-shown';
const settings: PartialConfig = {
  embedder: { kind: 'openai', baseUrl: vectors.baseUrl, model: 'words', apiKey, dimension: 64 },
  generator: { kind: 'openai', baseUrl: chat.baseUrl, model: 'talker', apiKey },
};

/** What trying the models comes to under these settings, changed. */
async function statesWith(change: PartialConfig = {}, limitMs?: number) {
  const config = completeConfig({
    embedder: { ...settings.embedder, ...change.embedder },
    generator: { ...settings.generator, ...change.generator },
  });
  const checks = await testModels(config, limitMs);
  expect(JSON.stringify(checks)).not.toContain(apiKey);
  for (const { ok, state, remedy, tookMs } of checks) {
    expect(ok).toBe(state === 'ready');
    expect(remedy === null).toBe(ok);
    expect(tookMs).toBeGreaterThanOrEqual(0);
  }
  return Object.fromEntries(checks.map(({ part, state }) => [part, state]));
}

test('what answers is ready, asked anew each time', async () => {
  const asked = vectors.requests.length;
  expect(await statesWith()).toEqual({ embedder: 'ready', generator: 'ready' });
  expect(await statesWith()).toEqual({ embedder: 'ready', generator: 'ready' });
  expect(vectors.requests.length).toBe(asked + 2);
});

test('a key that is refused, a model that is not there and vectors of another length are told apart', async () => {
  vectors.meet(refuse(401, `Incorrect API key provided: ${apiKey}`));
  chat.meet(refuseWith(404, { error: { message: 'The model `talker` does not exist' } }));
  expect(await statesWith()).toEqual({ embedder: 'key-refused', generator: 'model-unknown' });
  vectors.meet(
    answerWith((answer) => ({ ...answer, data: answer.data.map((one) => ({ ...one, embedding: [1, 2] })) })),
  );
  chat.meet((response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><title>Welcome</title></html>');
  });
  expect(await statesWith()).toEqual({ embedder: 'dimension-differs', generator: 'malformed' });
});

test('what is not there, and what does not answer in time, is not reached', async () => {
  vectors.meet(hang);
  const elsewhere = { generator: { baseUrl: 'http://127.0.0.1:9/v1' } };
  expect(await statesWith(elsewhere, 300)).toEqual({ embedder: 'unreachable', generator: 'unreachable' });
});

test('settings that cannot be used are told, and answers without a model are ready', async () => {
  const change: PartialConfig = {
    embedder: { kind: 'onnx', directory: '/nowhere' },
    generator: { kind: 'extractive' },
  };
  expect(await statesWith(change)).toEqual({ embedder: 'unusable', generator: 'ready' });
});
