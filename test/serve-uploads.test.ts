import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { Job } from '../src/contracts/job.ts';
import type { Parser } from '../src/contracts/parser.ts';
import { FootnoteError } from '../src/errors.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { expectError, sentEvents, startTestServer } from './serve-fixture.ts';
import { startSite } from './site-server.test-support.ts';

/** A server over a store of its own, whose model takes no time. */
async function served(
  server: PartialConfig['server'] = {},
  settings: PartialConfig = {},
  embedder: Embedder = alike(),
  parsers: readonly Parser[] = [],
) {
  const folder = temporaryFolder();
  const config = completeConfig({
    ...settings,
    store: join(folder, 'store'),
    server,
    embedder: { threads: 1 },
  });
  const footnote = await openFootnote(config, { embedder, parsers });
  const running = await startTestServer({ config, footnote });
  const base = `${running.address}/api/v1/collections/default`;
  onTestFinished(async () => {
    await running.server.close();
    await footnote.close();
  });
  /** The job of a reply, once it is over. */
  const over = async (reply: Response, collection = 'default'): Promise<Job> => {
    expect(reply.status, await reply.clone().text()).toBe(202);
    const { id } = (await reply.json()) as Job;
    const jobs = `${running.address}/api/v1/collections/${collection}/jobs`;
    const events = sentEvents(await (await fetch(`${jobs}/${id}/events`)).text());
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)?.event).toBe('done');
    return (JSON.parse(events.at(-1)?.data ?? '') as { job: Job }).job;
  };
  const rows = (...tables: string[]) => {
    // Nothing was ever written.
    if (!existsSync(join(config.store, 'footnote.db'))) return tables.map(() => 0);
    const database = new DatabaseSync(join(config.store, 'footnote.db'), { readOnly: true });
    try {
      return tables.map((table) => database.prepare(`select count(*) as n from ${table}`).get()?.['n']);
    } finally {
      database.close();
    }
  };
  return { ...running, folder, config, footnote, base, over, rows };
}

function form(
  files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[],
  metadata?: object,
) {
  const data = new FormData();
  if (metadata) data.append('metadata', JSON.stringify(metadata));
  for (const [name, content] of files) data.append('files', new Blob([content]), name);
  return data;
}

/** A refusal as `expectError` wants it. */
async function refused(reply: Response, status: number, code: string) {
  const body = await reply.text();
  expectError({ status: reply.status, headers: {}, body, json: () => JSON.parse(body) }, status, code);
  return (JSON.parse(body) as { error: { message: string } }).error.message;
}

const refunds = '# Refunds\n\nItems can be returned within 30 days.\n';
const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('files of a form are put in, followed, asked about and removed', async () => {
  const { base, over, rows } = await served();
  const files = [
    ['handbook/refunds.md', refunds],
    ['broken.pdf', 'no pdf'],
    ['empty.txt', ''],
    ['large.txt', `${'It goes on about other things.\n\n'.repeat(50_000)}The anchor is blue.`],
  ] as const;
  const job = await over(
    await fetch(`${base}/documents`, { method: 'POST', body: form(files, { team: 'sales' }) }),
  );
  expect(job).toMatchObject({
    state: 'done',
    report: { status: 'partial', documents: { added: 2, failed: 2 } },
  });
  expect(job.report?.failures.map(({ path, code }) => [path, code])).toEqual([
    ['broken.pdf', 'file_damaged'],
    ['empty.txt', 'file_empty'],
  ]);
  const asked = await fetch(`${base}/ask`, json({ question: 'How long can items be returned?' }));
  expect(((await asked.json()) as { answer: string }).answer).toContain('within 30 days');

  const document = await fetch(`${base}/documents/${encodeURIComponent('handbook/refunds.md')}`);
  expect(await document.json()).toMatchObject({ path: 'handbook/refunds.md', metadata: { team: 'sales' } });
  const again = await over(
    await fetch(`${base}/documents`, { method: 'POST', body: form(files.slice(0, 1), { team: 'sales' }) }),
  );
  expect(again.report?.documents).toMatchObject({ unchanged: 1 });

  const removed = await fetch(`${base}/documents/${encodeURIComponent('handbook/refunds.md')}`, {
    method: 'DELETE',
  });
  expect(await removed.json()).toMatchObject({ removed: { path: 'handbook/refunds.md' } });
  await refused(
    await fetch(`${base}/documents/${encodeURIComponent('handbook/refunds.md')}`),
    404,
    'document_unknown',
  );
  expect(rows('uploads', 'contents')).toEqual([1, 1]);
});

