import * as runner from 'vitest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rerankerConformance } from '../../../conformance/reranker.ts';
import {
  answerWith,
  hang,
  type JsonPeer,
  type ReceivedRequest,
  refuseWith,
  reset,
  startJsonPeer,
} from '../../../test/json-peer.ts';
import { publishedSchemas } from '../../../test/published-schema.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import type { Reranker } from '../../contracts/reranker.ts';
import { candidatesOf } from './candidate.test-support.ts';
import { type HttpRerankerOptions, httpReranker, type RerankShape } from './http-reranker.ts';

/** A request of any of the three shapes. */
interface RerankRequest {
  readonly model?: string;
  readonly query: string;
  readonly documents?: readonly string[];
  readonly texts?: readonly string[];
  readonly top_n?: number;
}

const apiKey = 'secret-1234567890';
const texts = ['short', 'the longest of them', 'in the middle'];

let peer: JsonPeer<RerankRequest, unknown>;
const opened: Reranker[] = [];

beforeEach(async () => {
  peer = await startJsonPeer<RerankRequest, unknown>(rank);
});

afterEach(async () => {
  for (const reranker of opened.splice(0)) await reranker.close?.();
  await peer.close();
});

/** Scores texts by their length, best first, in the shape of the address it was asked under. */
function rank({ path, body }: ReceivedRequest<RerankRequest>): unknown {
  const ranked = (body.documents ?? body.texts ?? [])
    .map((text, index) => ({ index, score: text.length / 100 }))
    .toSorted((a, b) => b.score - a.score);
  if (path.endsWith('/v2/rerank') || path.endsWith('/v1/rerank')) {
    const results = ranked.map(({ index, score }) => ({ index, relevance_score: score }));
    return path.endsWith('/v2/rerank')
      ? { id: '1', results, meta: { billed_units: { search_units: 1 } } }
      : { model: body.model, results, usage: { total_tokens: 9 } };
  }
  return ranked;
}

function open(options: Partial<HttpRerankerOptions> = {}): Reranker {
  const reranker = httpReranker({ shape: 'cohere', baseUrl: peer.origin, model: 'ranker', ...options });
  opened.push(reranker);
  return reranker;
}

const rerank = (options?: Partial<HttpRerankerOptions>) =>
  open(options).rerank('which?', candidatesOf(texts));

rerankerConformance({ runner, create: async () => open() });

describe.each<[RerankShape, string, object]>([
  ['cohere', '/v2/rerank', { model: 'ranker', query: 'which?', documents: texts, top_n: 3 }],
  [
    'jina',
    '/v1/rerank',
    { model: 'ranker', query: 'which?', documents: texts, top_n: 3, return_documents: false },
  ],
  ['tei', '/rerank', { query: 'which?', texts, truncate: true }],
])('a server with the interface of %s', (shape, path, body) => {
  test('is asked as it wants to be, and its scores find their candidates', async () => {
    expect(await rerank({ shape, apiKey })).toEqual([
      { chunkId: 'c0', score: 0.05 },
      { chunkId: 'c1', score: 0.19 },
      { chunkId: 'c2', score: 0.13 },
    ]);
    expect(peer.requests).toMatchObject([{ path, headers: { authorization: `Bearer ${apiKey}` } }]);
    expect(peer.requests[0]?.body).toEqual(body);
  });

  test('may stand under a path', async () => {
    await rerank({ shape, baseUrl: `${peer.origin}/api/` });
    expect(peer.requests[0]?.path).toBe(`/api${path}`);
  });

  test('that leaves a candidate out, or has one twice, or one that was not sent, is not believed', async () => {
    for (const indexes of [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 2], []]) {
      const list = indexes.map((index) => ({ index, score: 1, relevance_score: 1 }));
      peer.meet(answerWith(() => (shape === 'tei' ? list : { results: list })));
      await expect(rerank({ shape }), indexes.join(' ')).rejects.toMatchObject({
        code: 'model_answer_invalid',
      });
    }
  });
});

test('it is named after its interface and its model, once where a server has but one', () => {
  expect(open().name).toBe('cohere ranker');
  expect(open({ shape: 'tei', model: 'tei' }).name).toBe('tei');
});

test('what is sent to text-embeddings-inference, and what its scripted peer answers, is what is published', async (context) => {
  const published = publishedSchemas('text-embeddings-inference.json');
  context.skip(!published.exists, 'without ../shared/schemas');
  await rerank({ shape: 'tei' });
  published.schema('RerankRequest').parse(peer.requests[0]?.body);
  published.schema('RerankResponse').parse(peer.answers[0]);
  expect(published.schema('RerankRequest').safeParse({ query: 'x' }).success).toBe(false);
  expect(published.schema('RerankResponse').safeParse([{ index: 1 }]).success).toBe(false);
});

test.each([
  ['an object without results', { results: 'none' }],
  ['a list', []],
  ['scores that are words', { results: texts.map((_, index) => ({ index, relevance_score: 'high' })) }],
  ['null', null],
])('%s is no answer', async (_, answer) => {
  peer.meet(answerWith(() => JSON.stringify(answer)));
  await expect(rerank()).rejects.toMatchObject({ code: 'model_answer_invalid' });
  expect(peer.requests).toHaveLength(1);
});

test.each([
  ['503', refuseWith(503, { error: 'loading' })],
  ['a connection that is cut', reset],
])('is tried twice more after a fault that may pass: %s', async (_, fault) => {
  peer.meet(fault, fault);
  expect(await rerank({ clock: steppedClock() })).toHaveLength(3);
  expect(peer.requests).toHaveLength(3);
  peer.meet(fault, fault, fault);
  await expect(rerank({ clock: steppedClock() })).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(peer.requests).toHaveLength(6);
});

test('that hangs costs its time limit once', async () => {
  peer.meet(hang, hang, hang);
  await expect(rerank({ timeoutMs: 50, clock: steppedClock() })).rejects.toThrow('no answer within 50 ms');
  expect(peer.requests).toHaveLength(1);
});

test('stops when it is aborted, and when it is closed', async () => {
  peer.meet(hang);
  const controller = new AbortController();
  const reranker = open();
  const call = reranker.rerank('which?', candidatesOf(texts), { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
  peer.meet(hang);
  const other = expect(reranker.rerank('which?', candidatesOf(texts))).rejects.toMatchObject({
    code: 'aborted',
  });
  await reranker.close?.();
  await other;
});

test('nothing is sent for no candidates', async () => {
  expect(await open().rerank('which?', [])).toEqual([]);
  expect(peer.requests).toEqual([]);
});

test('half a character of two is no reason to be refused', async () => {
  await open().rerank('which \ud83d?', candidatesOf(['\udc00', 'x']));
  expect(peer.requests[0]?.body).toMatchObject({ query: 'which \ufffd?', documents: ['\ufffd', 'x'] });
});
