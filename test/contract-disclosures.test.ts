import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSufficientContext, retrieveRelevantChunks } from '../src/app/relevant-chunks.ts';
import { type ChatPeer, startChatPeer, streamThen } from './chat-peer.ts';
import {
  embedded,
  type HttpClient,
  type Library,
  openLibrary,
  pglite,
  postgresqlServer,
} from './contract-fixture.ts';
import { sharedEmbedder } from './shared-embedder.ts';

/*
 * The contract of the preset `disclosures`, written from its description: `POST /api/ask`, the reply and its parts, the
 * fallback, and `qa_logs`.
 */

const revenue =
  "The company's revenue in 2024 was $4.2 billion: total company revenue in 2024 rose by 15 percent from the prior year, and all segments of the company contributed to it";
const files = {
  'acme/annual-report.md': `---\ntitle: Annual Report 2024\ncompany_slug: acme-corp\n---\n${revenue}. The board thanks everyone who works here for the year that lies behind us and for all that is to come.\n`,
  'acme/call.md':
    "---\ntitle: Q4 Earnings Call\ncompany_slug: acme-corp\n---\nWhat the company's revenue in 2024 was: cloud services had a revenue of $1.1 billion.\n",
  'globex/annual-report.md':
    "---\ntitle: Globex Annual Report\ncompany_slug: globex\n---\nThe company's revenue in 2024 was $77 million.\n",
  'hooli/long.md': `---\ntitle: Hooli Letter\ncompany_slug: hooli\n---\nThe company's revenue in 2024 ${'and revenue of the company in 2024 '.repeat(6).trim()}\n`,
};
const question = "What was the company's revenue in 2024?";
const acme = { question, company_slug: 'acme-corp' };
const fallback = "I don't have enough information in the provided disclosures to answer that question.";

interface Citation {
  readonly doc_id: string;
  readonly title: string;
  readonly chunk_id: string;
  readonly snippet: string;
  readonly score: number;
  readonly chunk_index: number;
}

interface Reply {
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly debug: Readonly<Record<string, unknown>>;
}

const whole = (value: string) => expect.toSatisfy(Number.isInteger, `${value} is a whole number`);
const debug = (model: unknown, chunks: unknown) => ({
  retrieval_ms: whole('retrieval_ms'),
  llm_ms: whole('llm_ms'),
  total_ms: whole('total_ms'),
  model,
  chunks_retrieved: chunks,
});

/** A citation of the first chunk of a document. */
const cited = (title: string, snippet: string) => ({
  doc_id: expect.any(String),
  title,
  chunk_id: expect.any(String),
  snippet,
  score: expect.any(Number),
  chunk_index: 0,
});