test('a text is put in as JSON, under its name or its title', async () => {
  const { base, over, footnote } = await served();
  const given = {
    title: 'Refunds',
    markdown: refunds,
    url: 'https://example.org/refunds',
    metadata: { year: 2026 },
  };
  await over(await fetch(`${base}/documents`, json(given)));
  await over(
    await fetch(`${base}/documents`, json({ name: 'a/page', html: '<h1>Bees</h1><p>Bees dance.</p>' })),
  );
  expect(
    (await footnote.listDocuments()).map(({ path, title, metadata }) => [path, title, metadata]),
  ).toEqual([
    ['Refunds.md', 'Refunds', { url: 'https://example.org/refunds', year: 2026 }],
    ['a/page.html', 'Bees', {}],
  ]);
  for (const [body, field] of [
    [{ title: 'x' }, 'body'],
    [{ title: 'x', text: 'a', html: 'b' }, 'body'],
    [{ text: 'a' }, 'name'],
    [{ name: '../../etc/passwd', text: 'a' }, 'documents.0.name'],
    [{ name: 'a\u0000b', text: 'a' }, 'documents.0.name'],
    [{ name: 'x'.repeat(10_000), text: 'a' }, 'documents.0.name'],
    [{ name: 'x', text: 'a', url: 'file:///etc/passwd' }, 'documents.0.url'],
    [{ name: 'x', text: 'a', metadata: { a: null } }, 'metadata.a'],
    [{ name: 'x', text: 'a', markdwon: 'b' }, 'markdwon'],
  ] as const)
    expect(await refused(await fetch(`${base}/documents`, json(body)), 400, 'request_invalid')).toContain(
      field,
    );
  await refused(
    await fetch(`${base}/documents`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'a',
    }),
    415,
    'media_type_unsupported',
  );
});

test('a document is put under its name as often as one likes', async () => {
  const { base, over, footnote } = await served();
  const put = (body: string, type: string) =>
    fetch(
      `${base}/documents/${encodeURIComponent('notes/straße (neu)')}?metadata=${encodeURIComponent('{"a": 1}')}`,
      {
        method: 'PUT',
        headers: { 'content-type': type },
        body,
      },
    );
  expect((await over(await put(refunds, 'text/markdown'))).report?.documents).toMatchObject({ added: 1 });
  expect((await over(await put(refunds, 'text/markdown'))).report?.documents).toMatchObject({ unchanged: 1 });
  expect((await over(await put(`${refunds}\nOr 40.\n`, 'text/markdown'))).report?.documents).toMatchObject({
    updated: 1,
  });
  expect(await footnote.listDocuments()).toMatchObject([
    { path: 'notes/straße (neu).md', metadata: { a: 1 }, version: 2 },
  ]);
  const asText = await fetch(`${base}/documents/notes.md`, json({ markdown: 'Bees dance.' }, 'PUT'));
  expect((await over(asText)).report?.documents).toMatchObject({ added: 1 });
  await refused(
    await fetch(`${base}/documents/${encodeURIComponent('../x.md')}`, { method: 'PUT', body: 'a' }),
    400,
    'request_invalid',
  );
  await refused(await fetch(`${base}/documents/a.md`, json({ markdown: 7 }, 'PUT')), 400, 'request_invalid');
});

