import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentSummary } from '../src/contracts/document.ts';
import type { Footnote } from '../src/footnote.ts';
import { officeFile, relationshipsXml } from '../src/formats/office/office-file.test-support.ts';
import { openFootnote } from '../src/pipeline.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { temporaryFolder } from './run-footnote.ts';
import { startTestServer, type TestServer } from './serve-fixture.ts';
import { sharedEmbedder } from './shared-embedder.ts';

const folder = temporaryFolder();
const red = strToU8('\x89PNG\r\n\x1a\n red', true);
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const letters = (length: number) => 'The harbour is wide. '.repeat(length / 21 + 1).slice(0, length);

const p = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

/** A Word file with one picture, which lies in it as it is. */
function inWord({ body, picture }: { readonly body: string; readonly picture: Uint8Array }): Uint8Array {
  const { bytes } = officeFile('a.docx', 'word/document.xml', {
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationshipsXml({ p: ['image', 'media/crane.png'] }),
  });
  return zipSync({ ...unzipSync(bytes), 'word/media/crane.png': [picture, { level: 0 }] });
}

let footnote: Footnote;
let server: TestServer;

const inFolder = (name: string) => join(folder.path, name);

beforeAll(async () => {
  const directory = folder.path;
  const flags = { store: inFolder('store'), embedder: { threads: 1 }, ingest: { ocr: 'off' as const } };
  const { config } = resolveConfig({ flags, environment: {}, directory });
  footnote = await openFootnote(config, { embedder: await sharedEmbedder() });
  server = await startTestServer({ config, footnote });
});

afterAll(async () => {
  await server.server.close();
  await footnote.close();
  folder[Symbol.dispose]();
});

const address = (id: string, ...rest: readonly string[]) =>
  `${server.address}/api/v1/collections/default/documents/${[id, ...rest].map(encodeURIComponent).join('/')}`;

async function added(name: string, content: string | Uint8Array): Promise<DocumentSummary> {
  await footnote.add({ name, bytes: typeof content === 'string' ? strToU8(content) : content });
  return footnote.getDocument(name);
}

async function ingested(name: string, content: string | Uint8Array): Promise<DocumentSummary> {
  writeFileSync(inFolder(name), content);
  await footnote.ingest([inFolder(name)]);
  return footnote.getDocument(inFolder(name));
}

