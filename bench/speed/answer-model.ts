/**
 * The models that the answer benchmark asks, in a process of their own: `node answer-model.ts SEED`, forked. An
 * OpenAI-compatible server that sends its base address to its parent. Embeddings are those of `answerVectors`, each
 * computed once; completions are made-up cited sentences. To answer what it has embedded before takes next to nothing,
 * so that what is measured is the one who asks.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { factsOf } from './answer-corpus.ts';
import { answerVectors } from './answer-vectors.ts';

/** A language model by its name: how many tokens it says, and how many at a time with 5 ms between. */
const models: Readonly<Record<string, { readonly tokens: number; readonly burst: number }>> = {
  brief: { tokens: 24, burst: 24 },
  'at-once': { tokens: 10_000, burst: 50 },
  'as-spoken': { tokens: 10_000, burst: 10 },
};
const burstPauseMs = 5;

const seed = Number(process.argv[2]);

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;

const piece = (delta: object, reason: string | null = null): string =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });

/** Facts of the corpus, each cited, word by word. */
function spokenTokens(seed: number): readonly string[] {
  return factsOf(seed).flatMap((facts) =>
    facts.flatMap(({ text }) => [...`T${text.slice(1)}`.split(' '), '[1].'].map((word) => ` ${word}`)),
  );
}

async function speak(response: ServerResponse, model: string): Promise<void> {
  const { tokens: count, burst } = models[model] ?? { tokens: 1, burst: 1 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(piece({ role: 'assistant', content: '' }));
  for (let index = 0; index < count; index++) {
    if (!response.write(piece({ content: tokens[index % tokens.length] }))) await once(response, 'drain');
    if (index % burst === burst - 1 && model === 'as-spoken') await pause(burstPauseMs);
    else if (index % burst === burst - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  response.write(piece({}, 'stop'));
  response.end('data: [DONE]\n\n');
}

const tokens = spokenTokens(seed);
const vectorOf = await answerVectors(seed);

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = (await request.toArray()).join('');
  const { model, input } = JSON.parse(sent) as { model: string; input?: string | string[] };
  if (input === undefined) {
    await speak(response, model);
    return;
  }
  const vectors = await Promise.all([input].flat().map(vectorOf));
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from(vector, (value) => Math.round(value * 1e5) / 1e5),
  }));
  const usage = { prompt_tokens: data.length, total_tokens: data.length };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', model, data, usage }));
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
process.once('disconnect', () => process.exit());
