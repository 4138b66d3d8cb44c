/**
 * The models that the answer benchmark asks, in a process of their own: `node answer-model.ts`, forked. An
 * OpenAI-compatible server that sends its base address to its parent. Embeddings are sums of a made-up vector for each
 * word; completions are made-up cited sentences. What it takes to answer is next to nothing, so that what is
 * measured is the one who asks.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/evaluate/compare/seeded-random.ts';

const dimension = 384;

/** A language model by its name: how many tokens it says, and how many at a time with 5 ms between. */
const models: Readonly<Record<string, { readonly tokens: number; readonly burst: number }>> = {
  brief: { tokens: 24, burst: 24 },
  'at-once': { tokens: 10_000, burst: 50 },
  'as-spoken': { tokens: 10_000, burst: 10 },
};
const burstPauseMs = 5;

const wordVectors = new Map<string, Float32Array>();

function wordVector(word: string): Float32Array {
  const known = wordVectors.get(word);
  if (known) return known;
  const random = seededRandom(Buffer.from(word).reduce((hash, byte) => (hash * 31 + byte) >>> 0, 7));
  const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
  wordVectors.set(word, vector);
  return vector;
}

/** Long words count more than short ones, which stand in every text. */
function vectorOf(text: string): readonly number[] {
  const sum = new Float64Array(dimension);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const vector = wordVector(word);
    const weight = word.length ** 2;
    for (let axis = 0; axis < dimension; axis++)
      sum[axis] = (sum[axis] as number) + weight * (vector[axis] as number);
  }
  const norm = Math.hypot(...sum) || 1;
  return Array.from(sum, (value) => Math.round((value / norm) * 1e4) / 1e4 || 1e-4);
}

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;

const piece = (delta: object, reason: string | null = null): string =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });

/** Sentences of eleven words and a marker. */
function token(index: number): string {
  const place = index % 12;
  return place === 11 ? ' [1].' : ` ${place === 0 ? 'Word' : 'word'}${index % 997}`;
}

async function speak(response: ServerResponse, model: string): Promise<void> {
  const { tokens, burst } = models[model] ?? { tokens: 1, burst: 1 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(piece({ role: 'assistant', content: '' }));
  for (let index = 0; index < tokens; index++) {
    if (!response.write(piece({ content: token(index) }))) await once(response, 'drain');
    if (index % burst === burst - 1 && model === 'as-spoken') await pause(burstPauseMs);
    else if (index % burst === burst - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  response.write(piece({}, 'stop'));
  response.end('data: [DONE]\n\n');
}

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
  const data = [input]
    .flat()
    .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  const usage = { prompt_tokens: data.length, total_tokens: data.length };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', model, data, usage }));
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
process.once('disconnect', () => process.exit());
