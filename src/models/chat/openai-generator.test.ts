import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  answerWhole,
  type ChatFault,
  streamRaw,
  streamThen,
  streamWith,
  trickleStream,
} from '../../../test/chat-peer.ts';
import { refuseWith } from '../../../test/json-peer.ts';
import { publishedSchemas } from '../../../test/published-schema.ts';
import {
  messages,
  outcomeOf,
  request,
  scriptedModel,
  text,
  tokens,
} from './openai-generator.test-support.ts';

const apiKey = 'sk-test-1234567890abcdef';

const model = scriptedModel();

// The first of all, before anything else has loaded it.
const { cache } = createRequire(import.meta.url);
const hasVocabulary = () => Object.keys(cache).some((file) => file.includes('gpt-tokenizer'));

test('what is warmed up has loaded its vocabulary, and has sent nothing', async () => {
  const generator = model.open({ model: 'gpt-4o' });
  expect(hasVocabulary()).toBe(false);
  await generator.warmUp?.();
  expect(hasVocabulary()).toBe(true);
  expect(model.peer.requests).toEqual([]);
});

const refusal = (message: string) => refuseWith(400, { error: { message } });

describe('an answer', () => {
  test('comes with its model, the reason for its end and what was counted', async () => {
    expect((await model.ask()).events).toEqual([
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
    await model.ask({ apiKey, temperature: 1.5, maxTokens: 77 });
    expect(model.peer.requests).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: `Bearer ${apiKey}` } },
    ]);
    expect(model.peer.requests[0]?.body).toEqual({
      model: 'chat',
      messages,
      max_tokens: 77,
      temperature: 1.5,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('of a model that thinks is asked for in its own way', async () => {
    await model.ask({ model: 'o3-mini' });
    expect(model.peer.requests[0]?.body).toMatchObject({ max_completion_tokens: 500 });
    expect(model.peer.requests[0]?.body).not.toHaveProperty('max_tokens');
    expect(model.peer.requests[0]?.body).not.toHaveProperty('temperature');
  });

  test.each<[string, ChatFault]>([
    ['one byte at a time', trickleStream],
    ['whole', answerWhole],
    ['with other line ends', streamRaw((events) => events.replaceAll('\n', '\r\n'))],
    ['with comments and names between', streamRaw((events) => `: ping\n\nevent: x\n${events}`)],
    ['without a space behind the colon', streamRaw((events) => events.replaceAll('data: ', 'data:'))],
    ['with blanks around [DONE]', streamRaw((events) => events.replace('[DONE]', ' [DONE] '))],
    ['with an error that is null', streamWith((bodies) => bodies.map((body) => ({ ...body, error: null })))],
    [
      'over a connection that stays open behind [DONE]',
      (response, answer) =>
        streamThen(answer.bodies.length, () => response.write('data: [DONE]\n\n'))(response, answer),
    ],
    [
      'whole, as text, without a reason for its end',
      streamRaw(
        JSON.stringify({ choices: [{ message: { content: 'Größe 密码 👩🏽‍🚀 14 [1].' } }] }),
        'text/plain',
      ),
    ],
    ['as JSON that is none', streamRaw((events) => events, 'application/json')],
    ['without [DONE]', streamRaw((events) => events.replace('data: [DONE]\n\n', ''))],
  ])('is the same where it comes %s', async (_, fault) => {
    model.peer.says(['Größe ', '密码 ', '👩🏽‍🚀', ' 14 [1].']);
    model.peer.meet(fault);
    expect(await model.ask()).toMatchObject({
      said: 'Größe 密码 👩🏽‍🚀 14 [1].',
      last: { type: 'finish', reason: 'stop' },
    });
  });

  test('of 10 000 tokens comes whole', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `word${index} `);
    model.peer.says(many);
    expect((await model.ask()).said).toBe(many.join(''));
  });

  test('may be one of which nobody counted the tokens', async () => {
    model.peer.meet(streamWith((bodies) => bodies.slice(0, -1)));
    expect((await model.ask()).last).toEqual({ type: 'finish', reason: 'stop', model: 'chat' });
  });

  test('is asked for without a wish that the server does not know', async () => {
    const input = {
      type: 'extra_forbidden',
      loc: ['body', 'stream_options'],
      msg: 'Extra inputs are not permitted',
    };
    const generator = model.open();
    const said = async () => (await outcomeOf(generator.generate(request()))).said;
    model.peer.meet(refuseWith(422, { object: 'error', message: { detail: [input] }, code: null }));
    expect([await said(), await said()]).toEqual([text, text]);
    expect(model.peer.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  test.each([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_completion_tokens: 500, max_tokens: undefined, temperature: 0.3 },
    ],
    [
      "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
      { max_tokens: 500, temperature: undefined },
    ],
    [
      'Developer instruction is not enabled for models/gemma-3-27b-it',
      { messages: [{ role: 'user', content: messages.map(({ content }) => content).join('\n\n') }] },
    ],
    [
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      { messages: [{ role: 'user', content: messages.map(({ content }) => content).join('\n\n') }] },
    ],
  ])('is asked for without what the model does not take: %s', async (message, expected) => {
    const generator = model.open();
    const said = async () => (await outcomeOf(generator.generate(request()))).said;
    model.peer.meet(refusal(message));
    expect([await said(), await said()]).toEqual([text, text]);
    const [first, ...others] = model.peer.requests.map(({ body }) => body);
    expect(first).toMatchObject({ max_tokens: 500, temperature: 0.3, messages });
    expect(others).toHaveLength(2);
    for (const body of others)
      expect({ max_tokens: undefined, temperature: undefined, ...body }).toMatchObject(expected);
  });

  test('is asked for again as long as the model refuses something else, and no longer', async () => {
    const limit = refusal('Use max_completion_tokens instead of max_tokens.');
    model.peer.meet(limit, refusal('temperature is not supported'), limit);
    expect(await model.ask()).toMatchObject({ code: 'model_rejected' });
    expect(model.peer.requests).toHaveLength(3);
    model.peer.meet(refusal('temperature: Input should be less than 2'));
    expect(await model.ask()).toMatchObject({ code: 'model_rejected' });
  });

  test('has its tokens counted also where Groq says them', async () => {
    const usage = { queue_time: 0.1, prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
    model.peer.meet(
      streamWith((bodies) => [
        { ...bodies[0], x_groq: { id: 'req_1' } },
        ...bodies.slice(1, -2),
        { ...bodies.at(-2), x_groq: { id: 'req_1', usage } },
      ]),
    );
    expect((await model.ask()).last).toMatchObject({ usage: { promptTokens: 9, completionTokens: 4 } });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
  ])('that ends by %s says so', async (reason, expected) => {
    model.peer.meet(
      streamRaw((events) => events.replace('"finish_reason":"stop"', `"finish_reason":"${reason}"`)),
    );
    expect((await model.ask()).last).toMatchObject({ reason: expected });
  });

  test('begins behind the thoughts of the model, and ends before the mark that this ends with', async () => {
    model.peer.says(['<thi', 'nk>The user…</th', 'ink>\n\nFourteen', ' [1].', '<|im', '_end|>']);
    expect((await model.ask()).said).toBe('Fourteen [1].');
  });

  test('begins behind thoughts that the prompt of its model opened', async () => {
    model.peer.says(['The user', ' wants…</th', 'ink>\n\nFourteen', ' [1].']);
    expect((await model.ask({ model: 'deepseek-r1:8b' })).said).toBe('Fourteen [1].');
    model.peer.says(['Fourteen', ' [1].']);
    expect((await model.ask({ model: 'deepseek-r1:8b' })).said).toBe('Fourteen [1].');
  });

  test('begins behind such thoughts once the model has shown one, whatever it is called', async () => {
    const generator = model.open({ model: 'qwen3.5' });
    model.peer.says(['The user', ' wants…\n', '</think>', '\n\n', 'Fourteen', ' [1].']);
    const shown = Promise.withResolvers<void>();
    model.peer.meet((response, answer) => {
      const rest = answer.bodies.slice(3).map((body) => `data: ${JSON.stringify(body)}\n\n`);
      streamThen(3, (stream) => void shown.promise.then(() => stream.end(rest.join(''))))(response, answer);
    });
    for await (const { type } of generator.generate(request())) if (type === 'text') shown.resolve();
    model.peer.meet(streamThen(3, (stream) => stream.destroy()));
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({ said: 'Fourteen [1].' });
    model.peer.says(['Fourteen', ' [1].']);
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({ said: 'Fourteen [1].' });
  });

  test('is not waited for where the server tells the thoughts apart', async () => {
    model.peer.meet((response, answer) => {
      const thought = { choices: [{ index: 0, delta: { reasoning_content: 'Hm.' }, finish_reason: null }] };
      streamThen(3, (stream) => stream.destroy())(response, {
        ...answer,
        bodies: [thought, ...answer.bodies.slice(1)],
      });
    });
    expect(await model.ask({ model: 'qwq' })).toMatchObject({
      said: 'A password has ',
      code: 'model_unavailable',
    });
  });

  test('that refuses is what the model said, withheld', async () => {
    const refusal = { choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }] };
    model.peer.meet(streamWith(() => [refusal]));
    expect(await model.ask()).toMatchObject({ said: 'I cannot.', last: { reason: 'filtered' } });
  });
});

