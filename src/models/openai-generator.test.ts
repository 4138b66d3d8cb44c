import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answerWhole,
  type ChatFault,
  type ChatPeer,
  startChatPeer,
  streamRaw,
  streamThen,
  streamWith,
  trickleStream,
} from '../../test/chat-peer.ts';
import { answerWith, hang, refuseWith } from '../../test/json-peer.ts';
import { publishedSchemas } from '../../test/published-schema.ts';
import { steppedClock } from '../../test/stepped-clock.ts';
import type { GenerateEvent, GenerateRequest, PromptMessage } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import type { Clock } from './clock.ts';
import { type OpenAiGeneratorOptions, openaiGenerator } from './openai-generator.ts';

const apiKey = 'sk-test-1234567890abcdef';
const messages: readonly PromptMessage[] = [
  { role: 'system', content: 'Answer from the documents.' },
  { role: 'user', content: 'How long is a password?' },
];
const tokens = ['A pass', 'word has ', '14 characters', ' [1].'];
const text = tokens.join('');

let peer: ChatPeer;

beforeEach(async () => {
  peer = await startChatPeer();
  peer.says(tokens);
});

afterEach(() => peer.close());

const open = (options: Partial<OpenAiGeneratorOptions> = {}) =>
  openaiGenerator({ baseUrl: peer.baseUrl, model: 'chat', clock: steppedClock(), ...options });

const request = (more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  question: 'How long is a password?',
  language: 'en',
  terms: [],
  expansions: [],
  passages: [],
  messages,
  ...more,
});

const ask = (options?: Partial<OpenAiGeneratorOptions>, more?: Partial<GenerateRequest>) =>
  outcomeOf(open(options).generate(request(more)));

