import { describe, expect, test } from 'vitest';
import { type ChatFault, streamRaw, streamThen, streamWith } from '../../../test/chat-peer.ts';
import { answerWith, hang, refuseWith } from '../../../test/json-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import { refuse, scriptedModel, text } from './openai-generator.test-support.ts';

const apiKey = 'sk-test-1234567890abcdef';

const model = scriptedModel();

describe('a fault before the first word', () => {
  test.each<[string, ChatFault]>([
    ['429', refuse(429)],
    ['500', refuse(500)],
    ['a connection that is cut', (response) => response.destroy()],
    ['a stream without anything in it', streamRaw('')],
    ['garbage', streamRaw('data: {what\n\n')],
    ['a page', answerWith(() => '<html>Bad gateway</html>')],
    ['an error in the stream', streamRaw('data: {"error":{"message":"Overloaded."}}\n\n')],
    ['a reset after the role', streamThen(1, (response) => response.socket?.resetAndDestroy())],
  ])('is met with another attempt: %s', async (_, fault) => {
    const clock = steppedClock();
    model.peer.meet(fault, fault, fault);
    expect(await model.ask({ clock })).toMatchObject({ said: text, code: undefined });
    expect(model.peer.requests).toHaveLength(4);
    for (const [retry, leastMs] of [1000, 2000, 4000].entries()) {
      expect(clock.waits[retry]).toBeGreaterThanOrEqual(leastMs);
      expect(clock.waits[retry]).toBeLessThanOrEqual(1.25 * leastMs);
    }
  });

  test('D4: that stays is told after three repetitions', async () => {
    model.peer.meet(refuse(503), refuse(503), refuse(503), refuse(503));
    expect(await model.ask()).toMatchObject({
      said: '',
      code: 'model_unavailable',
      message:
        'The model chat is not responding: HTTP 503, Not now. Try again in a moment; if it keeps happening, check the server at generator.baseUrl.',
    });
    expect(model.peer.requests).toHaveLength(4);
  });

  test.each<[string, ChatFault]>([
    ['in a header', refuse(429, { 'retry-after': '37' })],
    [
      'in its body, as Google has it',
      refuseWith(429, [{ error: { code: 429, message: 'Quota.', details: [{ retryDelay: '37s' }] } }]),
    ],
  ])('C8, D4: that says when to come back is obeyed: %s', async (_, fault) => {
    const clock = steppedClock();
    model.peer.meet(fault);
    expect((await model.ask({ clock })).said).toBe(text);
    expect(clock.waits).toEqual([37_000]);
  });

  test('that says to come back too late ends it at once', async () => {
    const clock = steppedClock();
    model.peer.meet(refuse(429, { 'retry-after': '120' }));
    expect((await model.ask({ clock, timeoutMs: 120_000 })).code).toBe('model_unavailable');
    expect(clock.waits).toEqual([]);
  });

  test.each([
    [400, 'Check the settings of generator, starting with baseUrl and model'],
    [401, 'Check generator.apiKey'],
    [404, 'Check generator.baseUrl and generator.model'],
    [422, 'Check the settings of generator, starting with baseUrl and model'],
  ])('D4: of status %i is final: %s', async (status, remedy) => {
    const message = `Wrong, and your key is ${apiKey}.`;
    model.peer.meet(refuseWith(status, { error: { message } }));
    const { code, message: shown } = await model.ask({ apiKey });
    expect(code).toBe('model_rejected');
    expect(shown).toBe(
      `The model chat refused the request: HTTP ${status}, Wrong, and your key is ***. ${remedy}.`,
    );
    expect(model.peer.requests).toHaveLength(1);
  });

  test('is a prompt longer than the model reads, also where that is said in the stream', async () => {
    const error = { code: 400, message: 'It does not fit.', type: 'exceed_context_size_error' };
    model.peer.meet(refuseWith(400, { error }));
    const refused = await model.ask();
    expect(refused.code).toBe('model_rejected');
    expect(refused.message).toContain(
      'It does not fit. Set generator.contextWindow to what the model can read, or lower answer.maxContextTokens.',
    );
    model.peer.meet(streamWith(() => [{ error: { ...error, code: null } }]));
    expect(await model.ask()).toMatchObject({ code: 'model_rejected' });
  });

  test('is what the filter of a provider stops, wherever it says so', async () => {
    const message = 'The response was filtered due to the prompt triggering a content management policy.';
    const error = { message, param: 'prompt', code: 'content_filter', status: 400 };
    model.peer.meet(
      refuseWith(400, { error }),
      streamWith(() => [{ error }]),
    );
    for (const _ of ['by status', 'in the stream']) {
      const refused = await model.ask();
      expect(refused.code).toBe('model_rejected');
      expect(refused.message).toContain('Rephrase the question; if a passage triggers');
    }
  });

  test.each([
    ['401', 'Check generator.apiKey'],
    ['insufficient_quota', 'Check the account'],
  ])('is final where a stream says so by the code %s', async (code, remedy) => {
    model.peer.meet(streamWith(() => [{ error: { message: 'No.', type: 'None', code } }]));
    const refused = await model.ask();
    expect(refused.code).toBe('model_rejected');
    expect(refused.message).toContain(remedy);
  });

  test.each([
    [
      'the page of a program that has its interface elsewhere',
      'text/html; charset=utf-8',
      '<!doctype html><title>Chats</title>',
      'model_answer_invalid',
      'it is the page “Chats”',
    ],
    [
      'an address that the server does not have, where it says so with success',
      'application/json; charset=utf-8',
      '{"error":"Unexpected endpoint or method. (POST /chat/completions)"}',
      'model_rejected',
      'Check generator.baseUrl and generator.model',
    ],
    [
      'the stream of another interface of the server',
      'application/x-ndjson',
      '{"message":{"content":"A"},"done":false}\n{"message":{"content":"B"},"done":true}\n',
      'model_answer_invalid',
      'under /v1',
    ],
  ])('is %s', async (_, type, body, code, message) => {
    model.peer.meet(streamRaw(body, type));
    expect(await model.ask()).toMatchObject({ code, message: expect.stringContaining(message) as unknown });
    expect(model.peer.requests).toHaveLength(1);
  });

  test('is a first token that does not come', async () => {
    model.peer.meet(
      hang,
      streamThen(0, () => {}),
    );
    expect(await model.ask({ firstTokenTimeoutMs: 1000 })).toMatchObject({ said: text });
    model.peer.meet(hang);
    expect(await model.ask({ firstTokenTimeoutMs: 150, maxRetries: 0 })).toMatchObject({
      code: 'model_unavailable',
      message:
        'The model chat is not responding: no first token within 150 ms. Try again in a moment, or allow more time in the settings of generator.',
    });
  });

  test.each([
    ['no word at all', [], 'it ended without saying anything'],
    ['blanks', ['  ', '\n'], 'it ended without saying anything'],
    ['thoughts alone', ['<think>', 'hm', '</think>', '\n'], 'it ended without saying anything'],
  ])('is an answer of %s', async (_, said, problem) => {
    model.peer.says(said);
    const { code, message } = await model.ask();
    expect(code).toBe('model_answer_invalid');
    expect(message).toContain(problem);
    expect(model.peer.requests).toHaveLength(1);
  });

  test('is an answer whose tokens were used up by thoughts', async () => {
    model.peer.meet(streamWith(() => [{ choices: [{ delta: {}, finish_reason: 'length' }] }]));
    expect((await model.ask()).message).toContain('raise generator.maxTokens');
    const thought = { delta: { content: 'The user wants…' }, finish_reason: 'length' };
    model.peer.meet(streamWith(() => [{ choices: [thought] }]));
    expect((await model.ask({ model: 'qwq-32b' })).message).toContain('raise generator.maxTokens');
  });

  test('is an error of the provider in any shape, without the key', async () => {
    const error = `Bad key ${apiKey}`;
    for (const body of [
      { error },
      { error: { message: error, code: 401 } },
      { choices: [], error: { message: error } },
    ]) {
      model.peer.meet(streamWith(() => [body]));
      expect((await model.ask({ apiKey, maxRetries: 0 })).message).toContain('Bad key ***.');
    }
    model.peer.meet(streamWith(() => [{ error: { message: error, code: 401 } }]));
    expect((await model.ask({ apiKey })).code).toBe('model_rejected');
  });

  test('is an answer of another shape', async () => {
    model.peer.meet(streamWith(() => [{ message: 'hello' }]));
    expect(await model.ask()).toMatchObject({
      code: 'model_answer_invalid',
      message: expect.stringContaining('it contains no answer') as unknown,
    });
  });
});

describe('a fault after the first word', () => {
  test.each<[string, (response: Parameters<ChatFault>[0]) => void, string]>([
    ['a reset', (response) => response.socket?.resetAndDestroy(), ''],
    ['an early end', (response) => response.end(), 'its answer broke off'],
    ['garbage', (response) => response.end('data: {what\n\n'), 'its answer is not JSON'],
    [
      'an error in the stream',
      (response) => response.end('data: {"error":{"message":"Overloaded."}}\n\n'),
      'Overloaded',
    ],
    [
      'an answer that the server gave up',
      (response) =>
        response.end('data: {"choices":[{"delta":{},"finish_reason":"abort"}]}\n\ndata: [DONE]\n\n'),
      'gave up on the answer',
    ],
    ['a hang', () => {}, 'no whole answer within 1000 ms'],
  ])('ends it without another attempt: %s', async (_, fault, reason) => {
    model.peer.meet(streamThen(3, fault));
    const timeoutMs = reason.includes('within') ? 1000 : 60_000;
    const { said, code, message } = await model.ask({ timeoutMs });
    expect(said).toBe('A password has ');
    expect(code).toBe('model_unavailable');
    expect(message).toContain(reason);
    expect(model.peer.requests).toHaveLength(1);
  });
});
