import { afterAll, expect, onTestFinished, test } from 'vitest';
import { answerStream } from '../src/answer/answer.ts';
import type { Config } from '../src/settings/config.ts';
import { expectError, footnoteWith, openTestStore, startTestServer } from './serve-fixture.ts';

const store = await openTestStore();
afterAll(() => store.close());

const ask = '/api/v1/collections/default/ask';
const question = 'How long do parcels to Norway take?';

async function serverWith(settings: Partial<Config['server']> = {}, footnote = store.footnote) {
  const config = { ...store.config, server: { ...store.config.server, ...settings } };
  const server = await startTestServer({ config, footnote });
  onTestFinished(() => server.server.close());
  return server;
}

/** Lines of a metric, its numbers included. */
function linesOf(text: string, metric: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(metric));
}

test('questions are counted by how they ended, requests by their routes', async () => {
  const server = await serverWith();
  for (const body of [{ question }, { question: 'Who painted the Mona Lisa?' }, { question: ' ' }])
    await server.send(ask, { body });
  await server.send(ask.replace('ask', 'search'), { body: { question } });
  await server.send('/no-such-place');
  const reply = await server.send('/metrics');
  expect([reply.status, reply.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const questions = linesOf(reply.body, 'footnote_questions_total{');
  expect(questions).toContain('footnote_questions_total{call="ask",outcome="answered",error=""} 1');
  expect(questions).toContain('footnote_questions_total{call="search",outcome="answered",error=""} 1');
  expect(questions).toContain(
    'footnote_questions_total{call="ask",outcome="failed",error="question_empty"} 1',
  );
  expect(questions).toHaveLength(4);
  expect(linesOf(reply.body, 'footnote_question_duration_seconds_count{call="ask"}')).toEqual([
    'footnote_question_duration_seconds_count{call="ask"} 3',
  ]);
  const requests = linesOf(reply.body, 'footnote_http_request_duration_seconds_count');
  const route = '/api/v1/collections/:collection/ask';
  expect(requests).toContain(
    `footnote_http_request_duration_seconds_count{method="POST",route="${route}",status="200"} 2`,
  );
  expect(requests).toContain(
    `footnote_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1`,
  );
  expect(reply.body).not.toContain('Norway');
  const [memory = ''] = linesOf(reply.body, 'process_resident_memory_bytes ');
  expect(Number(memory.split(' ')[1])).toBeGreaterThan(1e6);
});

test('streamed answers, other doors and the tokens of models count too', async () => {
  const used = { name: 'chat-9', finishReason: 'stop', promptTokens: 70, completionTokens: 30 } as const;
  const footnote = footnoteWith(store.footnote, {
    ask: (text, options) =>
      answerStream(async function* () {
        yield { type: 'done', answer: { ...(await store.footnote.ask(text, options)), model: used } };
      }),
  });
  const server = await serverWith({}, footnote);
  await server.send(ask, { body: { question, stream: true } });
  const messages = [{ role: 'user', content: question }];
  await server.send('/v1/chat/completions', { body: { model: 'default', messages } });
  const { body } = await server.send('/metrics');
  expect(body).toContain('footnote_questions_total{call="ask",outcome="answered",error=""} 2');
  expect(body).toContain('footnote_model_tokens_total{model="chat-9",type="input"} 140');
  expect(body).toContain('footnote_model_tokens_total{model="chat-9",type="output"} 60');
  expect(body).toMatch(
    /count\{method="POST",route="\/api\/v1\/collections\/:collection\/ask",status="200"\} 1/,
  );
});

test('other machines are answered only where the settings say so', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const local = await serverWith({ trustProxy: 1 });
  expectError(await local.send('/metrics', { headers }), 403, 'metrics_private');
  expect((await local.send('/metrics')).status).toBe(200);
  const open = await serverWith({ trustProxy: 1, metrics: 'public' });
  expect((await open.send('/metrics', { headers })).status).toBe(200);
  const off = await serverWith({ metrics: 'off' });
  expectError(await off.send('/metrics'), 404, 'route_unknown');
});
