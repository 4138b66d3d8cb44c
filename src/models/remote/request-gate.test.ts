import { expect, test } from 'vitest';
import { FootnoteError } from '../../errors.ts';
import { maxHoldMs, RequestGate } from './request-gate.ts';
import type { Clock } from './request-retry.ts';

const never = new AbortController().signal;
const stopped: Clock = { now: () => 0, delay: () => new Promise(() => {}) };

const open = (concurrency: number, pauseMs = 0) => new RequestGate({ concurrency, pauseMs, clock: stopped });

const refusal = (retryAfterMs: number) =>
  new FootnoteError('model_unavailable', { model: 'm', reason: 'r', remedy: 'Wait', retryAfterMs });

async function* letters() {
  yield* 'abc';
}

async function* refused(retryAfterMs: number): AsyncGenerator<string> {
  yield 'one';
  throw refusal(retryAfterMs);
}

test('a free gate lets in at once, a full one cannot say when', async () => {
  const gate = open(1);
  expect(gate.waitMs).toBe(0);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = gate.run(() => promise, never);
  expect(gate.waitMs).toBeUndefined();
  const order: string[] = [];
  const others = ['second', 'third'].map((name) => gate.run(async () => order.push(name), never));
  resolve('done');
  expect(await first).toBe('done');
  await Promise.all(others);
  expect(order).toEqual(['second', 'third']);
  expect(gate.waitMs).toBe(0);
});

test('a stream keeps its place until it ends or is left', async () => {
  const gate = open(1);
  for await (const letter of gate.stream(letters, never)) {
    expect(gate.waitMs).toBeUndefined();
    if (letter === 'b') break;
  }
  expect(gate.waitMs).toBe(0);
});

test('a request rests its pause, and all wait as long as the server asks one to', async () => {
  const gate = open(2, 100);
  await gate.run(async () => {}, never);
  await gate.run(async () => {}, never);
  expect(gate.waitMs).toBe(100);
  const asked = open(3);
  const pieces = asked.stream(() => refused(7000), never);
  expect((await pieces.next()).value).toBe('one');
  await expect(pieces.next()).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(asked.waitMs).toBe(7000);
});

test('a server cannot shut the gate for long', async () => {
  const gate = open(1);
  await expect(gate.run(() => Promise.reject(refusal(86_400_000)), never)).rejects.toThrow(FootnoteError);
  expect(gate.waitMs).toBe(maxHoldMs);
});

test('who leaves while waiting gives the place on', async () => {
  const gate = open(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = gate.run(() => promise, never);
  const leaving = new AbortController();
  const second = gate.run(async () => 'second', leaving.signal);
  const third = gate.run(async () => 'third', never);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 'aborted' });
  resolve();
  await first;
  expect(await third).toBe('third');
});