/** What came of a question: its events, and the error that ended them. */
async function outcomeOf(answer: AsyncIterable<GenerateEvent>) {
  const events: GenerateEvent[] = [];
  let error: unknown;
  try {
    for await (const event of answer) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const code = isFootnoteError(error) ? error.code : error;
  const message = isFootnoteError(error) ? error.message : '';
  return { said, events, last: events.at(-1), code, message };
}

const refuse = (status: number, headers: Record<string, string> = {}) =>
  refuseWith(status, { error: { message: 'Not now.', type: 'error', param: null, code: null } }, headers);

describe('an answer', () => {
  test('comes with its model, the reason for its end and what was counted', async () => {
    expect((await ask()).events).toEqual([
      { type: 'text', text },
      {
        type: 'finish',
        reason: 'stop',
        model: 'chat',
        usage: { promptTokens: 7, completionTokens: tokens.length },
      },
    ]);
  });

  test('is asked for with the messages, the key and the settings', async () => {
    await ask({ apiKey, temperature: 1.5, maxTokens: 77 });
    expect(peer.requests).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: `Bearer ${apiKey}` } },
    ]);
    expect(peer.requests[0]?.body).toEqual({
      model: 'chat',
      messages,
      max_tokens: 77,
      temperature: 1.5,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('of a model that thinks is asked for in its own way', async () => {
    await ask({ model: 'o3-mini' });
    expect(peer.requests[0]?.body).toMatchObject({ max_completion_tokens: 500 });
    expect(peer.requests[0]?.body).not.toHaveProperty('max_tokens');
    expect(peer.requests[0]?.body).not.toHaveProperty('temperature');
  });

  test.each<[string, ChatFault]>([
    ['one byte at a time', trickleStream],
    ['whole', answerWhole],
    ['with other line ends', streamRaw((events) => events.replaceAll('\n', '\r\n'))],
    ['with comments and names between', streamRaw((events) => `: ping\n\nevent: x\n${events}`)],
    ['without a space behind the colon', streamRaw((events) => events.replaceAll('data: ', 'data:'))],
    ['with an error that is null', streamWith((bodies) => bodies.map((body) => ({ ...body, error: null })))],
    ['without [DONE]', streamRaw((events) => events.replace('data: [DONE]\n\n', ''))],
  ])('is the same where it comes %s', async (_, fault) => {
    peer.says(['Größe ', '密码 ', '👩🏽‍🚀', ' 14 [1].']);
    peer.meet(fault);
    expect(await ask()).toMatchObject({
      said: 'Größe 密码 👩🏽‍🚀 14 [1].',
      last: { type: 'finish', reason: 'stop' },
    });
  });

  test('of 10 000 tokens comes whole', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `word${index} `);
    peer.says(many);
    expect((await ask()).said).toBe(many.join(''));
  });

  test('may be one of which nobody counted the tokens', async () => {
    peer.meet(streamWith((bodies) => bodies.slice(0, -1)));
    expect((await ask()).last).toEqual({ type: 'finish', reason: 'stop', model: 'chat' });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['stop', 'stop'],
    ['eos', 'stop'],
  ])('that ends by %s says so', async (reason, expected) => {
    peer.meet(streamRaw((events) => events.replace('"finish_reason":"stop"', `"finish_reason":"${reason}"`)));
    expect((await ask()).last).toMatchObject({ reason: expected });
  });

  test('begins behind the thoughts of the model', async () => {
    peer.says(['<thi', 'nk>The user', ' wants…</th', 'ink>\n\nFourteen', ' [1].']);
    expect((await ask()).said).toBe('Fourteen [1].');
  });

  test('that refuses is what the model said, withheld', async () => {
    const refusal = { choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }] };
    peer.meet(streamWith(() => [refusal]));
    expect(await ask()).toMatchObject({ said: 'I cannot.', last: { reason: 'filtered' } });
  });
});

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
    peer.meet(fault, fault, fault);
    expect(await ask({ clock })).toMatchObject({ said: text, code: undefined });
    expect(peer.requests).toHaveLength(4);
    for (const [retry, leastMs] of [1000, 2000, 4000].entries()) {
      expect(clock.waits[retry]).toBeGreaterThanOrEqual(leastMs);
      expect(clock.waits[retry]).toBeLessThanOrEqual(1.25 * leastMs);
    }
  });

  test('D4: that stays is told after three repetitions', async () => {
    peer.meet(refuse(503), refuse(503), refuse(503), refuse(503));
    expect(await ask()).toMatchObject({
      said: '',
      code: 'model_unavailable',
      message: 'The model chat does not answer: HTTP 503, Not now.',
    });
    expect(peer.requests).toHaveLength(4);
  });

  test('C8, D4: that says when to come back is obeyed', async () => {
    const clock = steppedClock();
    peer.meet(refuse(429, { 'retry-after': '37' }));
    expect((await ask({ clock })).said).toBe(text);
    expect(clock.waits).toEqual([37_000]);
  });

  test('that says to come back too late ends it at once', async () => {
    const clock = steppedClock();
    peer.meet(refuse(429, { 'retry-after': '120' }));
    expect((await ask({ clock, timeoutMs: 120_000 })).code).toBe('model_unavailable');
    expect(clock.waits).toEqual([]);
  });

  test.each([400, 401, 404, 422])('D4: of status %i is final', async (status) => {
    const message = `Wrong, and your key is ${apiKey}.`;
    peer.meet(refuseWith(status, { error: { message } }));
    const { code, message: shown } = await ask({ apiKey });
    expect(code).toBe('model_rejected');
    expect(shown).toBe(`The model chat refused the request: HTTP ${status}, Wrong, and your key is ***.`);
    expect(peer.requests).toHaveLength(1);
  });

  test('is a first token that does not come', async () => {
    peer.meet(
      hang,
      streamThen(0, () => {}),
    );
    expect(await ask({ firstTokenTimeoutMs: 40 })).toMatchObject({ said: text });
    peer.meet(hang);
    expect(await ask({ firstTokenTimeoutMs: 40, maxRetries: 0 })).toMatchObject({
      code: 'model_unavailable',
      message: 'The model chat does not answer: no first token within 40 ms.',
    });
  });

  test.each([
    ['no word at all', [], 'it ended without a word'],
    ['blanks', ['  ', '\n'], 'it ended without a word'],
    ['thoughts alone', ['<think>', 'hm', '</think>', '\n'], 'it ended without a word'],
  ])('is an answer of %s', async (_, said, problem) => {
    peer.says(said);
    const { code, message } = await ask();
    expect(code).toBe('model_answer_invalid');
    expect(message).toContain(problem);
    expect(peer.requests).toHaveLength(1);
  });

  test('is an answer whose tokens were used up by thoughts', async () => {
    peer.meet(streamWith(() => [{ choices: [{ delta: {}, finish_reason: 'length' }] }]));
    expect((await ask()).message).toContain('raise generator.maxTokens');
  });

  test('is an error of the provider in any shape, without the key', async () => {
    const error = `Bad key ${apiKey}`;
    for (const body of [
      { error },
      { error: { message: error, code: 401 } },
      { choices: [], error: { message: error } },
    ]) {
      peer.meet(streamWith(() => [body]));
      expect((await ask({ apiKey, maxRetries: 0 })).message).toContain('Bad key ***.');
    }
    peer.meet(streamWith(() => [{ error: { message: error, code: 401 } }]));
    expect((await ask({ apiKey })).code).toBe('model_rejected');
  });

  test('is an answer of another shape', async () => {
    peer.meet(streamWith(() => [{ message: 'hello' }]));
    expect((await ask()).code).toBe('model_answer_invalid');
  });
});

