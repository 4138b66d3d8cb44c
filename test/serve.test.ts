import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Answer } from '../src/answer/answer.ts';
import type { DocumentPage, DocumentSummary, DocumentText } from '../src/contracts/document.ts';
import type { SearchResult } from '../src/retrieve/hit.ts';
import { documents, serveTestStore } from './serve-fixture.ts';

const web = await mkdtemp(join(tmpdir(), 'footnote-web-'));
afterAll(() => rm(web, { recursive: true }));
await mkdir(join(web, 'assets'));
await writeFile(join(web, 'index.html'), '<!doctype html><title>Footnote</title>');
await writeFile(join(web, 'assets', 'index-4f1c9a2b.js'), 'export {};');
await writeFile(join(web, '.env'), 'SECRET=1');
const { store, server } = await serveTestStore({ webDirectory: web }, { answer: { reader: 'model' } });

async function get<Body>(path: string): Promise<Body> {
  const reply = await server.send(path);
  expect(reply.status, reply.body).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  return reply.json() as Body;
}

async function post<Body>(path: string, body: unknown): Promise<Body> {
  const reply = await server.send(path, { body });
  expect(reply.status, reply.body).toBe(200);
  return reply.json() as Body;
}

async function documentNamed(name: string): Promise<DocumentSummary> {
  const { documents } = await get<{ documents: DocumentSummary[] }>('/api/v1/collections/default/documents');
  const found = documents.find(({ path }) => path.endsWith(name));
  if (!found) throw new Error(`no ${name} among ${documents.map(({ path }) => path).join(', ')}`);
  return found;
}

describe('questions', () => {
  test('an answer quotes the document, and each quote is where its citation says', async () => {
    const answer = await post<Answer>('/api/v1/collections/default/ask', {
      question: 'Within how many days can items be returned?',
    });
    expect(answer.abstained).toBe(false);
    expect(answer.answer).toContain('Items can be returned within 30 days of delivery.');
    expect(answer.answer).toContain('[1]');
    expect(answer.citations.length).toBeGreaterThan(0);
    for (const { documentId, start, end, quote } of answer.citations) {
      const { text } = await get<DocumentText>(`/api/v1/collections/default/documents/${documentId}/text`);
      expect(text.slice(start, end)).toBe(quote);
    }
  });

  test('a question that the documents do not answer is refused politely, with status 200', async () => {
    const answer = await post<Answer>('/api/v1/collections/default/ask', {
      question: 'Which enzymes unwind the double helix before replication?',
    });
    expect(answer).toMatchObject({ abstained: true, citations: [], confidence: 0 });
  });

  test('a search returns passages with the reasons for their places', async () => {
    const { hits } = await post<SearchResult>('/api/v1/collections/default/search', {
      question: 'customs form for parcels to Norway',
      topK: 1,
    });
    expect(hits).toHaveLength(1);
    expect(hits[0]?.path).toMatch(/shipping\.md$/);
    expect(hits[0]?.headingPath).toContain('Abroad');
    expect(hits[0]?.explain.keyword?.rank).toBe(1);
    expect(hits[0]?.explain.matchedTerms.length).toBeGreaterThan(0);
  });

  test('a search keeps to what the caller may see', async () => {
    const [allowed] = await store.footnote.listDocuments();
    const documents = [allowed?.documentId ?? ''];
    const { hits, dropped } = await post<SearchResult>('/api/v1/collections/default/search', {
      question: 'How long do parcels and refunds take?',
      documents,
      collections: ['default'],
      explain: true,
    });
    for (const { documentId } of [...hits, ...dropped]) expect(documents).toContain(documentId);
    expect([...hits, ...dropped].length).toBeGreaterThan(0);
  });

  test('what the server returns is what the library returns', async () => {
    const question = 'When does the shop open on Saturdays?';
    const overHttp = await post<Answer>('/api/v1/collections/default/ask', { question });
    const direct = await store.footnote.ask(question);
    const { messageId } = direct;
    expect({ ...overHttp, messageId, timings: {} }).toEqual({ ...direct, timings: {} });
    expect(Object.keys(overHttp.timings)).toEqual(Object.keys(direct.timings));
  });
});