test('what is removed while it is still in work does not come back', async () => {
  let isRead = Promise.withResolvers<void>();
  let mayGoOn = Promise.withResolvers<void>();
  const slow: Parser = {
    name: 'slow',
    version: 1,
    extensions: ['.slow'],
    recognise: ({ path }) => (path.endsWith('.slow') ? 'yes' : 'no'),
    async parse({ bytes }) {
      isRead.resolve();
      await mayGoOn.promise;
      const text = new TextDecoder().decode(bytes);
      const blocks = [{ kind: 'paragraph', start: 0, end: text.length }] as const;
      return { text, blocks, metadata: {}, warnings: [] };
    },
  };
  const { base, over, rows } = await served({}, {}, alike(), [slow]);
  const url = `${base}/documents/bees.slow`;
  const put = (body: string) => {
    isRead = Promise.withResolvers();
    mayGoOn = Promise.withResolvers();
    return fetch(url, { method: 'PUT', body });
  };
  const isNowhere = async () => {
    await refused(await fetch(url), 404, 'document_unknown');
    expect(rows('uploads', 'contents', 'documents', 'document_versions', 'sources')).toEqual([0, 0, 0, 0, 0]);
    const { hits } = (await (await fetch(`${base}/search`, json({ question: 'bees' }))).json()) as {
      hits: unknown[];
    };
    expect(hits).toEqual([]);
  };

  // Not a document yet.
  const first = await put('Bees dance.');
  await isRead.promise;
  await refused(await fetch(url, { method: 'DELETE' }), 404, 'document_unknown');
  mayGoOn.resolve();
  expect((await over(first)).state).toBe('done');
  await isNowhere();

  // Another content of one that is there.
  const second = await put('Bees dance in the dark.');
  mayGoOn.resolve();
  expect((await over(second)).report?.documents).toMatchObject({ added: 1 });
  const third = await put('Bees sleep.');
  await isRead.promise;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
  mayGoOn.resolve();
  expect((await over(third)).state).toBe('done');
  await isNowhere();

  // Put in again, it is there again.
  const fourth = await put('Bees sleep.');
  mayGoOn.resolve();
  await over(fourth);
  expect((await fetch(url)).status).toBe(200);
});

test('only what is missing need be sent', async () => {
  const { base, over } = await served();
  const sha256 = createHash('sha256').update(refunds).digest('hex');
  const documents = [
    { name: 'a.md', sha256 },
    { name: 'b.md', sha256 },
  ];
  const missing = async () => (await fetch(`${base}/documents:missing`, json({ documents }))).json();
  expect(await missing()).toEqual({ missing: documents });
  await over(await fetch(`${base}/documents`, { method: 'POST', body: form([['a.md', refunds]]) }));
  expect(await missing()).toEqual({ missing: documents.slice(1) });
  await refused(
    await fetch(`${base}/documents:missing`, json({ documents: [{ name: 'a', sha256: '1' }] })),
    400,
    'request_invalid',
  );
});

test('of requests at the same time as many are taken as the collection may keep, and removing makes room', async () => {
  const { base, address, over, rows } = await served({}, { ingest: { maxKeptBytes: 700 } });
  const put = (name: string) =>
    fetch(`${base}/documents/${name}`, { method: 'PUT', body: `It is in ${name}. `.repeat(20) });
  const names = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'];
  const replies = await Promise.all(names.map(put));
  const taken = names.filter((_, place) => replies[place]?.status === 202);
  expect(taken).toHaveLength(2);
  for (const reply of replies)
    if (reply.status === 202) await over(reply);
    else
      expect(await refused(reply, 507, 'originals_full')).toMatch(
        /^The collection "default" may keep 700 bytes of originals: it keeps \d+, and \d+ more came\. Remove documents, or raise ingest\.maxKeptBytes\.$/,
      );
  expect(rows('contents', 'uploads', 'documents', 'jobs')).toEqual([2, 2, 2, 2]);
  const usage = async () => (await fetch(`${address}/api/v1/usage`)).json();
  expect(await usage()).toMatchObject({ maxKeptBytes: 700, collections: [{ keptBytes: 600 }] });

  // The same bytes take no more room.
  await over(await put(taken[0] ?? ''));
  await fetch(`${base}/documents/${taken[0]}`, { method: 'DELETE' });
  await over(await put('g.md'));
  expect(await usage()).toMatchObject({ collections: [{ keptBytes: 600 }] });
});

