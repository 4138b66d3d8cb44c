import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import type { Config } from '../src/settings/config.ts';
import {
  footnoteWith,
  openTestStore,
  startTestServer,
  type TestServer,
  type TestStore,
} from './serve-fixture.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});

afterAll(async () => {
  await store.close();
});

async function serverWith(
  settings: Partial<Config['server']>,
  changed: Partial<Footnote> = {},
): Promise<TestServer> {
  const config = { ...store.config, server: { ...store.config.server, ...settings } };
  const footnote = footnoteWith(store.footnote, changed);
  const server = await startTestServer({ config, footnote }, { streamLimits: { stallMs: 200 } });
  onTestFinished(() => server.server.close());
  return server;
}

/** A connection of which `received` is what has come on it. */
interface Line {
  readonly socket: Socket;
  readonly received: () => string;
  /** Resolves when the server has closed it. This end stays open. */
  readonly ended: Promise<unknown>;
}

async function open({ address }: TestServer): Promise<Line> {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => undefined);
  const ended = once(socket, 'end');
  await once(socket, 'connect');
  return { socket, received: () => received, ended };
}

const countOf = ({ server }: TestServer) =>
  new Promise<number>((resolve, reject) => {
    server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

test('a connection on which nothing comes is closed when a request is overdue', async () => {
  const server = await serverWith({ requestTimeoutMs: 200 });
  const lines = await Promise.all(Array.from({ length: 20 }, () => open(server)));
  await expect.poll(() => countOf(server)).toBe(0);
  for (const { socket } of lines) socket.destroy();
});

test.each([
  ['the headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
  [
    'the body',
    'POST /api/v1/collections/default/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  ],
])('a request of which %s do not come in time is refused and its connection closed', async (_, bytes) => {
  const server = await serverWith({ requestTimeoutMs: 200 });
  const line = await open(server);
  line.socket.write(bytes);
  await expect.poll(line.received).toMatch(/^HTTP\/1\.1 400 .*it did not arrive in time/s);
  // This end stays open: the server must let go all the same.
  await expect.poll(() => countOf(server)).toBe(0);
  line.socket.destroy();
});

test('a connection stays open between requests that come in time', async () => {
  // Long enough for a busy machine to send one.
  const server = await serverWith({ requestTimeoutMs: 2000 });
  const line = await open(server);
  const ask = () => line.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  ask();
  await expect.poll(line.received).toMatch(/200 OK/);
  // Long enough for a connection that was silent to be closed.
  const silent = await open(server);
  await silent.ended;
  await expect.poll(() => countOf(server)).toBe(1);
  silent.socket.destroy();
  ask();
  await expect.poll(line.received).toMatch(/200 OK.*200 OK/s);
  line.socket.destroy();
});

test('connections of an address beyond its bound are refused, until one of them has closed', async () => {
  const server = await serverWith({ maxConnectionsPerAddress: 3 });
  const lines = await Promise.all(Array.from({ length: 3 }, () => open(server)));
  await expect.poll(() => countOf(server)).toBe(3);
  const refused = await open(server);
  await refused.ended;
  expect(refused.received()).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  expect(refused.received()).toContain('"code":"too_many_connections"');
  expect(refused.received()).toContain('"details":{"address":"127.0.0.1","limit":3}');
  lines[0]?.socket.destroy();
  await expect.poll(() => countOf(server)).toBe(2);
  expect((await server.send('/healthz')).status).toBe(200);
  for (const { socket } of lines) socket.destroy();
});

test('a reply that nobody takes is given up', async () => {
  // More than the buffers of two sockets hold.
  const text = 'word '.repeat(10_000_000);
  const server = await serverWith(
    {},
    { getDocumentText: async (...args) => ({ ...(await store.footnote.getDocumentText(...args)), text }) },
  );
  const [document] = await store.footnote.listDocuments();
  const line = await open(server);
  line.socket.pause();
  const asked = once(server.server.server, 'request');
  line.socket.write(
    `GET /api/v1/collections/default/documents/${document?.documentId}/text HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  await asked;
  await expect.poll(() => countOf(server)).toBe(0);
  line.socket.destroy();
});
