import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatPeer, startChatPeer } from './chat-peer.ts';
import { embedded, type HttpClient, type Library, onServer, openLibrary } from './contract-fixture.ts';
import { sharedEmbedder } from './shared-embedder.ts';

/*
 * The contract of the preset `knowledge-base`, written from its description: `POST /api/query` and each part of its
 * reply.
 */

const files = {
  'security/passwords.md': `---
title: Passwords
source_urls:
  - https://rules.example.org/passwords
  - https://rules.example.org/all
---

# Passwords

## Length

A password has at least fourteen characters, and a passphrase for a password has at least four words.

## Changing

A password is changed when it may have become known, and not otherwise.
`,
  'security/devices.md': `---
title: Lost devices
source_urls: https://rules.example.org/all
---

A lost laptop is reported within one hour, and its password is changed on the same day.
`,
  'how-to/accounts.md': `---
title: Accounts
url: https://help.example.org/accounts
---

A new account gets its first password from the service desk, which is changed when one signs in.
`,
  'plants/ferns.md': '# Ferns\n\nFerns grow in the shade and are watered in the morning.\n',
};
const query = 'How long must a password be?';
const categories = JSON.stringify({ security: 'Security & Access', 'how-to': 'Guides' });

interface Reply {
  readonly answer: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
  readonly relatedDocs: readonly Readonly<Record<string, unknown>>[];
  readonly citations: readonly Readonly<Record<string, unknown>>[];
  readonly confidence: { readonly level: string; readonly reason: string };
  readonly metadata: Readonly<Record<string, unknown>>;
}