test('limits of size and number refuse the whole request, and nothing of it stays', async () => {
  const limits = { maxUploadFiles: 2, maxUploadBytes: 5000 };
  const { base, rows } = await served(limits, { ingest: { maxFileBytes: 3000 } });
  const post = (files: Parameters<typeof form>[0]) =>
    fetch(`${base}/documents`, { method: 'POST', body: form(files) });
  const long = 'x'.repeat(2500);
  expect(
    await refused(
      await post([
        ['a.md', 'x'],
        ['b.md', 'x'.repeat(3001)],
      ]),
      413,
      'file_too_large',
    ),
  ).toContain('b.md is 3001 bytes');
  expect(
    await refused(
      await post([
        ['a.md', long],
        ['b.md', `${long}y`],
      ]),
      413,
      'upload_too_large',
    ),
  ).toContain('5000 bytes');
  expect(
    await refused(
      await post([
        ['a.md', 'x'],
        ['b.md', 'x'],
        ['c.md', 'x'],
      ]),
      413,
      'upload_too_large',
    ),
  ).toContain('2 files');
  expect(
    await refused(
      await post([
        ['a.md', 'x'],
        ['a.md', 'y'],
      ]),
      400,
      'request_invalid',
    ),
  ).toContain('documents.1.name');
  expect(await refused(await post([]), 400, 'request_invalid')).toContain('body');
  await refused(
    await fetch(`${base}/documents/a.md`, { method: 'PUT', body: 'x'.repeat(3001) }),
    413,
    'file_too_large',
  );
  await refused(
    await fetch(`${base}/documents`, json({ name: 'a', text: 'x'.repeat(6000) })),
    413,
    'body_too_large',
  );
  const data = form([['a.md', 'x']]);
  data.append('color', 'red');
  expect(
    await refused(await fetch(`${base}/documents`, { method: 'POST', body: data }), 400, 'request_invalid'),
  ).toContain('color');
  expect(rows('contents', 'content_parts', 'uploads', 'jobs')).toEqual([0, 0, 0, 0]);
});

