import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PartialConfig } from '../src/index.ts';
import { openFootnote } from '../src/pipeline.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder } from './corpus.ts';
import { type SitePage, startSite } from './site-server.test-support.ts';

async function newFootnote(web: PartialConfig['web'] = {}) {
  const store = join(temporaryFolder(), 'store');
  const footnote = await openFootnote(
    { store, embedder: { threads: 1 }, web: { privateAddresses: true, delayMs: 0, ...web } },
    { embedder: alike() },
  );
  onTestFinished(() => footnote.close());
  return footnote;
}

const page = (title: string, text: string, links: readonly string[] = []) =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((href) => `<p><a href="${href}">A page called ${href}</a></p>`)
    .join('')}</main></body></html>`;

const tagged = (tag: string, body: string): SitePage => ({ body, headers: { etag: `"${tag}"` } });

test('a page is read, shown by its address, and not sent again while it has not changed', async () => {
  const site = await startSite({
    '/bees.html': tagged('one', page('Bees', 'A queen bee lays up to 2000 eggs a day.')),
    '/old.txt': {
      body: 'Wasps build of paper.',
      headers: { 'content-type': 'text/plain', 'last-modified': 'Tue, 03 Nov 2026 10:00:00 GMT' },
    },
  });
  const footnote = await newFootnote();
  const addresses = [`${site.address}/bees.html#eggs`, `${site.address}/old.txt`];
  expect(await footnote.ingest(addresses)).toMatchObject({ status: 'complete', documents: { added: 2 } });
  const { answer, citations } = await footnote.ask('How many eggs does a queen bee lay a day?');
  expect(answer).toContain('2000');
  expect(citations[0]).toMatchObject({ path: `${site.address}/bees.html` });

  site.asked.length = 0;
  expect(await footnote.ingest(addresses)).toMatchObject({
    documents: { added: 0, unchanged: 2, removed: 0 },
  });
  expect(site.asked).toEqual(['304 /bees.html', '304 /old.txt']);

  site.pages.set('/bees.html', tagged('two', page('Bees', 'A queen bee lays up to 3000 eggs a day.')));
  expect(await footnote.ingest(addresses)).toMatchObject({ documents: { updated: 1, unchanged: 1 } });
  expect((await footnote.ask('How many eggs does a queen bee lay a day?')).answer).toContain('3000');
});

test('a crawl reads what links and the sitemap lead to below its address, and nothing else', async () => {
  const site = await startSite({
    '/robots.txt': {
      body: 'User-agent: *\nDisallow: /book/private\nSitemap: {address}/map.xml\n',
      headers: { 'content-type': 'text/plain' },
    },
    '/map.xml': {
      body: '<urlset><url><loc>{address}/book/unlinked.html</loc></url><url><loc>{address}/shop.html</loc></url></urlset>',
      headers: { 'content-type': 'text/xml' },
    },
    '/book/': page('The book', 'It has chapters on animals.', [
      'one.html',
      './one.html#top',
      '/book/two.html?view=print',
      '/shop.html',
      'private.html',
      'picture.png',
      'gone.html',
      'https://example.org/',
      'mailto:a@example.org',
      'notes.md',
      'data.css',
      'moved.html',
      'hidden.html',
    ]),
    '/book/one.html': page('One', 'Ants carry fifty times their weight.', ['two.html']),
    '/book/two.html?view=print': `<link rel="canonical" href="/book/two.html">${page('Two', 'Bees dance to tell the way.')}`,
    '/book/two.html': page('Two', 'Bees dance to tell the way.'),
    '/book/private.html': page('Private', 'Nobody reads this.'),
    '/book/unlinked.html': page('Unlinked', 'Crickets sing by night.'),
    '/book/notes.md': {
      body: '# Notes\n\nDragonflies fly backwards.\n',
      headers: { 'content-type': 'text/markdown' },
    },
    '/book/data': { body: '{}', headers: { 'content-type': 'application/json' } },
    '/book/moved.html': { status: 301, headers: { location: '/shop.html' } },
    '/book/hidden.html': `<meta name="robots" content="noindex">${page('Hidden', 'Fleas jump.', ['from-hidden.html'])}`,
    '/book/from-hidden.html': page('Found', 'Gnats bite.'),
    '/shop.html': page('Shop', 'Buy honey here.'),
  });
  const footnote = await newFootnote();
  const report = await footnote.ingest([`${site.address}/book/`], { crawl: true });
  const paths = (await footnote.listDocuments()).map(({ path }) => path.replace(site.address, '')).toSorted();
  expect(paths).toEqual([
    '/book/',
    '/book/from-hidden.html',
    '/book/notes.md',
    '/book/one.html',
    '/book/two.html',
    '/book/unlinked.html',
  ]);
  expect(report).toMatchObject({ status: 'complete', failures: [] });
  expect(report.warnings.join()).toContain('robots.txt');
  expect(site.asked.filter((one) => /private|picture|css/.test(one))).toEqual([]);
});