describe('a fault after the first word', () => {
  test.each<[string, (response: Parameters<ChatFault>[0]) => void, string]>([
    ['a reset', (response) => response.socket?.resetAndDestroy(), ''],
    ['an early end', (response) => response.end(), 'its answer broke off'],
    ['garbage', (response) => response.end('data: {what\n\n'), 'its answer is no JSON'],
    [
      'an error in the stream',
      (response) => response.end('data: {"error":{"message":"Overloaded."}}\n\n'),
      'Overloaded',
    ],
    ['a hang', () => {}, 'no whole answer within 100 ms'],
  ])('ends it without another attempt: %s', async (_, fault, reason) => {
    peer.meet(streamThen(3, fault));
    const { said, code, message } = await ask({ timeoutMs: 100 });
    expect(said).toBe('A password has ');
    expect(code).toBe('model_unavailable');
    expect(message).toContain(reason);
    expect(peer.requests).toHaveLength(1);
  });
});

/** A stream that goes on for ever, and when its connection was closed. */
function endless(count: number) {
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  const fault = streamThen(count, (response) => resolve(once(response, 'close')));
  return { closed, fault };
}

/** A clock that stands still: what waits for it waits until the test says. */
function heldClock() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    delay: (ms) => new Promise((end) => waits.push({ ms, end })),
  };
  return {
    clock,
    waits,
    pass: (ms: number) => {
      nowMs += ms;
      for (const { end } of waits.splice(0)) end();
    },
  };
}

const turnOfEvents = () => new Promise((resolve) => setImmediate(resolve));

const waitsIn = (events: readonly GenerateEvent[]) => events.filter(({ type }) => type === 'waiting');

describe('a wait', () => {
  test('C8: for a provider with too many requests is told before it begins', async () => {
    peer.meet(refuse(429, { 'retry-after': '37' }), refuse(429));
    const { events, said } = await ask();
    expect(said).toBe(text);
    expect(events.slice(0, 3)).toEqual([
      {
        type: 'waiting',
        reason: 'high-traffic',
        seconds: 37,
        message: 'High traffic, please wait 37 seconds.',
      },
      {
        type: 'waiting',
        reason: 'high-traffic',
        seconds: 3,
        message: 'High traffic, please wait 3 seconds.',
      },
      { type: 'text', text },
    ]);
  });

  test('for one that fails says that, and one too short to notice nothing', async () => {
    peer.meet(refuse(503), refuse(429, { 'retry-after': '0.2' }));
    expect(waitsIn((await ask()).events)).toMatchObject([
      { reason: 'no-answer', seconds: 2, message: 'The model does not answer. Asking again in 2 seconds.' },
    ]);
  });

  test('is also that for a refusal in the middle of an answer', async () => {
    peer.meet(streamWith(() => [{ error: { message: 'Slow down.', code: 429 } }]));
    expect(waitsIn((await ask()).events)).toMatchObject([{ reason: 'high-traffic', seconds: 2 }]);
  });

  test('C8: asked of one question is kept by all', async () => {
    const { clock, waits, pass } = heldClock();
    const generator = open({ clock });
    peer.meet(refuse(429, { 'retry-after': '20' }));
    const first = outcomeOf(generator.generate(request()));
    while (waits.length < 1) await turnOfEvents();
    const second = outcomeOf(generator.generate(request()));
    while (waits.length < 2) await turnOfEvents();
    expect(peer.requests).toHaveLength(1);
    pass(20_000);
    for (const { said, events } of await Promise.all([first, second])) {
      expect(said).toBe(text);
      expect(waitsIn(events)).toMatchObject([{ reason: 'high-traffic', seconds: 20 }]);
    }
    expect(peer.requests).toHaveLength(3);
  });

  test('that would be too long for a question is not begun', async () => {
    const { clock, waits } = heldClock();
    const generator = open({ clock, timeoutMs: 30_000 });
    peer.meet(refuse(429, { 'retry-after': '40' }));
    expect((await outcomeOf(generator.generate(request()))).code).toBe('model_unavailable');
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({
      events: [],
      message: 'The model chat does not answer: it asked to be left alone for 40 s.',
    });
    expect(waits).toEqual([]);
    expect(peer.requests).toHaveLength(1);
  });

  test('for those who came first is no longer than an answer may take', async () => {
    const generator = open({ concurrency: 1, timeoutMs: 100 });
    const first = generator.generate(request())[Symbol.asyncIterator]();
    await first.next();
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({
      code: 'model_unavailable',
      message: 'The model chat does not answer: no whole answer within 100 ms.',
    });
    await first.return?.();
    expect(peer.requests).toHaveLength(1);
  });

  test('C8: for those who came first ends when one of them is answered', async () => {
    const { promise: held, resolve } = Promise.withResolvers<Parameters<ChatFault>[0]>();
    const generator = open({ concurrency: 1 });
    peer.meet(streamThen(2, resolve));
    const first = generator.generate(request())[Symbol.asyncIterator]();
    expect((await first.next()).value).toEqual({ type: 'text', text: tokens[0] });
    const second = outcomeOf(generator.generate(request()));
    const third = new AbortController();
    const left = outcomeOf(generator.generate(request({ signal: third.signal })));
    const response = await held;
    await turnOfEvents();
    third.abort();
    expect(await left).toMatchObject({ code: 'aborted', said: '' });
    expect(peer.requests).toHaveLength(1);
    await first.return?.();
    await once(response, 'close');
    const { said, events } = await second;
    expect(said).toBe(text);
    expect(waitsIn(events)).toMatchObject([{ seconds: null, message: 'High traffic, please wait.' }]);
    expect(peer.mostAtOnce).toBe(1);
  });
});