test('what breaks off in the middle leaves nothing, wherever that is', async () => {
  const { address, rows } = await served();
  const boundary = 'b0undary';
  const part = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\n${text}\r\n`;
  const body = Buffer.from(
    `${part('a.md', refunds)}${part('b.md', 'y'.repeat(1_500_000))}--${boundary}--\r\n`,
  );
  const { hostname, port } = new URL(address);
  const send = (length: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/v1/collections/default/documents HTTP/1.1\r\nHost: localhost\r\n` +
            `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        socket.write(body.subarray(0, length), () => socket.destroy());
      });
      socket.once('error', reject).once('close', () => resolve());
    });
  for (const length of [0, 40, 200, 300, 1_200_000, body.length - 20]) {
    await send(length);
    await expect.poll(() => rows('contents', 'content_parts', 'uploads', 'jobs')).toEqual([0, 0, 0, 0]);
  }
});

test('folders of the server are read, and nothing else of it', async () => {
  const outside = writeFiles(temporaryFolder(), { 'secret.md': 'The anchor is blue.' });
  const allowed = writeFiles(join(temporaryFolder(), 'docs'), { 'a.md': refunds, 'in/b.md': 'Bees dance.' });
  mkdirSync(`${allowed}-other`);
  symlinkSync(outside, join(allowed, 'link'));
  const { base, over, footnote } = await served({ folders: [allowed] });
  const sync = (path: string) => fetch(`${base}/documents:sync`, json({ path }));
  expect((await over(await sync(allowed))).report?.documents).toMatchObject({ added: 2 });
  expect((await over(await sync('in'))).report?.documents).toMatchObject({ unchanged: 1 });
  writeFiles(allowed, { 'a.md': `${refunds}\nOr 40.\n` });
  expect((await over(await sync(join(allowed, 'in/..')))).report?.documents).toMatchObject({
    updated: 1,
    unchanged: 1,
  });
  for (const path of [
    outside,
    '/',
    '..',
    'in/../..',
    'link',
    join(allowed, 'link/secret.md'),
    `${allowed}-other`,
    '/etc/passwd',
    'nothing',
    'upload:',
  ])
    await refused(await sync(path), 403, 'folder_forbidden');
  expect((await footnote.listDocuments()).map(({ path }) => path)).toEqual([
    join(allowed, 'a.md'),
    join(allowed, 'in/b.md'),
  ]);
  const { base: none } = await served();
  await refused(await fetch(`${none}/documents:sync`, json({ path: '/' })), 403, 'folder_forbidden');
});

test('what was put in comes back by ranges, also over the parts that it is kept in', async () => {
  const { base, over, footnote } = await served();
  const lines = Array.from({ length: 60_000 }, (_, line) => `Line ${line} of the long ledger.\n`).join('');
  await over(await fetch(`${base}/documents`, { method: 'POST', body: form([['ledger.txt', lines]]) }));
  const [ledger] = await footnote.listDocuments();
  const megabyte = 2 ** 20;
  for (const [start, end] of [
    [0, megabyte],
    [megabyte - 3, megabyte + 3],
    [megabyte, lines.length],
    [5, 6],
  ] as const) {
    const headers = { range: `bytes=${start}-${end - 1}` };
    const reply = await fetch(`${base}/documents/${ledger?.documentId}/original`, { headers });
    expect(await reply.text()).toBe(lines.slice(start, end));
  }
});

test('pages of the web are fetched, but none of a private network unless a setting permits it', async () => {
  const web = await startSite({ '/crane.html': '<h1>The crane</h1><p>The crane lifts nine tonnes.</p>' });
  const url = `${web.address}/crane.html`;
  const open = await served({}, { web: { privateAddresses: true } });
  const job = await open.over(await fetch(`${open.base}/documents:fetch`, json({ url })));
  expect(job.report?.documents).toMatchObject({ added: 1 });
  expect((await open.footnote.listDocuments()).map(({ path }) => path)).toEqual([url]);

  const closed = await served();
  const refusedJob = await closed.over(await fetch(`${closed.base}/documents:fetch`, json({ url })));
  expect(refusedJob.report?.failures[0]?.message).toContain('web.privateAddresses');
  for (const other of ['file:///etc/passwd', 's3://bucket/key', '/etc/passwd', ''])
    await refused(
      await fetch(`${closed.base}/documents:fetch`, json({ url: other })),
      400,
      'request_invalid',
    );
  expect(await closed.footnote.listDocuments()).toEqual([]);
});

test('jobs are listed, and stopped', async () => {
  const { base, over } = await served();
  const done = await over(
    await fetch(`${base}/documents`, { method: 'POST', body: form([['a.md', refunds]]) }),
  );
  expect(await (await fetch(`${base}/jobs`)).json()).toMatchObject({
    jobs: [{ id: done.id, state: 'done' }],
  });
  await refused(await fetch(`${base}/jobs/none`), 404, 'job_unknown');
  await refused(await fetch(`${base}/jobs/none/events`), 404, 'job_unknown');
  await refused(await fetch(`${base}/jobs/${done.id}:cancel`, { method: 'POST' }), 404, 'job_unknown');
});

test('a job is stopped while it is at work', async () => {
  const endless = {
    ...alike(),
    embedDocuments: (_: readonly string[], { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new FootnoteError('aborted', {})));
      }),
  };
  const { base } = await served({}, {}, endless);
  const begun = await fetch(`${base}/documents`, { method: 'POST', body: form([['a.md', refunds]]) });
  const { id } = (await begun.json()) as Job;
  const following = fetch(`${base}/jobs/${id}/events`).then((reply) => reply.text());
  const cancelled = await fetch(`${base}/jobs/${id}:cancel`, { method: 'POST' });
  expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { id }]);
  const events = sentEvents(await following);
  expect(events.filter(({ event }) => event === 'done')).toHaveLength(1);
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({
    type: 'done',
    job: { id, state: 'cancelled', cancelledBy: 'request' },
  });
});

test('what a stopped server had taken the next one goes on with, under the same job', async () => {
  const { base, server, config, footnote } = await served();
  const files = Array.from({ length: 50 }, (_, n) => [`${n}.md`, `Note ${n} is about bees.`] as const);
  const begun = await fetch(`${base}/documents`, { method: 'POST', body: form(files) });
  const { id } = (await begun.json()) as Job;
  await server.close();
  await footnote.close();

  const next = await openFootnote(config, { embedder: alike() });
  const again = await startTestServer({ config, footnote: next });
  onTestFinished(async () => {
    await again.server.close();
    await next.close();
  });
  await expect.poll(async () => (await next.getJob(id)).state).toBe('done');
  expect(await next.listDocuments()).toHaveLength(50);
});

test('an upload may take longer than other requests, as long as something comes', async () => {
  const { address, footnote, config } = await served({ requestTimeoutMs: 2000 });
  const { hostname, port } = new URL(address);
  const exchange = (path: string, pieces: number, pauseMs: number) =>
    new Promise<string>((resolve, reject) => {
      let reply = '';
      const socket = connect(Number(port), hostname);
      const head = `Host: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${pieces * 6}\r\nConnection: close`;
      socket.write(`PUT ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      let sent = 0;
      const sending = setInterval(() => {
        if (sent++ < pieces && socket.writable) socket.write('Bees. ');
        else clearInterval(sending);
      }, pauseMs);
      socket.on('data', (data) => (reply += String(data)));
      socket.once('error', reject).once('close', () => resolve(reply));
    });
  expect(await exchange('/api/v1/collections/default/documents/a.txt', 25, 100)).toMatch(/^HTTP\/1\.1 202 /);
  await expect.poll(async () => (await footnote.listJobs())[0]?.state).toBe('done');
  expect(await exchange('/api/v1/collections/default/documents/b.txt', 2, 4000)).toContain(
    'it did not arrive in time',
  );
  expect((await footnote.listDocuments()).map(({ path }) => path)).toEqual(['a.txt']);
  expect(readFileSync(join(config.store, 'footnote.db')).length).toBeGreaterThan(0);
});