describe('documents', () => {
  test('collections by name', async () => {
    expect(await get('/api/v1/collections')).toEqual({ collections: ['default'] });
  });

  test('the list holds every document, as the library has it', async () => {
    const { documents: listed, matching } = await get<DocumentPage>('/api/v1/collections/default/documents');
    expect(matching).toBe(Object.keys(documents).length);
    expect(listed).toEqual(await store.footnote.listDocuments());
  });

  test('the list can be searched by title and path, and read in parts', async () => {
    const list = '/api/v1/collections/default/documents';
    const found = await get<DocumentPage>(`${list}?search=${encodeURIComponent('STRASSE offnung')}`);
    expect(found).toEqual({ documents: [], matching: 0 });
    const byBoth = await get<DocumentPage>(`${list}?search=${encodeURIComponent('offnung (NEU)')}`);
    expect(byBoth).toEqual({ documents: [await documentNamed('straße (neu).md')], matching: 1 });
    const [first, second] = await store.footnote.listDocuments();
    expect(await get(`${list}?limit=1`)).toEqual({ documents: [first], matching: 3 });
    expect(await get(`${list}?limit=1&offset=1&search=`)).toEqual({ documents: [second], matching: 3 });
    expect(await get(`${list}?offset=3`)).toEqual({ documents: [], matching: 3 });
  });

  test.each(Object.keys(documents))('%s by id, and by path', async (name) => {
    const summary = await documentNamed(name);
    const below = '/api/v1/collections/default/documents';
    expect(await get(`${below}/${encodeURIComponent(summary.documentId)}`)).toEqual(summary);
    expect(await get(`${below}/${encodeURIComponent(summary.path)}`)).toEqual(summary);
    const { text } = await get<DocumentText>(`${below}/${encodeURIComponent(summary.path)}/text`);
    expect(text).toContain(documents[name as keyof typeof documents].split('\n\n').at(-1)?.trim());
  });
});

describe('status', () => {
  test('live at once, ready when model and index are loaded', async () => {
    expect(await get('/healthz')).toEqual({ status: 'live' });
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
    expect(await get('/readyz')).toEqual({ status: 'ready' });
  });
});

describe('the page', () => {
  test('is looked for anew each time', async () => {
    for (const path of ['/', '/index.html']) {
      const reply = await server.send(path);
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toContain('text/html');
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.body).toContain('<title>Footnote</title>');
    }
  });

  test('is sent again only where it is another, however like it in length and date', async () => {
    const index = join(web, 'index.html');
    const before = await readFile(index, 'utf8');
    const { atime, mtime } = await stat(index);
    const etag = String((await server.send('/')).headers.etag);
    const again = () => server.send('/', { headers: { 'if-none-match': `W/${etag}, "other"` } });
    const unchanged = await again();
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, '', etag]);
    const any = await server.send('/', { headers: { 'if-none-match': '*' } });
    expect([any.status, any.body]).toEqual([304, '']);
    await writeFile(index, before.replace('Footnote', 'etontooF'));
    await utimes(index, atime, mtime);
    const changed = await again();
    await writeFile(index, before);
    expect([changed.status, changed.body]).toEqual([200, before.replace('Footnote', 'etontooF')]);
  });

  test('hashed files are kept for good', async () => {
    const reply = await server.send('/assets/index-4f1c9a2b.js');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('javascript');
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('scripts are sent packed to whoever takes them so', async () => {
    const { address } = server;
    const packed = await fetch(`${address}/assets/index-4f1c9a2b.js`, {
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(await packed.text()).toBe('export {};');
    expect(Object.fromEntries(packed.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    for (const asked of ['identity', 'gzip;q=0, br']) {
      const plain = await fetch(`${address}/assets/index-4f1c9a2b.js`, {
        headers: { 'accept-encoding': asked },
      });
      expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'export {};']);
    }
  });

  test('built anew is served anew', async () => {
    const asset = join(web, 'assets', 'index-a07b33d1.js');
    await writeFile(asset, 'export {};');
    await writeFile(join(web, 'index.html'), '<!doctype html><title>Footnote</title><p>anew');
    expect((await server.send('/')).body).toContain('anew');
    expect((await server.send('/assets/index-a07b33d1.js')).status).toBe(200);
    await rm(asset);
    expect((await server.send('/assets/index-a07b33d1.js')).status).toBe(404);
  });

  test.each([
    '/.env',
    '/assets/',
    '/assets/..%2f..%2fetc/passwd',
    '/assets/..%2findex.html',
    '/..%2fstore',
    '/../../../../etc/passwd',
    '/assets/%2e%2e/index.html',
    '//index.html',
    '/index.html/',
  ])('%s is no file of it', async (path) => {
    const reply = await server.send(path);
    expect(reply.status).toBe(404);
    expect(reply.json()).toMatchObject({ error: { code: 'route_unknown' } });
  });
});

describe('headers', () => {
  const paths = [
    '/',
    '/assets/index-4f1c9a2b.js',
    '/healthz',
    '/openapi.json',
    '/api/v1/collections',
    '/nothing',
    '/%zz',
  ];

  test.each(paths)('%s allows the page nothing but its own files', async (path) => {
    const { headers } = await server.send(path);
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(/ (.*)/s, 2) as [string, string]),
    );
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['/api/v1/collections/default/documents', '/healthz', '/readyz', '/openapi.json', '/nothing'])(
    '%s is not kept by caches',
    async (path) => {
      const { headers } = await server.send(path);
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});
