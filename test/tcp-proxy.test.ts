import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpProxy } from './tcp-proxy.test-support.ts';

/** A server that gives back what it gets, and what has reached it. */
async function startEcho() {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString();
      socket.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  onTestFinished(() => proxy.close());
  return { proxy, received: () => received };
}

/** Says something over a new connection, or over the one given; what comes back, or the code of the failure. */
async function say(port: number, text: string, socket = connect(port, '127.0.0.1')): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
    if (heard.length >= text.length) resolve(heard);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  socket.on('close', () => resolve('closed'));
  socket.write(text);
  const outcome = await promise;
  socket.destroy();
  return outcome;
}

test('all goes through while nothing is struck, and messages are counted', async () => {
  const { proxy } = await startEcho();
  expect(await say(proxy.port, 'one')).toBe('one');
  expect(await say(proxy.port, 'x'.repeat(300_000))).toHaveLength(300_000);
  expect(proxy.messages).toBeGreaterThan(1);
});

test.each([
  ['refuse', 0, '', 'ECONNREFUSED'],
  ['cut', 0.5, 'sec', 'ECONNRESET'],
  ['cut', 0, '', 'ECONNRESET'],
  ['cut-answer', 0, 'second', 'ECONNRESET'],
] as const)(
  '%s: at the message named, a share of %d of it gets there',
  async (fault, share, arrived, code) => {
    const { proxy, received } = await startEcho();
    proxy.strike({ fault, atMessage: 2, share });
    expect(await say(proxy.port, 'first')).toBe('first');
    expect(proxy.struckAtMs).toBeUndefined();
    expect(await say(proxy.port, 'second')).toBe('ECONNRESET');
    expect(proxy.struckAtMs).toBeGreaterThan(0);
    await expect.poll(received).toBe(`first${arrived}`);
    expect(await say(proxy.port, 'third')).toBe(code);
    await proxy.heal();
    expect(await say(proxy.port, 'fourth')).toBe('fourth');
  },
);

test('stall: the connection stays open and nothing goes through, until it is gone at last', async () => {
  const { proxy, received } = await startEcho();
  proxy.strike({ fault: 'stall', atMessage: 1 });
  const socket = connect(proxy.port, '127.0.0.1');
  const said = say(proxy.port, 'held', socket);
  await expect.poll(() => proxy.struckAtMs).toBeDefined();
  expect(socket.destroyed).toBe(false);
  await proxy.heal();
  expect(await said).toBe('ECONNRESET');
  expect(received()).toBe('');
  expect(await say(proxy.port, 'next')).toBe('next');
});

test('slow: everything arrives, some time later', async () => {
  const { proxy } = await startEcho();
  proxy.strike({ fault: 'slow', atMessage: 1 });
  const startedMs = performance.now();
  expect(await say(proxy.port, 'x'.repeat(20_000))).toHaveLength(20_000);
  expect(performance.now() - startedMs).toBeGreaterThan(50);
});
