import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type ChatFault, streamThen, streamWith } from '../../../test/chat-peer.ts';
import type { GenerateEvent } from '../../contracts/generator.ts';
import type { Clock } from '../remote/request-retry.ts';
import { outcomeOf, refuse, request, scriptedModel, text, tokens } from './openai-generator.test-support.ts';

const model = scriptedModel();

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
    model.peer.meet(refuse(429, { 'retry-after': '37' }), refuse(429));
    const { events, said } = await model.ask();
    expect(said).toBe(text);
    expect(events.slice(0, 3)).toEqual([
      {
        type: 'waiting',
        reason: 'high-traffic',
        seconds: 37,
      },
      {
        type: 'waiting',
        reason: 'high-traffic',
        seconds: 3,
      },
      { type: 'text', text },
    ]);
  });

  test('for one that fails says that, and one too short to notice nothing', async () => {
    model.peer.meet(refuse(503), refuse(429, { 'retry-after': '0.2' }));
    expect(waitsIn((await model.ask()).events)).toMatchObject([{ reason: 'no-answer', seconds: 2 }]);
  });

  test('is also that for a refusal in the middle of an answer', async () => {
    model.peer.meet(streamWith(() => [{ error: { message: 'Slow down.', code: 429 } }]));
    expect(waitsIn((await model.ask()).events)).toMatchObject([{ reason: 'high-traffic', seconds: 2 }]);
  });

  test('C8: asked of one question is kept by all', async () => {
    const { clock, waits, pass } = heldClock();
    const generator = model.open({ clock });
    model.peer.meet(refuse(429, { 'retry-after': '20' }));
    const first = outcomeOf(generator.generate(request()));
    while (waits.length < 1) await turnOfEvents();
    const second = outcomeOf(generator.generate(request()));
    while (waits.length < 2) await turnOfEvents();
    expect(model.peer.requests).toHaveLength(1);
    pass(20_000);
    for (const { said, events } of await Promise.all([first, second])) {
      expect(said).toBe(text);
      expect(waitsIn(events)).toMatchObject([{ reason: 'high-traffic', seconds: 20 }]);
    }
    expect(model.peer.requests).toHaveLength(3);
  });

  test('that would be too long for a question is not begun', async () => {
    const { clock, waits } = heldClock();
    const generator = model.open({ clock, timeoutMs: 30_000 });
    model.peer.meet(refuse(429, { 'retry-after': '40' }));
    expect((await outcomeOf(generator.generate(request()))).code).toBe('model_unavailable');
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({
      events: [],
      message:
        'The model chat is not responding: it takes no requests for another 40 s. Ask again after that.',
    });
    expect(waits).toEqual([]);
    expect(model.peer.requests).toHaveLength(1);
  });

  test('for those who came first is no longer than an answer may take', async () => {
    const generator = model.open({ concurrency: 1, timeoutMs: 1000 });
    const first = generator.generate(request())[Symbol.asyncIterator]();
    await first.next();
    expect(await outcomeOf(generator.generate(request()))).toMatchObject({
      code: 'model_unavailable',
      message:
        'The model chat is not responding: no whole answer within 1000 ms. Try again in a moment, or allow more time in the settings of generator.',
    });
    await first.return?.();
    expect(model.peer.requests).toHaveLength(1);
  });

  test('C8: for those who came first ends when one of them is answered', async () => {
    const { promise: held, resolve } = Promise.withResolvers<Parameters<ChatFault>[0]>();
    const generator = model.open({ concurrency: 1 });
    model.peer.meet(streamThen(2, resolve));
    const first = generator.generate(request())[Symbol.asyncIterator]();
    expect((await first.next()).value).toEqual({ type: 'text', text: tokens[0] });
    const second = outcomeOf(generator.generate(request()));
    const third = new AbortController();
    const left = outcomeOf(generator.generate(request({ signal: third.signal })));
    const response = await held;
    await turnOfEvents();
    third.abort();
    expect(await left).toMatchObject({ code: 'aborted', said: '' });
    expect(model.peer.requests).toHaveLength(1);
    await first.return?.();
    await once(response, 'close');
    const { said, events } = await second;
    expect(said).toBe(text);
    expect(waitsIn(events)).toMatchObject([{ reason: 'high-traffic', seconds: null }]);
    expect(model.peer.mostAtOnce).toBe(1);
  });
});

describe('a caller who leaves', () => {
  test('ends the request by leaving the loop', async () => {
    const { closed, fault } = endless(3);
    model.peer.meet(fault);
    for await (const event of model.open().generate(request())) if (event.type === 'text') break;
    await closed;
  });

  test.each([1, 3])('ends the request by the signal, %i pieces in', async (count) => {
    const { closed, fault } = endless(count);
    model.peer.meet(fault);
    const controller = new AbortController();
    const answer = model.ask({}, { signal: controller.signal });
    while (model.peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await answer).code).toBe('aborted');
    await closed;
  });

  test('is not kept waiting for a repetition', async () => {
    model.peer.meet(refuse(429, { 'retry-after': '100' }));
    const controller = new AbortController();
    const answer = model.ask({ clock: undefined }, { signal: controller.signal });
    while (model.peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await answer).code).toBe('aborted');
  });

  test('before the question sends nothing', async () => {
    expect((await model.ask({}, { signal: AbortSignal.abort() })).code).toBe('aborted');
    expect(model.peer.requests).toHaveLength(0);
  });

  test('by closing ends what is under way', async () => {
    const { closed, fault } = endless(1);
    model.peer.meet(fault);
    const generator = model.open();
    const answer = outcomeOf(generator.generate(request()));
    while (model.peer.answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await generator.close?.();
    expect((await answer).code).toBe('aborted');
    await closed;
  });
});