describe('what a model reads', () => {
  test('is known of some, and may be set', () => {
    expect(model.open({ model: 'openai/gpt-4o-mini' }).maxPromptTokens).toBe(127_500);
    expect(model.open({ model: 'gpt-4', contextWindow: 2000 }).maxPromptTokens).toBe(1500);
    expect(model.open({ model: 'my-own-model' }).maxPromptTokens).toBeUndefined();
  });

  test('is counted by its own tokenizer, or estimated', () => {
    expect(model.open({ model: 'gpt-4.1' }).tokenizer?.id).toBe('o200k_base');
    expect(model.open({ model: 'gpt-3.5-turbo-0125' }).tokenizer?.id).toBe('cl100k_base');
    expect(model.open({ model: 'qwen3:8b' }).tokenizer?.id).toBe('characters-1');
  });

  test('must leave room for a question', () => {
    expect(() => model.open({ contextWindow: 500 })).toThrow(/leave no room for the question/);
  });
});

test('what is sent, and what the scripted peer answers, is what OpenAI publishes', async (context) => {
  const published = publishedSchemas('openai-chat-embeddings-models.json');
  context.skip(!published.exists, 'without ../shared/schemas');
  await model.ask();
  await model.ask({ model: 'o3-mini' });
  for (const { body } of model.peer.requests) published.schema('CreateChatCompletionRequest').parse(body);
  const chunk = published.schema('CreateChatCompletionStreamResponse');
  for (const body of model.peer.answers.flatMap(({ bodies }) => bodies)) chunk.parse(body);
  expect(chunk.safeParse({ choices: [] }).success).toBe(false);
});