test('a part of a file is sent only to whoever has the rest of the same', async () => {
  const { documentId } = await added('pier.txt', letters(500));
  const whole = await fetch(address(documentId, 'original'));
  const tag = whole.headers.get('etag') ?? '';
  const statusOf = async (headers: Readonly<Record<string, string>>, method = 'GET') =>
    (await fetch(address(documentId, 'original'), { method, headers })).status;
  const range = 'bytes=0-9';
  expect(await statusOf({ range, 'if-range': tag })).toBe(206);
  expect(await statusOf({ range, 'if-range': '"of another"' })).toBe(200);
  expect(await statusOf({ range, 'if-range': `W/${tag}` })).toBe(200);
  expect(await statusOf({ range, 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(200);
  expect(await statusOf({ range: 'Bytes=0-9' })).toBe(206);
  // What is asked for in several parts, or not in bytes, is sent whole (RFC 9110, 14.2).
  for (const other of ['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    expect(await statusOf({ range: other }), other).toBe(200);
  for (const other of ['bytes=500-', 'bytes=-0']) expect(await statusOf({ range: other }), other).toBe(416);
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
    expect(await statusOf({ 'if-none-match': known }), known).toBe(304);
  expect(await statusOf({ 'if-none-match': '"x"' })).toBe(200);
  // Only GET has ranges.
  const head = await fetch(address(documentId, 'original'), { method: 'HEAD', headers: { range } });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe('500');
});

test('what a browser could run is saved under its own name, whatever that is', async () => {
  for (const [name, expected] of [
    [`a "quoted" name's (1).html`, `a%20%22quoted%22%20name%27s%20%281%29.html`],
    [
      'bücher/größe€ 漢字 😀;=,.html',
      'gr%C3%B6%C3%9Fe%E2%82%AC%20%E6%BC%A2%E5%AD%97%20%F0%9F%98%80%3B%3D%2C.html',
    ],
  ] as const) {
    const html = `<p>The tower ${name.length} is ninety metres high.</p><script>alert(1)</script>`;
    const { documentId } = await added(name, html);
    const reply = await fetch(address(documentId, 'original'));
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${expected}`);
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await reply.text()).toBe(html);
  }
});

test('what lay in an archive that was put in is there as long as its document', async () => {
  await footnote.add({
    name: 'box.zip',
    bytes: zipSync({
      'light.txt': strToU8('The lighthouse was painted in 1931.'),
      'sea.txt': strToU8(letters(90)),
    }),
  });
  const light = await footnote.getDocument('box.zip/light.txt');
  const sea = await footnote.getDocument('box.zip/sea.txt');
  expect(await (await fetch(address(light.documentId, 'original'))).text()).toContain('1931');
  await footnote.removeDocument(light.documentId);
  expect((await fetch(address(light.documentId, 'original'))).status).toBe(404);
  expect(await (await fetch(address(sea.documentId, 'original'))).text()).toBe(letters(90));
});

/** What came of a file of which the client reads nothing more than its head until `meanwhile` is over. */
async function readAround(path: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  await meanwhile();
  let length = 0;
  socket.on('data', (piece: Uint8Array) => {
    length += piece.length;
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  return length;
}

test('a file that goes while it is sent breaks off, and is never mixed with another', async () => {
  // More than a connection holds that nobody reads.
  const picture = new Uint8Array(24 * 1024 * 1024);
  const fileOf = (words: string) => inWord({ body: p(words), picture });
  const kept = await added('kept.docx', fileOf('The old pier is kept.'));
  const length = await readAround(new URL(address(kept.documentId, 'original')).pathname, () =>
    footnote.removeDocument(kept.documentId),
  );
  expect(length).toBeLessThan(picture.length);
  const inPlace = await ingested('place.docx', fileOf('The new pier is in its place.'));
  const mixed = await readAround(new URL(address(inPlace.documentId, 'original')).pathname, async () =>
    writeFileSync(inFolder('place.docx'), fileOf('The new pier is elsewhere now.')),
  );
  expect(mixed).toBeLessThan(picture.length);
  expect((await fetch(address(inPlace.documentId, 'original'))).status).toBe(404);
});

test('pictures of figures are sent by their places, from what is kept and from the folder', async () => {
  const bytes = inWord({
    body: `${p('The pier.')}<w:p><w:r><w:drawing><pic:blipFill><a:blip r:embed="p"/></pic:blipFill></w:drawing></w:r></w:p>${p('Figure 1: The crane that lifts nineteen tonnes at the pier')}`,
    picture: red,
  });
  const crane = await added('crane.docx', bytes);
  const { citations } = await footnote.ask('How many tonnes does the crane lift?');
  const figure = citations.find(({ kind }) => kind === 'figure');
  expect(figure).toMatchObject({ documentId: crane.documentId, picture: 'word/media/crane.png' });
  const reply = await fetch(address(crane.documentId, 'pictures', figure?.picture ?? ''));
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''crane.png",
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(red);
  const known = { 'if-none-match': reply.headers.get('etag') ?? '' };
  const again = await fetch(address(crane.documentId, 'pictures', figure?.picture ?? ''), { headers: known });
  expect(again.status).toBe(304);

  const plan = await ingested(
    'plan.md',
    `# Plan\n\n![The plan of the whole harbour](data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')})\n`,
  );
  const { blocks } = await footnote.getDocumentText(plan.documentId);
  const { picture = '' } = blocks.find((block) => block.kind === 'figure') ?? {};
  const svg = await fetch(address(plan.documentId, 'pictures', picture));
  expect(svg.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''picture.svg");
  expect(await svg.text()).toBe(drawing);

  for (const [id, name] of [
    [crane.documentId, 'word/document.xml'],
    [crane.documentId, 'word/media/other.png'],
    [crane.documentId, '../../etc/passwd'],
    [crane.documentId, '0-8'],
    [plan.documentId, '0-8'],
    [plan.documentId, 'word/media/crane.png'],
  ] as const) {
    const refused = await fetch(address(id, 'pictures', name));
    expect(refused.status, name).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { code: 'picture_unknown' } });
  }
  rmSync(inFolder('plan.md'));
  const gone = await fetch(address(plan.documentId, 'pictures', picture));
  expect(await gone.json()).toMatchObject({ error: { code: 'original_missing' } });
});
