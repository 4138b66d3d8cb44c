import { expect, test } from 'vitest';
import type { ModelWait } from '../contracts/generator.ts';
import { toldWait, withWaits } from './with-waits.ts';
import { Speaker } from './wording/speaker.ts';

const wait = (seconds: number): ModelWait => ({
  type: 'waiting',
  reason: 'high-traffic',
  seconds,
});
const speaker = new Speaker('en');
const told = (seconds: number) => ({ done: false, value: toldWait(wait(seconds), speaker) });

test('a wait is told while the work goes on, and what the work comes to is returned', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const events = withWaits(speaker, async (onWait) => {
    onWait(wait(1));
    const said = await promise;
    onWait(wait(2));
    onWait(wait(3));
    return said;
  });
  expect(await events.next()).toEqual(told(1));
  resolve('done');
  expect(await events.next()).toEqual(told(2));
  expect(await events.next()).toEqual(told(3));
  expect(await events.next()).toEqual({ done: true, value: 'done' });
});

test('work that fails fails, also where nobody looks any more', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const events = withWaits(speaker, (onWait) => {
    onWait(wait(1));
    return promise;
  });
  expect(await events.next()).toEqual(told(1));
  reject(new Error('away'));
  await expect(events.next()).rejects.toThrow('away');

  const left = withWaits(speaker, (onWait) => {
    onWait(wait(1));
    return Promise.reject(new Error('away'));
  });
  await left.next();
  await left.return(undefined as never);
});
