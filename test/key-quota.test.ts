import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../src/pipeline.ts';
import { openedRecords, recordKinds } from '../src/records/opened-records.test-support.ts';
import { runFootnote } from './run-footnote.ts';
import { expectError, openTestStore, startTestServer, type TestStore } from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

function at(time: string): Date {
  return new Date(time);
}

describe.each(recordKinds)('a quota on %s', (on) => {
  test('holds for all processes together, a day and a month each by itself, and renews', async () => {
    const { records, reopen } = await openedRecords(on);
    const other = await reopen();
    const quota = { questionsPerDay: 3, questionsPerMonth: 4 };
    const ask = (from: typeof records, time: string) => from.keys.countQuestion('fn_a', quota, at(time));
    await ask(records, '2026-11-29T10:00:00Z');
    await ask(other, '2026-11-29T11:00:00Z');
    await ask(records, '2026-11-29T12:00:00Z');
    await expect(ask(other, '2026-11-29T23:59:59.500Z')).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: {
        limit: 3,
        what: 'questions',
        period: 'day',
        renewsAt: '2026-11-30T00:00:00.000Z',
        seconds: 1,
      },
    });
    await ask(other, '2026-11-30T00:00:00Z');
    await expect(ask(records, '2026-11-30T00:00:01Z')).rejects.toMatchObject({
      details: { limit: 4, period: 'month', renewsAt: '2026-12-01T00:00:00.000Z' },
    });
    await records.keys.countQuestion('fn_b', quota, at('2026-11-30T00:00:01Z'));
    await ask(records, '2026-12-01T00:00:00Z');
  });

  test('that is refused is not counted, and none is lost or let in where many ask at once', async () => {
    const { records, reopen, query } = await openedRecords(on);
    const other = await reopen();
    const asked = Array.from({ length: 20 }, (_, number) =>
      (number % 2 ? records : other).keys
        .countQuestion('fn_a', { questionsPerDay: 7 }, at('2026-11-29T10:00:00Z'))
        .then(
          () => 'counted',
          (error: { code: string }) => error.code,
        ),
    );
    const outcomes = await Promise.all(asked);
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(7);
    expect(outcomes.filter((outcome) => outcome === 'quota_exceeded')).toHaveLength(13);
    expect(await query('select questions from key_usage')).toEqual([{ questions: 7 }]);
  });

  test('of tokens is used up by what models read and write', async () => {
    const { records } = await openedRecords(on);
    const quota = { tokensPerMonth: 1000 };
    const now = at('2026-11-29T10:00:00Z');
    await records.keys.countQuestion('fn_a', quota, now);
    await records.keys.countTokens('fn_a', quota, 999, now);
    await records.keys.countQuestion('fn_a', quota, now);
    await records.keys.countTokens('fn_a', quota, 500, now);
    await expect(records.keys.countQuestion('fn_a', quota, now)).rejects.toMatchObject({
      details: { limit: 1000, what: 'tokens', period: 'month' },
    });
  });
});

describe('over HTTP', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore();
  });

  afterAll(() => store.close());

  test('questions and searches beyond the quota are refused with the time of renewal, in every server', async () => {
    const { key } = await store.footnote.createKey({ name: 'intern', quota: { questionsPerMonth: 3 } });
    const other = await openFootnote(store.config, await quickAdapters());
    const servers = [await startTestServer(store), await startTestServer({ ...store, footnote: other })];
    onTestFinished(async () => {
      for (const { server } of servers) await server.close();
      await other.close();
    });
    const ask = (server: number, path: string, stream = false) =>
      servers[server]?.send(`/api/v1/collections/default/${path}`, {
        body: { question: 'When does the shop open?', ...(stream && { stream }) },
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await ask(0, 'ask'))?.status).toBe(200);
    expect((await ask(1, 'search'))?.status).toBe(200);
    expect((await ask(0, 'ask', true))?.status).toBe(200);
    for (const refused of [await ask(1, 'ask'), await ask(0, 'ask', true), await ask(0, 'search')]) {
      if (!refused) throw new Error('There was no reply.');
      expectError(refused, 429, 'quota_exceeded');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.json()).toMatchObject({
        error: { details: { limit: 3, renewsAt: expect.stringMatching(/-01T00:00:00\.000Z$/) } },
      });
    }
    const free = await store.footnote.createKey({ name: 'free' });
    const headers = { authorization: `Bearer ${free.key}` };
    const body = { question: 'When does the shop open?' };
    const reply = await servers[0]?.send('/api/v1/collections/default/search', { body, headers });
    expect(reply?.status).toBe(200);
  });
});

test('the command line gives quotas', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'footnote-quota-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const limits = '100/day,2000/month,500000tokens/month';
  const made = await runFootnote(['keys', 'create', 'intern', '--quota', limits, '--json'], { cwd });
  expect(made.code, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({
    quota: { questionsPerDay: 100, questionsPerMonth: 2000, tokensPerMonth: 500_000 },
  });
  const listed = await runFootnote(['keys', 'list', '--json'], { cwd });
  expect(listed.stdout).toContain('"questionsPerDay":100');
  for (const wrong of ['100', '100/week', '0/day', '100words/day'])
    expect((await runFootnote(['keys', 'create', 'a', '--quota', wrong], { cwd })).code).toBe(2);
});
