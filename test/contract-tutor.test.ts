import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chunkUuid } from '../src/records/chunk-uuid.ts';
import { tutorFunctions } from '../src/serve/contracts/tutor-functions.ts';
import { startChatPeer } from './chat-peer.ts';
import {
  embedded,
  type HttpClient,
  type Library,
  onServer,
  openLibrary,
  type ReceivedEvent,
} from './contract-fixture.ts';
import { sharedEmbedder } from './shared-embedder.ts';

/*
 * The HTTP contract of the preset `tutor`, with requests, replies and events as its document has them.
 */

const files = {
  'lighthouses.md': `---\nurl: https://book.example/lighthouses\n---\n${readFileSync(
    join(import.meta.dirname, 'fixtures', 'chapter-3-lighthouses.md'),
    'utf8',
  )}`,
  'kinematics.md': `# Robot Kinematics

## 2.3 Inverse Kinematics

Inverse kinematics finds the joint angles that bring the hand of a robot arm to a wanted pose. For an arm with six
joints there are up to sixteen solutions. The hand is at $x = l_1 \\cos\\theta_1$ for the first link.

\`\`\`python
angles = solver.inverse(pose)
\`\`\`

## 2.4 Singularities

At a singularity the arm loses a direction in which its hand can move, and joint speeds grow without bound.
`,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const question = 'How many solutions has inverse kinematics for an arm with six joints?';

const chat = (message: string, more: object = {}) => ({
  session_id: '550e8400-e29b-41d4-a716-446655440000',
  message,
  selected_text: null,
  conversation_id: null,
  ...more,
});

const of = (events: readonly ReceivedEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ data }) => data);
const textOf = (events: readonly ReceivedEvent[]) =>
  of(events, 'token')
    .map(({ token }) => token)
    .join('');

interface IngestResponse {
  readonly chunks: readonly {
    readonly id: string;
    readonly text: string;
    readonly vector: readonly number[];
    readonly metadata: Readonly<Record<string, unknown>>;
  }[];
}

const product = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).reduce((sum, number, at) => sum + number * (other[at] ?? Number.NaN), 0);

/** Two sections that are too long for one passage. */
const grippers = `---
url: https://book.example/grippers
---
## 7.1 Friction

${'A gripper with two fingers holds a part by friction alone. Its fingers press from both sides. '.repeat(20)}
It holds a weight of $W = 2 \\mu F$ at most.

\`\`\`python
gripper.close(force=20)
\`\`\`

## 7.2 Suction

${'A suction cup holds a box by the pressure of the air around it. A pump takes the air out below it. '.repeat(20)}
`;