describe.each([embedded, onServer('chroma', 'Chroma')])('on $title', (engine) => {
  const { missing } = engine;
  if (missing !== undefined) {
    test.skip(`the contract of knowledge-base (${missing})`, () => {});
    return;
  }
  let library: Library;
  let peer: ChatPeer;
  let client: HttpClient;
  let model: Readonly<Record<string, string>>;

  beforeAll(async () => {
    peer = await startChatPeer();
    library = await openLibrary('knowledge-base', engine, files, await sharedEmbedder());
    model = { LLM_BASE_URL: peer.baseUrl, LLM_MODEL: 'llama-tests', CATEGORY_MAP: categories };
    client = await library.serve(model);
  });
  afterAll(async () => {
    await library.close();
    await peer.close();
  });

  const ask = (body: unknown = { query }, by = client) => by.ask<Reply>('/api/query', body);

  const confidence = async (more: Readonly<Record<string, string>>) =>
    (await ask({ query }, await library.serve({ ...model, ...more }))).confidence;

  test('D5, D6, D9: a reply has answer, sources, related documents, citations, confidence and metadata', async () => {
    peer.says([
      'It has at least fourteen characters [Passwords > Length]. ',
      'It is changed when it has become known [passwords > Changing]. ',
      'A lost laptop is reported within an hour [Lost device]. ',
      'Ask your manager [Managers > Tasks], or again [Managers].',
    ]);
    const reply = await ask();
    expect(Object.keys(reply)).toEqual([
      'answer',
      'sources',
      'relatedDocs',
      'citations',
      'confidence',
      'metadata',
    ]);
    expect(reply.answer).toContain('[Passwords > Length]');
    expect(reply.answer).toContain('[Lost devices]');
    expect(reply.answer).not.toMatch(/\[\d+\]/);
    const matched = { matched: true, docId: expect.any(String), score: expect.any(Number) };
    expect(reply.citations).toEqual([
      {
        ...matched,
        title: 'Passwords',
        section: 'Length',
        sourceUrls: ['https://rules.example.org/passwords', 'https://rules.example.org/all'],
      },
      { ...matched, title: 'Lost devices', sourceUrls: ['https://rules.example.org/all'] },
      { title: 'Managers', section: 'Tasks', matched: false, sourceUrls: [], docId: null, score: null },
    ]);
    expect(reply.sources).toEqual([
      expect.objectContaining({ url: 'https://rules.example.org/passwords' }),
      expect.objectContaining({ url: 'https://rules.example.org/all' }),
    ]);
    // Of all that was found, also of what is not cited.
    expect(new Map(reply.relatedDocs.map(({ title, category, url }) => [title, [category, url]]))).toEqual(
      new Map([
        ['Accounts', ['Guides', 'https://help.example.org/accounts']],
        ['Lost devices', ['Security & Access', null]],
        ['Passwords', ['Security & Access', null]],
      ]),
    );
    expect(reply.relatedDocs).toHaveLength(3);
    expect(reply.metadata).toEqual({
      chunksRetrieved: expect.any(Number),
      model: 'llama-tests',
      usage: { prompt_tokens: 7, completion_tokens: 4, total_tokens: 11 },
      latencyMs: expect.any(Number),
    });
    expect(reply.metadata['chunksRetrieved']).toBeGreaterThanOrEqual(3);
  });

  test('D3, D4: the model reads titled passages in its system message and the question alone from the user', async () => {
    await ask();
    const request = peer.requests.at(-1)?.body;
    expect(request).toMatchObject({ model: 'llama-tests', temperature: 0.3, max_tokens: 500 });
    const [system, user, ...others] = request?.messages ?? [];
    expect(others).toEqual([]);
    expect(system?.content).toMatch(/\[Passwords\]\n[^]+fourteen characters[^]+\n\[Lost devices\]\n/);
    expect(user).toEqual({ role: 'user', content: query });
  });

  test('D4: the system message is a file with {context}', async () => {
    const file = join(library.folder, 'system.txt');
    writeFileSync(file, 'Answer only from this:\n\n{context}\nName the titles in brackets.');
    const own = await library.serve({ ...model, FOOTNOTE_ANSWER_PROMPT: file });
    await ask({ query }, own);
    const [system] = peer.requests.at(-1)?.body.messages ?? [];
    expect(system?.content).toMatch(
      /^Answer only from this:\n\n\[(Passwords|Lost devices|Accounts)[^\]]*\]\n[^]+Name the titles in brackets\.$/,
    );
  });

  test('D2, D7: confidence follows how many passages there are and how near', async () => {
    peer.says(['At least fourteen characters [Passwords].']);
    expect(await confidence({})).toEqual({
      level: 'Medium',
      reason: expect.stringMatching(/^\d+ sources found, average relevance \d+%$/),
    });
    expect(await confidence({ RETRIEVAL_TOP_K: '1' })).toEqual({
      level: 'Low',
      reason: 'Only 1 source found',
    });
    expect(await confidence({ RELEVANCE_THRESHOLD: '0.99' })).toMatchObject({ level: 'Low' });
  });

  test('D7: three passages that are near enough are High, and the citations are counted', async () => {
    const asked = {
      query: 'A password has at least fourteen characters, and is changed when it may have become known.',
    };
    peer.says(['At least fourteen [Passwords > Length], changed when known [Passwords > Changing].']);
    const near = await library.serve({ ...model, RELEVANCE_THRESHOLD: '0.35' });
    const reply = await ask(asked, near);
    expect(reply.confidence).toEqual({
      level: 'High',
      reason: `${String(reply.metadata['chunksRetrieved'])} relevant sources with 1 citation`,
    });
  });

  test('D8: where nothing is found no model is asked', async () => {
    const asked = peer.requests.length;
    const reply = await ask(
      { query: 'zzyzx qwfpgj?' },
      await library.serve({ ...model, RELEVANCE_THRESHOLD: '0.6' }),
    );
    expect(reply).toEqual({
      answer: expect.stringMatching(/^I don't have specific information/),
      sources: [],
      relatedDocs: [],
      citations: [],
      confidence: { level: 'Low', reason: expect.any(String) },
      metadata: { chunksRetrieved: 0, model: null, usage: null, latencyMs: expect.any(Number) },
    });
    expect(peer.requests.length).toBe(asked);
  });

  test('without a model the reply has the same parts', async () => {
    const quoting = await library.serve({ CATEGORY_MAP: categories });
    const reply = await ask({ query }, quoting);
    expect(reply.answer).toMatch(/fourteen characters[^]*\[Passwords > Length\]/);
    expect(reply.citations[0]).toMatchObject({ title: 'Passwords', matched: true });
    const titles = reply.citations.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    expect(reply.metadata).toMatchObject({ model: null, usage: null });
  });

  test('D6: a folder without a label keeps its name', async () => {
    const { relatedDocs } = await ask({ query: 'When are ferns watered?' });
    expect(relatedDocs.find(({ title }) => title === 'Ferns')).toMatchObject({ category: 'plants' });
  });

  test.each([
    ['no query', {}],
    ['an empty query', { query: '' }],
    ['a query of spaces', { query: ' \n ' }],
    ['a query that is no text', { query: ['why?'] }],
    ['a query of null', { query: null }],
    ['a query of 1001 characters', { query: 'a'.repeat(1001) }],
  ])('D1: %s is refused with 400, which names it', async (_, body) => {
    const reply = await client.post('/api/query', body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      error: {
        code: 'request_invalid',
        message: expect.stringContaining('query'),
        details: expect.objectContaining({ field: 'query' }),
      },
    });
  });

  test('D1: a query of 1000 characters is answered', async () => {
    peer.says(['At least fourteen characters [Passwords].']);
    const { answer } = await ask({ query: `${query} ${'password '.repeat(200)}`.slice(0, 1000) });
    expect(answer).not.toBe('');
  });

  test('a model that is away is told, and passages are quoted', async () => {
    const away = await library.serve({
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      FOOTNOTE_GENERATOR_TIMEOUT_MS: '100',
    });
    const reply = await ask({ query }, away);
    expect(reply.metadata['model']).toBeNull();
    expect(reply.answer).toContain('fourteen characters');
  });

  test('the description of the server says what is sent and what comes back', async () => {
    const described = await client.described('/api/query');
    for (const part of ['request', 'reply'] as const) {
      const examples = described.examples(part);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(described.problem(part, example)).toBeUndefined();
    }
    expect(described.problem('request', {})).toContain('query');
    expect(described.problem('reply', await ask())).toBeUndefined();
  });

  test('other methods and paths are refused', async () => {
    expect((await fetch(`${client.address}/api/query`)).status).toBe(405);
    expect((await client.post('/api/ask', { query })).status).toBe(404);
    expect((await client.post('/api/query', '{')).status).toBe(400);
  });
});