test('a crawl follows what changes, what comes and what goes', async () => {
  const site = await startSite({
    '/docs/': tagged('index', page('Index', 'All about animals.', ['a.html', 'b.html', 'c.html'])),
    '/docs/a.html': tagged('a', page('A', 'Ants carry leaves.')),
    '/docs/b.html': page('B', 'Bees make honey.'),
    '/docs/c.html': page('C', 'Crows use tools.'),
  });
  const footnote = await newFootnote();
  const start = [`${site.address}/docs/`];
  expect(await footnote.ingest(start, { crawl: true })).toMatchObject({ documents: { added: 4 } });
  expect(await footnote.ingest(start, { crawl: true })).toMatchObject({
    failures: [],
    documents: { added: 0, updated: 0, unchanged: 4, removed: 0 },
  });

  site.pages.delete('/docs/c.html');
  site.pages.set('/docs/a.html', tagged('a2', page('A', 'Ants carry leaves and eggs.', ['d.html'])));
  site.pages.set('/docs/d.html', page('D', 'Dolphins sleep by halves.'));
  const report = await footnote.ingest(start, { crawl: true });
  expect(report).toMatchObject({
    status: 'complete',
    documents: { added: 1, updated: 1, removed: 1, failed: 0 },
  });

  // A server that fails is no reason to forget what it had.
  for (const path of site.pages.keys()) site.pages.set(path, { status: 503 });
  await footnote.ingest(start, { crawl: true }).catch(() => undefined);
  expect((await footnote.listDocuments()).length).toBe(4);
});

test('a crawl ends at its limits and says so', async () => {
  const links = Array.from({ length: 30 }, (_, index) => `page-${index}.html`);
  const deep = (from: number) => page(`Deep ${from}`, `This is level ${from}.`, [`deep-${from + 1}.html`]);
  const site = await startSite({
    '/': page('Start', 'Many pages.', [...links, 'deep-1.html']),
    ...Object.fromEntries(links.map((name) => [`/${name}`, page(name, `Text of ${name}.`)])),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((level) => [`/deep-${level}.html`, deep(level)])),
  });
  const few = await newFootnote({ crawlPages: 10 });
  const { warnings } = await few.ingest([`${site.address}/`], { crawl: true });
  expect((await few.listDocuments()).length).toBe(10);
  expect(warnings.join()).toContain('web.crawlPages');
  const shallow = await newFootnote({ crawlDepth: 2 });
  await shallow.ingest([`${site.address}/`], { crawl: true, include: ['deep-*'] });
  expect((await shallow.listDocuments()).map(({ path }) => path.replace(site.address, ''))).toEqual([
    '/deep-1.html',
    '/deep-2.html',
  ]);
});

test.each([
  ['http://127.0.0.1:1/', 'loopback'],
  ['http://localhost:1/', 'loopback'],
  ['http://[::1]:1/', 'loopback'],
  ['http://[::ffff:127.0.0.1]:1/', 'loopback'],
  ['http://[::127.0.0.1]:1/', 'reserved'],
  ['http://[4000::1]:1/', 'reserved'],
  ['http://0x7f.1/', 'loopback'],
  ['http://2130706433/', 'loopback'],
  ['http://169.254.169.254/latest/meta-data/', 'linkLocal'],
  ['http://10.0.0.1/', 'private'],
  ['http://[fd00::1]/', 'uniqueLocal'],
  ['http://0.0.0.0/', 'unspecified'],
  ['http://100.64.0.1/', 'carrierGradeNat'],
])('%s is not asked', async (address, range) => {
  const footnote = await newFootnote({ privateAddresses: false });
  const { failures } = await footnote.ingest([address]);
  expect(failures).toEqual(
    [
      {
        path: address.replace(/0x7f\.1|2130706433/, '127.0.0.1'),
        code: 'address_refused',
        message: expect.stringContaining(range),
      },
    ].map((one) => expect.objectContaining({ ...one, path: expect.any(String) })),
  );
});

test('what cannot be read is told, and the rest goes on', async () => {
  const site = await startSite({
    '/fine.html': page('Fine', 'All is well.'),
    '/login': { status: 401 },
    '/broken': { status: 500 },
    '/loop': { status: 302, headers: { location: '/loop' } },
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/large': 'x'.repeat(3000),
  });
  // A folder of its own: other programs keep their pages in that of the machine.
  const spools = temporaryFolder();
  vi.stubEnv('TMPDIR', spools);
  onTestFinished(() => void vi.unstubAllEnvs());
  const store = join(temporaryFolder(), 'store');
  const footnote = await openFootnote(
    {
      store,
      embedder: { threads: 1 },
      web: { privateAddresses: true, timeoutMs: 5000 },
      ingest: { maxFileBytes: 2000 },
    },
    { embedder: alike() },
  );
  onTestFinished(() => footnote.close());
  const paths = ['/fine.html', '/gone', '/login', '/broken', '/loop', '/file', '/large'].map(
    (path) => site.address + path,
  );
  const report = await footnote.ingest([...paths, 'http://127.0.0.1:1/', 'https://user:secret@127.0.0.1/']);
  expect(report.documents.added).toBe(1);
  expect(
    Object.fromEntries(report.failures.map(({ path, code }) => [path.replace(site.address, ''), code])),
  ).toEqual({
    '/gone': 'path_not_found',
    '/login': 'address_refused',
    '/broken': 'address_unreachable',
    '/loop': 'address_unreachable',
    '/file': 'address_refused',
    '/large': 'file_too_large',
    'http://127.0.0.1:1/': 'address_unreachable',
    'https://user:secret@127.0.0.1/': 'address_refused',
  });
  expect(readdirSync(spools).filter((name) => name.startsWith('footnote-pages-'))).toEqual([]);
});