describe.each([embedded, onServer('qdrant', 'Qdrant')])('tutor on $title', (engine) => {
  const reason = engine.missing === undefined ? '' : ` (${engine.missing})`;
  const skips = engine.missing !== undefined;
  let library: Library;
  let client: HttpClient;
  beforeAll(async () => {
    if (skips) return;
    library = await openLibrary('tutor', engine, files, await sharedEmbedder());
    client = await library.serve();
  });
  afterAll(async () => {
    if (!skips) await library.close();
  });

  test.skipIf(skips)(`C6, C7: an answer comes as tokens with citations and one done${reason}`, async () => {
    const events = await client.events('/api/chat', chat(question));
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['token', 'citation', 'done']));
    for (const token of of(events, 'token')) expect(token).toEqual({ token: expect.any(String) });
    expect(textOf(events)).toContain('up to sixteen solutions');
    const citations = of(events, 'citation');
    expect(citations[0]).toEqual({
      chunk_id: expect.stringMatching(uuid),
      chapter: 'Robot Kinematics',
      section: '2.3 Inverse Kinematics',
      url: 'N/A',
    });
    // One for each mark of the text, and none besides.
    const marks = new Set(textOf(events).match(/\[\d+\]/g));
    expect(citations).toHaveLength(marks.size);
    const done = events.at(-1);
    expect(done).toEqual({
      event: 'done',
      data: {
        conversation_id: expect.stringMatching(uuid),
        message_id: expect.stringMatching(uuid),
        total_tokens: 0,
        latency_ms: expect.any(Number),
      },
    });
    expect(Number.isInteger(done?.data['latency_ms'])).toBe(true);

    const { chunks } = await client.ask<{ chunks: readonly { id: string }[] }>('/api/search', {
      query: question,
    });
    const found = new Set(chunks.map(({ id }) => id));
    expect(citations.filter(({ chunk_id }) => !found.has(String(chunk_id)))).toEqual([]);
  });

  test.skipIf(skips)(
    `C5, C7: a conversation is gone on with, in its own session alone${reason}`,
    async () => {
      const begun = await client.events('/api/chat', chat('What is a singularity of an arm?'));
      const conversation_id = begun.at(-1)?.data['conversation_id'];
      const next = await client.events(
        '/api/chat',
        chat('What happens to joint speeds there?', { conversation_id, selected_text: 'At a singularity' }),
      );
      expect(next.at(-1)).toMatchObject({ event: 'done', data: { conversation_id } });
      expect(textOf(next)).toContain('grow without bound');
      const { history } = await library.footnote.getConversation(String(conversation_id));
      expect(history).toHaveLength(4);
      for (const other of [
        { conversation_id, session_id: randomUUID() },
        { conversation_id: randomUUID() },
      ]) {
        const refused = await client.events('/api/chat', chat('And then?', other));
        expect(refused).toEqual([
          { event: 'error', data: { message: expect.stringContaining('There is no conversation') } },
        ]);
      }
    },
  );

  test.skipIf(skips)(`C8: what is not covered is met with what is${reason}`, async () => {
    const events = await client.events('/api/chat', chat('Who won the football match on Sunday?'));
    expect(of(events, 'citation')).toEqual([]);
    expect(textOf(events)).toMatch(/Kinematics|Lighthouses/);
    expect(events.at(-1)?.event).toBe('done');
  });

  interface SearchResponse {
    readonly chunks: readonly {
      readonly id: string;
      readonly text: string;
      readonly score: number;
      readonly metadata: { readonly chapter: string; readonly url: string };
    }[];
    readonly metrics: Readonly<Record<string, number>>;
  }

  test.skipIf(skips)(
    `C3: the search gives passages of both legs with scores on 0–1 and its figures${reason}`,
    async () => {
      const found = await client.ask<SearchResponse>('/api/search', {
        query: 'Which flashes does the light of Hallin show?',
        filters: { chapter: null, has_code: null },
        top_k: 20,
      });
      expect(Object.keys(found.metrics)).toEqual([
        'vector_search_latency_ms',
        'keyword_search_latency_ms',
        'total_latency_ms',
        'num_candidates',
      ]);
      for (const figure of Object.values(found.metrics)) expect(Number.isInteger(figure)).toBe(true);
      expect(found.metrics['num_candidates']).toBeGreaterThanOrEqual(found.chunks.length);
      expect(found.chunks.length).toBeGreaterThan(1);
      const scores = found.chunks.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(found.chunks[0]).toEqual({
        id: expect.stringMatching(uuid),
        text: expect.stringContaining('three flashes'),
        score: expect.any(Number),
        metadata: {
          chapter: 'Chapter 3: Lighthouses',
          section: expect.stringMatching(/^3\.\d/),
          url: expect.stringMatching(/^https:\/\/book\.example\/lighthouses#./),
          page: null,
        },
      });
      const hits = (await library.footnote.search('Which flashes does the light of Hallin show?')).hits;
      // The cosines of the shipped model are lower than those of the named one.
      expect(hits.filter(({ explain }) => explain.vector).length).toBeGreaterThan(0);
    },
  );

  const chapters = async (filters: object, query = question) => {
    const { chunks } = await client.ask<SearchResponse>('/api/search', { query, filters });
    return [...new Set(chunks.map(({ metadata }) => metadata.chapter))];
  };

  test.skipIf(skips)(`C3: filters keep to a chapter, to code, to equations${reason}`, async () => {
    expect(await chapters({ chapter: 'Robot Kinematics' })).toEqual(['Robot Kinematics']);
    expect(await chapters({ has_code: true })).toEqual(['Robot Kinematics']);
    expect(await chapters({ has_equations: true })).toEqual(['Robot Kinematics']);
    expect(
      await chapters(
        { chapter: 'Chapter 3: Lighthouses', has_code: false },
        'Which flashes does Hallin show?',
      ),
    ).toEqual(['Chapter 3: Lighthouses']);
  });

  test.skipIf(skips)(
    `C4, C10: reranking tells relevance on 0–1, over .5 for the best, in another order${reason}`,
    async () => {
      let moved = 0;
      for (const query of [
        'What does doubling the height of a lighthouse tower add to its range?',
        'Who found that only the surface of a lens bends light?',
        'How do I calculate inverse kinematics for a robot arm?',
      ]) {
        const { chunks } = await client.ask<SearchResponse>('/api/search', { query });
        const told = await client.ask<{
          readonly reranked_chunks: readonly {
            readonly id: string;
            readonly relevance_score: number;
            readonly metadata: object;
          }[];
          readonly metrics: object;
        }>('/api/rerank', { query, chunks: chunks.map(({ id, text, score }) => ({ id, text, score })) });
        const { reranked_chunks: reranked, metrics } = told;
        expect(reranked).toHaveLength(Math.min(5, chunks.length));
        const scores = reranked.map(({ relevance_score }) => relevance_score);
        expect(scores[0]).toBeGreaterThanOrEqual(0.5);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(metrics).toEqual({
          reranking_latency_ms: expect.any(Number),
          score_distribution: { min: expect.any(Number), max: scores[0], mean: expect.any(Number) },
        });
        const [best] = reranked;
        expect(best?.metadata).toEqual(chunks.find(({ id }) => id === best?.id)?.metadata);
        if (reranked.some(({ id }, place) => id !== chunks[place]?.id)) moved += 1;
      }
      expect(moved).toBeGreaterThan(0);
    },
  );

  test.skipIf(skips)(
    `C1, C2: a text that is put in comes back as its passages with vectors${reason}`,
    async () => {
      const given = {
        source_path: '/docs/chapter-07/grippers.md',
        content: grippers,
        metadata: { chapter: 'Grippers', chapter_number: 7, file_path: 'chapter-07/grippers.md' },
      };
      const { chunks } = await client.ask<IngestResponse>('/api/ingest', given);
      expect(chunks.map(({ metadata }) => metadata['chunk_index'])).toEqual([...chunks.keys()]);
      expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
      const { dimension, vectors } = await library.footnote.embed(['How does a suction cup hold a box?'], {
        as: 'questions',
      });
      for (const chunk of chunks) {
        expect(chunk).toEqual({
          id: expect.stringMatching(uuid),
          text: expect.any(String),
          vector: expect.any(Array),
          metadata: {
            chapter: 'Grippers',
            section: expect.stringMatching(/^7\.\d /),
            page: null,
            url: expect.stringMatching(/^https:\/\/book\.example\/grippers#7\d-/),
            chunk_index: expect.any(Number),
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
            word_count: expect.any(Number),
            has_code: chunk.text.includes('close('),
            has_equations: chunk.text.includes('\\mu'),
          },
        });
        expect(chunk.vector).toHaveLength(dimension);
        expect(product(chunk.vector, chunk.vector)).toBeCloseTo(1, 4);
      }
      // What was put in is all there, and is what the search finds.
      const said = chunks.map(({ text }) => text).join('\n');
      for (const word of grippers.split('---')[2]?.match(/[a-z]{3,}/g) ?? []) expect(said).toContain(word);
      const found = await client.ask<SearchResponse>('/api/search', {
        query: 'How does a suction cup hold a box?',
        filters: { chapter: 'Grippers' },
      });
      const [nearest] = chunks.toSorted(
        (one, other) => product(other.vector, vectors[0] ?? []) - product(one.vector, vectors[0] ?? []),
      );
      expect(nearest?.text).toContain('suction cup');
      expect(found.chunks.find(({ id }) => id === nearest?.id)?.text).toBe(nearest?.text);

      // The same text is the same passages, and another one under its path replaces it.
      expect(await client.ask<IngestResponse>('/api/ingest', given)).toEqual({ chunks });
      const changed = await client.ask<IngestResponse>('/api/ingest', {
        source_path: 'docs/chapter-07/grippers.md',
        content: '# Magnets\n\nAn electromagnet lets go of a steel plate when its current stops.\n',
      });
      expect(changed.chunks).toMatchObject([
        { metadata: { chapter: 'Magnets', section: 'Magnets', url: 'N/A', has_code: false, word_count: 13 } },
      ]);
      expect(await chapters({ chapter: 'Grippers' }, 'How does a suction cup hold a box?')).toEqual([]);
    },
  );

  test.skipIf(skips)(`C8: passages that nothing is known of are Unknown and N/A${reason}`, async () => {
    const { reranked_chunks } = await client.ask<{ readonly reranked_chunks: readonly object[] }>(
      '/api/rerank',
      {
        query: 'What is a joint?',
        chunks: [{ id: randomUUID(), text: 'A joint connects two links of a robot.', score: 0.5 }],
        top_n: 1,
      },
    );
    expect(reranked_chunks).toEqual([
      expect.objectContaining({ metadata: { chapter: 'Unknown', section: 'N/A', url: 'N/A', page: null } }),
    ]);
  });
});