describe('a caller who leaves', () => {
  test('ends the request by leaving the loop', async () => {
    const { closed, fault } = endless(3);
    peer.meet(fault);
    for await (const event of open().generate(request())) if (event.type === 'text') break;
    await closed;
  });

  test.each([1, 3])('ends the request by the signal, %i pieces in', async (count) => {
    const { closed, fault } = endless(count);
    peer.meet(fault);
    const controller = new AbortController();
    const answer = ask({}, { signal: controller.signal });
    while (peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await answer).code).toBe('aborted');
    await closed;
  });

  test('is not kept waiting for a repetition', async () => {
    peer.meet(refuse(429, { 'retry-after': '100' }));
    const controller = new AbortController();
    const answer = ask({ clock: undefined }, { signal: controller.signal });
    while (peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await answer).code).toBe('aborted');
  });

  test('before the question sends nothing', async () => {
    expect((await ask({}, { signal: AbortSignal.abort() })).code).toBe('aborted');
    expect(peer.requests).toHaveLength(0);
  });

  test('by closing ends what is under way', async () => {
    const { closed, fault } = endless(1);
    peer.meet(fault);
    const generator = open();
    const answer = outcomeOf(generator.generate(request()));
    while (peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await generator.close?.();
    expect((await answer).code).toBe('aborted');
    await closed;
  });
});

describe('what a model reads', () => {
  test('is known of some, and may be set', () => {
    expect(open({ model: 'openai/gpt-4o-mini' }).maxPromptTokens).toBe(127_500);
    expect(open({ model: 'gpt-4', contextWindow: 2000 }).maxPromptTokens).toBe(1500);
    expect(open({ model: 'my-own-model' }).maxPromptTokens).toBeUndefined();
  });

  test('is counted by its own tokenizer, or estimated', () => {
    expect(open({ model: 'gpt-4.1' }).tokenizer?.id).toBe('o200k_base');
    expect(open({ model: 'gpt-3.5-turbo-0125' }).tokenizer?.id).toBe('cl100k_base');
    expect(open({ model: 'qwen3:8b' }).tokenizer?.id).toBe('characters-1');
  });

  test('must leave room for a question', () => {
    expect(() => open({ contextWindow: 500 })).toThrow(/leave nothing for the question/);
  });
});

test.each(['ftp://example.org/v1', 'http://user:secret@example.org/v1', 'nowhere'])(
  'the address %s is refused',
  (baseUrl) => {
    expect(() => open({ baseUrl })).toThrow(/generator\.baseUrl/);
  },
);

test('what is sent, and what the scripted peer answers, is what OpenAI publishes', async (context) => {
  const published = publishedSchemas('openai-chat-embeddings-models.json');
  context.skip(!published.exists, 'without ../shared/schemas');
  await ask();
  await ask({ model: 'o3-mini' });
  for (const { body } of peer.requests) published.schema('CreateChatCompletionRequest').parse(body);
  const chunk = published.schema('CreateChatCompletionStreamResponse');
  for (const body of peer.answers.flatMap(({ bodies }) => bodies)) chunk.parse(body);
  expect(chunk.safeParse({ choices: [] }).success).toBe(false);
});
