import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CompletionEvents, completionEvents } from './chat-model.ts';

type Json = Readonly<Record<string, unknown>>;

const says = (content: string, others: Json = {}) => ({
  id: 'chatcmpl-1',
  choices: [{ index: 0, delta: { content, ...others }, finish_reason: null }],
});

const written = (body: Json, gap = '\n\n') => `data: ${JSON.stringify(body)}${gap}`;

/** What the SDK would read: the JSON of each event. */
function read(parts: readonly string[]): readonly Json[] {
  const events = new CompletionEvents();
  const made = parts.map((part) => events.push(part)).join('') + events.end();
  return made
    .split(/\r?\n\r?\n/)
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data:\s?/, '')) as Json);
}

const wordsOf = (bodies: readonly Json[]) =>
  bodies
    .map((body) => (body['choices'] as { delta: { content?: string } }[])[0]?.delta.content ?? '')
    .join('');

describe('events that come together', () => {
  test.each([
    ['\n\n', 0],
    ['\r\n\r\n', 0],
    ['\n\n', 1],
  ])('and differ in their words alone become one', (gap, spaces) => {
    const parts = ['He said', ' "no\\', '\n', '👩🏽‍🚀', ' [1]'].map(
      (words) => `data: ${JSON.stringify(says(words)).replaceAll(':', ':' + ' '.repeat(spaces))}${gap}`,
    );
    expect(read([parts.join('')])).toEqual([says('He said "no\\\n👩🏽‍🚀 [1]')]);
  });

  test.each<[string, Json]>([
    ['another end', { choices: [{ index: 0, delta: { content: 'b' }, finish_reason: 'stop' }] }],
    ['an error', { ...says('b'), error: { message: 'Slow down.' } }],
    ['counts', { ...says('b'), usage: { prompt_tokens: 1 } }],
  ])('stay apart where one has %s', (_, other) => {
    const bodies = [says('a'), other, says('c')];
    expect(read([bodies.map((body) => written(body)).join('')])).toEqual(bodies);
  });

  test.each([{ refusal: 'No.' }, { reasoning_content: 'Hm.' }])('stay apart where each has %j', (others) => {
    const bodies = [says('a', others), says('a', others)];
    expect(read([bodies.map((body) => written(body)).join('')])).toEqual(bodies);
  });
});

test.each<[string, string]>([
  ['an event that keeps the connection open', '{"type":"keepalive","sequence_number":5}'],
  ['a ping', '{}'],
  ['no answers', '{"id":"","choices":null,"prompt_filter_results":[]}'],
  ['a count by itself', '{"usage":{"prompt_tokens":7}}'],
  ['a count that is none', JSON.stringify({ ...says(''), usage: '' })],
  [
    'other types',
    JSON.stringify({ ...says('', { role: 'model', tool_calls: [{ function: null }] }), id: 5 }),
  ],
  ['a reason without a word', JSON.stringify({ choices: [{ delta: {}, finish_reason: '' }] })],
  ['a reason that is none', JSON.stringify({ choices: [{ delta: {}, finish_reason: 'null' }] })],
])('%s among the events of an answer changes nothing of it', (_, odd) => {
  const events = new CompletionEvents();
  const made = events.push(`${written(says('a'))}data: ${odd}\n\n${written(says('b'))}`);
  expect(events.hasFinished).toBe(false);
  const bodies = made
    .split('\n\n')
    .flatMap((event) => (event === '' ? [] : [JSON.parse(event.slice(6)) as Json]));
  expect(wordsOf(bodies)).toBe('ab');
  for (const body of bodies) {
    expect(Object.keys(body).filter((name) => !['id', 'choices', 'usage'].includes(name))).toEqual([]);
    if ('usage' in body) expect(body['usage']).toEqual({ prompt_tokens: 7 });
  }
});

test('what is no answer goes on where nothing else comes', () => {
  const events = new CompletionEvents();
  const other = written({ type: 'message_start' });
  expect(events.push(other + written({ type: 'content_block_start' }))).toBe('');
  expect(events.end()).toBe(other);
});