describe('with a language model', () => {
  test('C6: what the model cites is told, and nothing that it was not given', async () => {
    const peer = await startChatPeer();
    onTestFinished(() => peer.close());
    peer.says(['There are ', 'up to sixteen solutions [1].', ' More is known [9].']);
    const library = await openLibrary('tutor', embedded, files, await sharedEmbedder());
    onTestFinished(() => library.close());
    const client = await library.serve({
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    });
    const events = await client.events('/api/chat', chat(question));
    expect(textOf(events)).toContain('up to sixteen solutions');
    expect(of(events, 'citation')).toHaveLength(1);
    expect(of(events, 'done')).toEqual([expect.objectContaining({ total_tokens: expect.any(Number) })]);
    expect(of(events, 'done')[0]?.['total_tokens']).toBeGreaterThan(0);
  });

  test('C8: where the client goes the model is stopped and the conversation marked incomplete', async () => {
    const peer = await startChatPeer();
    onTestFinished(() => peer.close());
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    // The first words, and then nothing until the connection is closed.
    peer.meet((response, { bodies }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.once('close', leave);
      for (const body of bodies.slice(0, 3)) response.write(`data: ${JSON.stringify(body)}\n\n`);
    });
    peer.says(['There are up to sixteen solutions [1]. ', 'And ', 'more.']);
    const library = await openLibrary('tutor', embedded, files, await sharedEmbedder());
    onTestFinished(() => library.close());
    const client = await library.serve({
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    });
    const session = randomUUID();
    const controller = new AbortController();
    const reply = await fetch(`${client.address}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chat(question, { session_id: session })),
      signal: controller.signal,
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('event: token')) seen += (await reader?.read())?.value ?? '';
    controller.abort();
    await left;
    const last = async () => {
      const [conversation] = await library.footnote.listConversations({ sessionId: session });
      const { history } = await library.footnote.getConversation(conversation?.conversationId ?? '');
      return history.at(-1)?.answer;
    };
    await expect.poll(last).toMatchObject({ outcome: 'cancelled', complete: false });
  });
});

describe('requests', () => {
  let library: Library;
  let client: HttpClient;
  beforeAll(async () => {
    library = await openLibrary('tutor', embedded, files, await sharedEmbedder());
    client = await library.serve({ FOOTNOTE_SERVER_RATE_LIMIT_PER_ADDRESS: '1000' });
  });
  afterAll(() => library.close());

  test('C7: what is invalid is told in one message', async () => {
    const refused = async (path: string, body: unknown, status: number, field: string) => {
      const reply = await client.post(path, body);
      expect(reply.status).toBe(status);
      const told = (await reply.json()) as { message: string };
      expect(Object.keys(told)).toEqual(['message']);
      expect(told.message).toContain(field);
    };
    await refused('/api/chat', chat(''), 400, 'message');
    await refused('/api/chat', chat('a'.repeat(2001)), 400, 'message');
    await refused('/api/chat', chat('Hello', { session_id: 'me' }), 400, 'session_id');
    await refused('/api/chat', chat('Hello', { conversation_id: 'mine' }), 400, 'conversation_id');
    await refused('/api/chat', '{', 400, 'JSON');
    await refused('/api/search', { query: 'x'.repeat(2001) }, 400, 'query');
    await refused('/api/search', { query: 'x', top_k: 0 }, 400, 'top_k');
    await refused('/api/rerank', { query: 'x', chunks: [{ id: 'a' }] }, 400, 'chunks');
    await refused('/api/ingest', { source_path: '', content: 'x' }, 400, 'source_path');
    await refused('/api/ingest', { source_path: 'a/../b.md', content: 'x' }, 400, 'source_path');
    await refused('/api/ingest', { source_path: 'empty.md', content: '' }, 400, 'content');
    await refused('/api/ingest', { source_path: 'a.md' }, 400, 'content');
    await refused('/api/nothing', {}, 404, '/api/nothing');
    const got = await fetch(`${client.address}/api/chat`);
    expect([got.status, got.headers.get('allow'), Object.keys((await got.json()) as object)]).toEqual([
      405,
      'OPTIONS, POST',
      ['message'],
    ]);
  });

  test('C9, C10: figures of speed, and of what readers think', async () => {
    const events = await client.events('/api/chat', chat(question));
    const messageId = String(events.at(-1)?.data['message_id']);
    await client.events('/api/chat', chat('What is a singularity of an arm?'));
    const figures = async () =>
      (await (await fetch(`${client.address}/api/metrics`)).json()) as Record<string, unknown>;
    expect(await figures()).toMatchObject({
      answers: 2,
      rated_answers: 0,
      helpful_share: null,
      cited_answers: 2,
      citations_clicked_share: 0,
    });
    const feedback = { messageId, helpful: true, openedCitation: 1 };
    expect((await client.post('/api/v1/collections/default/feedback', feedback)).status).toBe(200);
    const after = await figures();
    expect(after).toMatchObject({ rated_answers: 1, helpful_share: 1, citations_clicked_share: 0.5 });
    for (const name of ['retrieval_latency_ms', 'first_token_latency_ms', 'end_to_end_latency_ms']) {
      const { p50, p95, p99 } = after[name] as Record<string, number>;
      expect(p50).toBeGreaterThan(0);
      expect(p95).toBeGreaterThanOrEqual(p50 as number);
      expect(p99).toBeGreaterThanOrEqual(p95 as number);
    }
  });

  test('C8: what is too much is told as high traffic with the seconds to wait', async () => {
    const limited = await library.serve({
      FOOTNOTE_SERVER_MAX_QUESTIONS: '1',
      FOOTNOTE_SERVER_MAX_QUEUED: '0',
    });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => limited.post('/api/search', { query: question })),
    );
    const busy = replies.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const reply of busy) {
      expect(reply.headers.get('retry-after')).toBe('1');
      expect(await reply.json()).toEqual({ message: 'High traffic, please wait 1 second', retry_after: 1 });
    }
  });

  test('C1: to put a text in takes a key that may write', async () => {
    const own = await openLibrary('tutor', embedded, files, await sharedEmbedder());
    onTestFinished(() => own.close());
    const body = { source_path: 'joints.md', content: '# Joints\n\nA joint connects two links.\n' };
    const open = await own.serve();
    const statusFor = async (role: 'read' | 'write') => {
      const { key } = await own.footnote.createKey({ name: role, role });
      return (await open.post('/api/ingest', body, { authorization: `Bearer ${key}` })).status;
    };
    expect(await statusFor('read')).toBe(403);
    expect((await own.footnote.listDocuments()).map(({ path }) => path)).not.toContain('joints.md');
    expect(await statusFor('write')).toBe(200);
    expect((await open.post('/api/ingest', body)).status).toBe(401);
  });

  test('C1: the library has the same function, in which the passages are those of the document', async () => {
    const own = await openLibrary('tutor', embedded, files, await sharedEmbedder());
    onTestFinished(() => own.close());
    const { chunks } = await tutorFunctions(own.footnote).ingest({
      source_path: './joints.md',
      content: '# Joints\n\nA joint connects two links.\n',
      metadata: { chapter_number: 2 },
    });
    const read = await own.footnote.getDocumentPassages('joints.md');
    expect(read.passages).toHaveLength(1);
    expect(chunks).toMatchObject(
      read.passages.map(({ id, content, vector }) => ({
        id: chunkUuid(id),
        text: content,
        vector: Array.from(vector ?? []),
        metadata: { created_at: read.ingestedAt, chapter: 'Joints' },
      })),
    );
    const { metadata } = await own.footnote.getDocument('joints.md');
    expect(metadata).toEqual({ chapter_number: 2 });
    const [expected] = (await own.footnote.embed([`Joints\n${chunks[0]?.text}`])).vectors;
    expect(product(chunks[0]?.vector ?? [], expected ?? [])).toBeGreaterThan(0.9);
  });

  test('C3, C4: the library has the same functions', async () => {
    const tutor = tutorFunctions(library.footnote);
    const { chunks, metrics } = await tutor.search({ query: question, filters: { has_code: true } });
    const [hit] = (await library.footnote.search(question)).hits;
    expect(chunks[0]?.id).toBe(chunkUuid(hit?.chunkId ?? ''));
    expect(metrics.num_candidates).toBeGreaterThan(0);
    const { reranked_chunks } = await tutor.rerank({ query: question, chunks, top_n: 1 });
    expect(reranked_chunks).toMatchObject([{ id: chunks[0]?.id, metadata: { chapter: 'Robot Kinematics' } }]);
    await expect(tutor.search({ query: '' })).rejects.toMatchObject({ code: 'request_invalid' });
  });
});