describe.each([embedded, pglite, postgresqlServer()])('on $title', (engine) => {
  const { missing } = engine;
  if (missing !== undefined) {
    test.skip(`the contract of disclosures (${missing})`, () => {});
    return;
  }
  let library: Library;
  let peer: ChatPeer;
  let client: HttpClient;
  /** Of a server that quotes. */
  let quoting: HttpClient;

  beforeAll(async () => {
    peer = await startChatPeer();
    library = await openLibrary('disclosures', engine, files, await sharedEmbedder());
    quoting = await library.serve();
    client = await library.serve({
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
      FOOTNOTE_GENERATOR_MODEL: 'gpt-disclosures',
    });
  });
  afterAll(async () => {
    await library.close();
    await peer.close();
  });

  test('B7, B11: a reply has the answer, the chunks that it cites, the confidence and what it took', async () => {
    peer.says([
      'Revenue was $4.2 billion in 2024',
      ' [Citation 1]',
      '. Cloud services had $1.1 billion [Citation 2]. So they say [Citation 9].',
    ]);
    const reply = await client.ask<Reply>('/api/ask', acme);
    expect(Object.keys(reply)).toEqual(['answer', 'citations', 'confidence', 'debug']);
    expect(reply.answer).toMatch(/^Revenue was \$4\.2 billion in 2024 ?\[Citation 1\]/);
    expect(reply.answer).toContain('[Citation 2]');
    expect(reply.answer).not.toContain('Citation 9');
    const cloud = "What the company's revenue in 2024 was: cloud services had a revenue of $1.1 billion.";
    expect(reply.citations.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual([
      // Of the chunk as far as its last full stop past 70 % of 200 characters.
      cited('Annual Report 2024', `${revenue}.`),
      cited('Q4 Earnings Call', cloud),
    ]);
    for (const { score } of reply.citations) expect(score > 0.6 && score <= 1).toBe(true);
    const [first = 0, second = 0] = reply.citations.map(({ score }) => score);
    expect(first).toBeGreaterThanOrEqual(second);
    expect(reply.confidence).toBeCloseTo((first + second / 2) / 1.5, 6);
    expect(reply.debug).toEqual({
      ...debug('gpt-disclosures', 2),
      prompt_tokens: 7,
      completion_tokens: 3,
    });
    const { retrieval_ms, llm_ms, total_ms } = reply.debug as Record<string, number>;
    expect(total_ms).toBeGreaterThanOrEqual((retrieval_ms ?? 0) + (llm_ms ?? 0));
  });

  test('B6: the model is told to say the sentence of the fallback, and its documents are numbered', async () => {
    await client.ask<Reply>('/api/ask', acme);
    const prompt =
      peer.requests
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join('\n') ?? '';
    expect(prompt).toContain(fallback);
    expect(prompt).toMatch(/\[Document 1\]\nTitle: .+\nContent: .+[^]+\[Document 2\]\nTitle: /);
    expect(prompt).not.toContain('Globex');
  });

  test('B13: a stream has the same in pieces: tokens, a citation before its mark, and one last event', async () => {
    peer.says(['Revenue was $4.2 billion in 2024', ' [Citation 1]', '.']);
    const events = await client.events('/api/ask', { ...acme, stream: true });
    for (const { event, data } of events) expect(data['type']).toBe(event);
    const named = events.map(({ event }) => event);
    expect(named.filter((name) => name === 'done' || name === 'error')).toEqual(['done']);
    const { type: _, ...done } = events.at(-1)?.data ?? {};
    const reply = done as unknown as Reply;
    const tokens = events.flatMap(({ event, data }) => (event === 'token' ? [String(data['text'])] : []));
    expect(tokens.join('')).toBe(reply.answer);
    const at = events.findIndex(({ data }) => String(data['text']).includes('[Citation 1]'));
    expect(events[at - 1]).toMatchObject({ event: 'citation', data: { citation: reply.citations[0] } });
    const unstreamed = await client.ask<Reply>('/api/ask', { ...acme, stream: false });
    expect({ ...reply, debug: null }).toEqual({ ...unstreamed, debug: null });
    expect(Object.keys(reply.debug)).toEqual(Object.keys(unstreamed.debug));
  });

  test('B13: a model that breaks off ends the stream with an error', async () => {
    const failed = await library.serve({
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    });
    peer.says(['Revenue was $4.2 billion. ', 'It is', ' more']);
    peer.meet(streamThen(3, (response) => response.destroy()));
    const events = await failed.events('/api/ask', { ...acme, stream: true });
    const last = events.filter(({ event }) => event === 'done' || event === 'error');
    expect(last).toEqual([
      {
        event: 'error',
        data: { type: 'error', error: expect.objectContaining({ code: expect.any(String) }) },
      },
    ]);
    expect(events.at(-1)).toBe(last[0]);
  });

  test('B3, B4: a question sees the documents of its company alone', async () => {
    const reply = await quoting.ask<Reply>('/api/ask', { question, company_slug: 'globex' });
    expect(reply.answer).toContain('$77 million');
    expect(reply.answer).toContain('[Citation 1]');
    expect(new Set(reply.citations.map(({ title }) => title))).toEqual(new Set(['Globex Annual Report']));
    expect(reply.debug).toEqual(debug('extractive', 1));
  });

  test('B4, B5: the library retrieves the same, under the names of the description', async () => {
    const { contexts, scores, retrievalMs } = await retrieveRelevantChunks(
      question,
      'acme-corp',
      library.footnote,
      { topK: 2, confidenceThreshold: 0.6 },
    );
    expect(contexts[0]).toEqual({
      chunkId: expect.any(String),
      docId: expect.any(String),
      docTitle: expect.stringMatching(/^(Annual Report 2024|Q4 Earnings Call)$/),
      content: expect.stringContaining("company's revenue in 2024"),
      chunkIndex: 0,
      score: expect.any(Number),
    });
    expect(scores).toEqual(contexts.map(({ score }) => score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(retrievalMs).toBeGreaterThan(0);
    expect(hasSufficientContext(scores, 0.6)).toBe(true);
    expect(hasSufficientContext(scores, 0.6, 3)).toBe(false);
    const [best = 0] = scores;
    // A score that is the threshold is enough; one that is to be retrieved is above it.
    expect(hasSufficientContext(scores, best)).toBe(true);
    const above = { confidenceThreshold: best };
    expect((await retrieveRelevantChunks(question, 'acme-corp', library.footnote, above)).contexts).toEqual(
      [],
    );
    expect((await retrieveRelevantChunks(question, 'initech', library.footnote)).contexts).toEqual([]);
    expect(hasSufficientContext([], 0.6)).toBe(false);
  });

  test('B7: a snippet without a full stop is cut and ends with dots, within 200 characters', async () => {
    peer.says(['There was revenue in 2024 [Citation 1].']);
    const { citations } = await client.ask<Reply>('/api/ask', { question, company_slug: 'hooli' });
    const snippet = citations[0]?.snippet ?? '';
    expect(snippet).toMatch(/^The company's revenue in 2024 and revenue.*\S\.\.\.$/);
    expect(snippet.length).toBeGreaterThan(190);
    expect(snippet.length).toBeLessThanOrEqual(200);
  });

  test.each([
    ['a question that nothing bears on', { question: 'How do I bake rye bread?', company_slug: 'acme-corp' }],
    ['a company that has no documents', { question, company_slug: 'initech' }],
  ])('B8: %s is answered with the fixed sentence, and no model is asked', async (_, body) => {
    const asked = peer.requests.length;
    const reply = await client.ask<Reply>('/api/ask', body);
    expect(reply).toEqual({ answer: fallback, citations: [], confidence: 0, debug: debug('none', 0) });
    expect(reply.debug['llm_ms']).toBe(0);
    const events = await client.events('/api/ask', { ...body, stream: true });
    expect(events.map(({ event }) => event)).toEqual(['token', 'done']);
    expect(events[0]?.data['text']).toBe(fallback);
    expect(peer.requests.length).toBe(asked);
  });

  test('B12: a greeting is answered without a search', async () => {
    const reply = await client.ask<Reply>('/api/ask', { question: 'Hello!', company_slug: 'acme-corp' });
    expect(reply).toMatchObject({
      citations: [],
      confidence: 0,
      debug: { chunks_retrieved: 0, retrieval_ms: 0 },
    });
    expect(reply.answer).not.toBe('');
  });

  test.each([
    ['no question', { company_slug: 'acme-corp' }, 'question'],
    ['an empty question', { ...acme, question: '' }, 'question'],
    ['a question of spaces', { ...acme, question: '  ' }, undefined],
    ['a question that is no text', { ...acme, question: 7 }, 'question'],
    ['a question that is too long', { ...acme, question: 'a'.repeat(4001) }, undefined],
    ['no company', { question }, 'company_slug'],
    ['an empty company', { question, company_slug: '' }, 'company_slug'],
    ['a session with too long a name', { ...acme, session_id: 's'.repeat(201) }, 'session_id'],
    ['a stream that is neither wanted nor not', { ...acme, stream: 'yes' }, 'stream'],
    ['a body that is no JSON', '{"question": ', 'body'],
  ])('%s is refused with 400 and the reason', async (_, body, field) => {
    const reply = await client.post('/api/ask', body);
    expect(reply.status).toBe(400);
    const { error } = (await reply.json()) as { error: { code: string; message: string; details: object } };
    expect(error).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      details: expect.any(Object),
    });
    if (field !== undefined) expect(error.details).toMatchObject({ field });
  });

  test('other methods, other types and other paths are refused', async () => {
    expect((await fetch(`${client.address}/api/ask`)).status).toBe(405);
    expect((await client.post('/api/ask', 'question=why', { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    expect((await client.post('/api/asks', acme)).status).toBe(404);
  });

  test('the description of the server says what is sent and what comes back', async () => {
    const described = await client.described('/api/ask');
    for (const part of ['request', 'reply', 'event'] as const) {
      const examples = described.examples(part);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(described.problem(part, example)).toBeUndefined();
    }
    expect(described.problem('request', { question })).toContain('company_slug');
    expect(described.problem('reply', await client.ask('/api/ask', acme))).toBeUndefined();
    for (const { data } of await client.events('/api/ask', { ...acme, stream: true }))
      expect(described.problem('event', data)).toBeUndefined();
  });

  test('the native interface is served beside it', async () => {
    const path = '/api/v1/collections/default/search';
    const { hits } = await client.ask<{ hits: { title: string }[] }>(path, { question, project: 'globex' });
    expect(hits.map(({ title }) => title)).toEqual(['Globex Annual Report']);
  });

  test('B12: qa_logs has every interaction in words, greetings and fallbacks with confidence 0', async () => {
    peer.says(['Revenue was $4.2 billion in 2024', ' [Citation 1]', '.']);
    const session_id = 'session-of-the-log';
    const answered = await client.ask<Reply>('/api/ask', { ...acme, session_id });
    await client.ask<Reply>('/api/ask', { ...acme, question: 'Hello!', session_id });
    await client.ask<Reply>('/api/ask', { ...acme, question: 'How do I bake rye bread?', session_id });
    const rows = () =>
      library.query(
        `select question, answer, citations, confidence, model, chunks_retrieved, retrieval_ms, llm_ms, total_ms,
          prompt_tokens, completion_tokens, session_id, created_at from qa_logs where session_id = $1 order by created_at`,
        session_id,
      );
    // The log is written behind the replies.
    await expect.poll(async () => (await rows()).length).toBe(3);
    const [first, greeting, refused] = await rows();
    const [cited] = answered.citations;
    expect(answered.answer).toContain('[Citation 1]');
    expect(first).toMatchObject({
      question,
      answer: answered.answer,
      confidence: answered.confidence,
      model: 'gpt-disclosures',
      chunks_retrieved: 2,
      prompt_tokens: 7,
      completion_tokens: 3,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(JSON.parse(String(first?.['citations']))).toEqual([
      {
        doc_id: cited?.doc_id,
        chunk_id: cited?.chunk_id,
        chunk_index: cited?.chunk_index,
        score: cited?.score,
      },
    ]);
    for (const name of ['retrieval_ms', 'llm_ms', 'total_ms']) expect(first?.[name]).toBeGreaterThan(0);
    expect(greeting).toMatchObject({
      answer: expect.stringContaining('Hello'),
      citations: '[]',
      confidence: 0,
    });
    expect(refused).toMatchObject({ answer: fallback, citations: '[]', confidence: 0, model: null });
  });
});
