import { describe, expect, test } from 'vitest';
import { answerWith, hang, reset } from '../../../test/json-peer.ts';
import { refuse, startOpenAiPeer } from '../../../test/openai-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { expectVector, notes, scriptedEmbeddings } from './openai-embedder.test-support.ts';

const apiKey = 'sk-test-1234567890abcdef';

const provider = scriptedEmbeddings();

describe('a fault that passes', () => {
  test.each([
    ['429', refuse(429, 'Slow down.')],
    ['500', refuse(500, 'Oops.')],
    ['503', refuse(503, 'Loading.')],
    ['a connection that is cut in mid-answer', reset],
    ['an answer that is no JSON', answerWith(() => '<html>Bad gateway</html>')],
    ['an answer that ends too early', answerWith((answer) => JSON.stringify(answer).slice(0, -9))],
  ])('is tried again: %s', async (_, fault) => {
    const clock = steppedClock();
    provider.peer.meet(fault, fault);
    const [embedding] = await provider.open({ clock }).embedDocuments(['text']);
    expectVector(embedding?.vectors[0], 'text');
    expect(provider.peer.requests).toHaveLength(3);
    expect(clock.waits).toHaveLength(2);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(500);
    expect(clock.waits[0]).toBeLessThanOrEqual(625);
    expect(clock.waits[1]).toBeGreaterThanOrEqual(1000);
    expect(clock.waits[1]).toBeLessThanOrEqual(1250);
  });

  test.each([
    ['seconds', '7', 7000],
    ['a date', 'Tue, 01 Jan 2030 00:00:12 GMT', 12_000],
    ['a date that has passed', 'Tue, 01 Jan 2019 00:00:12 GMT', 0],
    ['more than is reasonable', '86400', 60_000],
  ])('is waited for as long as the server says: %s', async (_, value, waitMs) => {
    const clock = steppedClock();
    provider.peer.meet(refuse(429, 'Slow down.', { 'retry-after': value }));
    await provider.open({ clock }).embedDocuments(['text']);
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(waitMs);
  });

  test('does not keep a question waiting for long', async () => {
    const clock = steppedClock();
    const fault = refuse(429, 'Slow down.', { 'retry-after': '50' });
    provider.peer.meet(fault, fault, fault);
    const question = provider.open({ clock }).embedQuery('text');
    await expect(question).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { retryAfterMs: 50_000 },
      message: 'The model test-model is not responding: HTTP 429, Slow down. Try again in 50 s.',
    });
    expect(clock.waits).toEqual([2000, 2000]);
  });

  test('no answer in time is one', async () => {
    provider.peer.meet(hang);
    const attempt = provider.open({ timeoutMs: 50, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow(
      'no answer within 50 ms. Try again in a moment, or allow more time in the settings of embedder.',
    );
  });

  test('a server that hangs is asked again for passages, and once for a question, which waits no longer', async () => {
    const clock = steppedClock();
    provider.peer.meet(hang);
    const embedder = provider.open({ timeoutMs: 500, clock });
    expect(await embedder.embedDocuments(['text'])).toHaveLength(1);
    expect(provider.peer.requests).toHaveLength(2);
    provider.peer.meet(hang);
    await expect(embedder.embedQuery('text')).rejects.toThrow('no answer within 500 ms');
    expect(provider.peer.requests).toHaveLength(3);
  });

  test('a question that was refused has only the rest of its time for the next attempt', async () => {
    provider.peer.meet(refuse(503, 'Loading.', { 'retry-after': '0' }), hang, hang);
    await expect(provider.open({ timeoutMs: 500 }).embedQuery('text')).rejects.toThrow(
      'no answer within 500 ms',
    );
    expect(provider.peer.requests).toHaveLength(2);
  });

  test('nobody there is one', async () => {
    const gone = await startOpenAiPeer();
    await gone.close();
    const attempt = provider.open({ baseUrl: gone.baseUrl, maxRetries: 0 }).embedDocuments(['text']);
    await expect(attempt).rejects.toThrow(/is not responding: .*ECONNREFUSED/);
  });
});

describe('a refusal', () => {
  test.each([
    ['400', refuse(400, 'Too long.')],
    ['a used-up account', refuse(429, 'You exceeded your quota.', {}, 'insufficient_quota')],
  ])('is final: %s', async (_, fault) => {
    provider.peer.meet(fault);
    await expect(provider.open().embedDocuments(['text'])).rejects.toMatchObject({ code: 'model_rejected' });
    expect(provider.peer.requests).toHaveLength(1);
  });

  test('says what the provider says, and never the key', async () => {
    const fault = refuse(401, `Incorrect API key provided: ${apiKey} or sk-te***cdef.\n\nFind yours.`);
    provider.peer.meet(fault);
    const error: unknown = await provider
      .open({ apiKey })
      .embedDocuments(['text'])
      .catch((reason: unknown) => reason);
    expect((error as Error).message).toBe(
      'The model test-model refused the request: HTTP 401, Incorrect API key provided: *** or *** Find yours. Check embedder.apiKey.',
    );
    expect(JSON.stringify(error)).not.toMatch(/sk-te|cdef/);
  });

  test.each([
    ['a redirection', 302, ''],
    ['a body that is no JSON', 404, 'x'],
  ])('may be %s', async (_, status, body) => {
    provider.peer.meet((response) =>
      response.writeHead(status, { location: 'http://elsewhere.example/' }).end(body),
    );
    await expect(provider.open().embedDocuments(['text'])).rejects.toMatchObject({
      code: 'model_rejected',
      message: expect.stringContaining(`HTTP ${status}, http://elsewhere.example/`),
    });
  });

  test('stops the other batches of the call', async () => {
    provider.peer.meet(refuse(400, 'Bad input.'));
    const call = provider.open({ batchSize: 1, concurrency: 1 }).embedDocuments(notes(50));
    await expect(call).rejects.toMatchObject({ code: 'model_rejected' });
    await provider.open().embedDocuments(['after']);
    expect(provider.peer.requests.length).toBeLessThanOrEqual(3);
  });
});

describe('what is aborted', () => {
  test('ends at the server as well', async () => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    provider.peer.meet((response) => {
      response.on('close', closed.resolve);
      arrived.resolve();
    });
    const controller = new AbortController();
    const call = provider.open().embedDocuments(['text'], { signal: controller.signal });
    const refused = expect(call).rejects.toMatchObject({ code: 'aborted' });
    await arrived.promise;
    controller.abort();
    await refused;
    await closed.promise;
  });

  test('does not wait for the end of a pause', async () => {
    provider.peer.meet(refuse(429, 'Slow down.', { 'retry-after': '3600' }));
    const controller = new AbortController();
    const embedder = provider.open();
    const call = embedder.embedDocuments(['text'], { signal: controller.signal });
    const other = embedder.embedDocuments(['other']);
    const refused = [call, other].map((promise) =>
      expect(promise).rejects.toMatchObject({ code: 'aborted' }),
    );
    while (provider.peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await refused[0];
    await embedder.close();
    await refused[1];
  });
});
