import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startJsonPeer } from '../../../test/json-peer.ts';
import { modelEndpoint, modelFetch, requestFailure } from './model-request.ts';
import { systemClock } from './request-retry.ts';

function* endless() {
  const piece = Buffer.alloc(2 ** 20, 'x');
  for (;;) yield piece;
}

test('an answer without end is cut off before it fills the memory, and its connection closed', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const peer = await startJsonPeer(
    () => ({}),
    (response) => {
      response.once('close', resolve);
      Readable.from(endless()).pipe(response);
    },
  );
  onTestFinished(() => peer.close());
  const endpoint = modelEndpoint('generator', { baseUrl: peer.origin, model: 'chat' });
  const response = await modelFetch(endpoint, systemClock)(peer.origin, { method: 'POST', body: '{}' });
  let received = 0;
  const error: unknown = await (async () => {
    for await (const piece of response.body ?? []) received += piece.length;
  })().catch((reason: unknown) => reason);
  expect(received).toBeLessThanOrEqual(2 ** 28);
  const { signal } = new AbortController();
  expect(requestFailure(error, endpoint, { caller: signal, limit: signal }).message).toBe(
    'The model chat is not responding: its answer is over 268435456 bytes. Try again in a moment; if it keeps happening, check the server at generator.baseUrl.',
  );
  await closed;
});