test.each([
  ['error', 'error'],
  ['abort', 'error'],
  ['MAX_TOKENS', 'length'],
  ['model_length', 'length'],
  ['content_filter: SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['eos', 'stop'],
])('the reason %s for the end of an answer is read as %s', (reason, expected) => {
  const [body] = read([written({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })]);
  expect(body?.['choices']).toEqual([{ index: 0, delta: {}, finish_reason: expected }]);
  expect(body !== undefined && 'error' in body).toBe(expected === 'error');
});

test.each([
  ['that llama.cpp names so', 'error: {"code":500,"message":"No slot."}\n\n'],
  ['that is called so', 'event: error\ndata: {"code":500,"message":"No slot."}\n\n'],
  ['that vLLM writes', 'data: {"object":"error","code":500,"message":"No slot."}\n\n'],
])('an error %s is one', (_, event) => {
  expect(read([event])[0]?.['error']).toMatchObject({ code: 500, message: 'No slot.' });
});

test.each(['\n', ''])('an answer that comes whole is one event, however it is laid out', (line) => {
  const whole = { choices: [{ message: { role: 'assistant', content: 'a\nb' } }] };
  const events = new CompletionEvents();
  const text = line + JSON.stringify(whole, null, line === '' ? 0 : 2);
  expect(
    text
      .split(/(?<=,)/)
      .map((part) => events.push(part))
      .join(''),
  ).toBe('');
  expect(events.end()).toBe(
    `${written({ choices: [{ index: 0, delta: { content: 'a\nb' }, finish_reason: null }] })}${written({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
  );
});

test('an event that comes apart from others goes on by itself, one that is cut off with its end', () => {
  const events = new CompletionEvents();
  expect(events.push(written(says('a')))).toBe(written(says('a')));
  const [beginning, end] = [written(says('b')).slice(0, 30), written(says('b')).slice(30)];
  expect(events.push(beginning)).toBe('');
  expect(events.push(end)).toBe(written(says('b')));
});

test('events with a single line end between them are events', () => {
  const done = 'data: [DONE]\n';
  const parts = ['a', ' b'].map((words) => written(says(words), '\n'));
  const events = new CompletionEvents();
  expect(events.push(parts[0] ?? '')).toBe('');
  expect(events.push(parts[1] ?? '')).toBe(written(says('a')));
  expect(events.push(done)).toBe(written(says(' b')));
  expect(events.end()).toContain('"finish_reason":"stop"');
  expect(new CompletionEvents().push('event: error\ndata: {"message":"Slow down."}')).toBe('');
});

test('of several answers at once the first goes on', () => {
  const second = { ...says('').choices?.[0], index: 1, delta: { content: 'no' } };
  const both = { ...says('a'), choices: [second, ...says('a').choices] };
  const alone = { ...says('a'), choices: [second] };
  expect(wordsOf(read([written(both) + written(alone) + written(says('b'))]))).toBe('ab');
});

test.each(['\n\n', '\r\n\r\n'])('nothing goes on behind the end that a server names', (gap) => {
  const events = new CompletionEvents();
  const ended = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  const whole = written(says('says data: [DONE]'), gap) + written(ended, gap) + `data: [DONE]${gap}`;
  expect(events.push(whole + written(says('more'), gap))).toBe(whole.replaceAll(gap, '\n\n'));
  expect(events.isDone).toBe(true);
  expect(events.push(written(says('more'), gap)) + events.end()).toBe('');
});

test('an answer that is done has ended, also where nobody said why', () => {
  const ended = { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] };
  const done = 'data: [DONE]\n\n';
  expect(new CompletionEvents().push(written(says('a')) + written(ended) + done)).not.toContain('stop');
  const made = new CompletionEvents().push(written(says('"finish_reason":"length"')) + done);
  expect(made).toContain('"finish_reason":"stop"');
  expect(made.endsWith(done)).toBe(true);
});

test('a stream that has said why its answer ended ends, also where the server does not end it', async () => {
  const ended = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  const counted = { choices: [], usage: { prompt_tokens: 7 } };
  let isLeft = false;
  const server = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const body of [says('a'), ended, counted])
        controller.enqueue(new TextEncoder().encode(written(body)));
    },
    cancel() {
      isLeft = true;
    },
  });
  const made = await new Response(server.pipeThrough(completionEvents(50))).text();
  expect(made).toBe(written(says('a')) + written(ended) + written(counted));
  expect(isLeft).toBe(true);
});

test('a stream without an end of an event is not held for ever', () => {
  const events = new CompletionEvents();
  const garbage = 'x'.repeat(1000);
  const made = Array.from({ length: 100 }, () => events.push(garbage)).join('');
  expect(made.length).toBeGreaterThan(50_000);
  expect(made + events.end()).toBe(garbage.repeat(100));
});

test('however words are cut into tokens, and events into pieces, they are the same words', () => {
  const gap = fc.constantFrom('\n\n', '\r\n\r\n');
  const words = fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 12 });
  fc.assert(
    fc.property(words, gap, fc.array(fc.nat(400), { maxLength: 20 }), (tokens, end, cuts) => {
      const stream = tokens.map((token) => written(says(token), end)).join('');
      const places = [0, ...cuts.filter((at) => at < stream.length).toSorted((a, b) => a - b), stream.length];
      const parts = places.slice(1).map((to, at) => stream.slice(places[at], to));
      expect(wordsOf(read(parts))).toBe(tokens.join(''));
    }),
  );
});