test('a collection is made, renamed with all that is in it, and removed with all that is known of it', async () => {
  const { address, over, footnote, rows } = await served();
  const at = (collection: string) => `${address}/api/v1/collections/${collection}`;
  for (let time = 0; time < 2; time += 1)
    expect(await (await fetch(at('first'), { method: 'PUT' })).json()).toEqual({ collection: 'first' });
  expect(await footnote.listCollections()).toEqual(['first']);
  const put = (collection: string, text: string) =>
    fetch(`${at(collection)}/documents`, { method: 'POST', body: form([['a.md', text]]) });
  await over(await put('first', refunds), 'first');
  const question = 'How long can items be returned?';
  await footnote.ask(question, { collection: 'first', conversationId: null, sessionId: 's' });

  await fetch(at('other'), { method: 'PUT' });
  await refused(await fetch(at('first'), json({ name: 'other' }, 'PATCH')), 409, 'collection_exists');
  await refused(await fetch(at('none'), json({ name: 'second' }, 'PATCH')), 404, 'collection_unknown');
  await refused(await fetch(at('first'), json({ name: '../x' }, 'PATCH')), 400, 'request_invalid');
  expect(await (await fetch(at('first'), json({ name: 'second' }, 'PATCH'))).json()).toEqual({
    collection: 'second',
  });
  expect(await footnote.listCollections()).toEqual(['other', 'second']);
  const { answer } = await footnote.ask(question, { collection: 'second' });
  expect(answer).toContain('within 30 days');
  expect(await footnote.listConversations({ collection: 'second' })).toHaveLength(1);
  // Its first name is free, and what comes under it is another collection.
  await over(await put('first', 'Bees dance.'), 'first');
  expect(
    (await footnote.listDocuments({ collection: 'second' })).map(({ path, chunks }) => [path, chunks]),
  ).toEqual([['a.md', 1]]);
  await over(await put('second', `${refunds}\nOr 40.\n`), 'second');

  expect(await (await fetch(at('second'), { method: 'DELETE' })).json()).toMatchObject({
    removed: { documents: 1, conversations: 1 },
  });
  expect(await footnote.listCollections()).toEqual(['first', 'other']);
  await refused(await fetch(at('second'), { method: 'DELETE' }), 404, 'collection_unknown');
  expect((await footnote.search('What do bees do?', { collection: 'first' })).hits[0]?.content).toBe(
    'Bees dance.',
  );
  expect(rows('documents', 'sources', 'uploads', 'contents', 'conversations', 'indexes')).toEqual([
    1, 1, 1, 1, 0, 2,
  ]);
});

test('keys that are limited to a collection go on with it under its new name', async () => {
  const { address, footnote } = await served();
  const me = await footnote.createKey({ name: 'me', role: 'admin' });
  const website = await footnote.createKey({ name: 'website', collections: ['first', 'faq', 'second'] });
  const other = await footnote.createKey({ name: 'other', collections: ['faq'] });
  const as = (key: string, path = '', { headers, ...init }: RequestInit = {}) =>
    fetch(`${address}/api/v1/collections${path}`, {
      ...init,
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${key}` },
    });
  const seenBy = async (key: string) => (await as(key)).json();
  for (const collection of ['first', 'faq'])
    expect((await as(me.key, `/${collection}`, { method: 'PUT' })).status).toBeLessThan(300);
  expect((await as(me.key, '/first', json({ name: 'second' }, 'PATCH'))).status).toBe(200);
  // What comes under its first name is another collection, which was given to none of them.
  await as(me.key, '/first', { method: 'PUT' });

  expect(await seenBy(website.key)).toEqual({ collections: ['faq', 'second'] });
  expect((await as(website.key, '/first/documents')).status).toBe(404);
  expect((await as(website.key, '/second/documents')).status).toBe(200);
  expect(await seenBy(other.key)).toEqual({ collections: ['faq'] });
  expect(await seenBy(me.key)).toEqual({ collections: ['faq', 'first', 'second'] });
  const keys = new Map((await footnote.listKeys()).map(({ name, collections }) => [name, collections]));
  expect(keys.get('website')).toEqual(['second', 'faq']);
  expect(keys.get('me')).toBe('all');
});

test('a collection goes while a job is at work on it', async () => {
  const endless = {
    ...alike(),
    embedDocuments: (_: readonly string[], { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new FootnoteError('aborted', {})));
      }),
  };
  const { base, rows } = await served({}, {}, endless);
  await fetch(`${base}/documents`, { method: 'POST', body: form([['a.md', refunds]]) });
  await refused(await fetch(base, json({ name: 'second' }, 'PATCH')), 409, 'collection_busy');
  expect((await fetch(base, { method: 'DELETE' })).status).toBe(200);
  expect(rows('documents', 'document_versions', 'sources', 'uploads', 'contents', 'jobs', 'indexes')).toEqual(
    [0, 0, 0, 0, 0, 0, 0],
  );
});

test('each file of a form may have metadata of its own before it, as many as the settings allow', async () => {
  const { base } = await served({ maxUploadFiles: 600 });
  const pairs = new FormData();
  for (let file = 0; file <= 500; file += 1) {
    pairs.append('metadata', JSON.stringify({ file }));
    pairs.append('files', new Blob(['x']), `${file % 500}.txt`);
  }
  const fields = new FormData();
  for (let file = 0; file <= 600; file += 1) fields.append('metadata', '{}');
  const post = (body: FormData) => fetch(`${base}/documents`, { method: 'POST', body });
  // The last one of more than a thousand parts is read too.
  expect(await refused(await post(pairs), 400, 'request_invalid')).toContain('documents.500.name');
  expect(await refused(await post(fields), 413, 'upload_too_large')).toContain('600 fields');
});

/** A part of a form whose boundary is `x`. */
const part = (head: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

test('metadata may say that they are JSON', async () => {
  const { base, over, footnote } = await served();
  // As curl sends `-F 'metadata={"team":"sales"};type=application/json'`.
  const metadata = part('name="metadata"\r\nContent-Type: application/json', '{"team":"sales"}');
  const body = `${metadata}${part('name="files"; filename="a.md"', refunds)}--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  await over(await fetch(`${base}/documents`, { method: 'POST', headers, body }));
  expect((await footnote.listDocuments()).map((document) => document.metadata)).toEqual([{ team: 'sales' }]);
});
