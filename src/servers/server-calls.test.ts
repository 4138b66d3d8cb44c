import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { networkFailure, ServerCalls } from './server-calls.ts';

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers `/probe` where it is told to, and `/slow` as soon as it has answered so many probes; else never. */
async function slowServer({ probes }: { readonly probes: number }) {
  let asked = 0;
  let slow: (() => void) | undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/probe') slow = () => response.end('done');
    else if (probes > 0) {
      asked++;
      response.end();
      if (asked === probes) slow?.();
    }
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calls = new ServerCalls({
    server: 'The server',
    timeoutMs: 500,
    probe: (signal) => fetch(`${url}/probe`, { signal }),
  });
  const ask = async (signal: AbortSignal) => (await fetch(`${url}/slow`, { signal })).text();
  return { calls, ask };
}

test('a long call is given up where the server hangs', async () => {
  const { calls, ask } = await slowServer({ probes: 0 });
  // Without the probe it would wait for ever.
  await expect(calls.run(ask, { timeoutMs: Number.POSITIVE_INFINITY })).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringMatching(/did not answer within \d+ ms/),
  });
});

test('a long call is waited for where the server is slow and answers', async () => {
  const { calls, ask } = await slowServer({ probes: 3 });
  expect(await calls.run(ask, { timeoutMs: Number.POSITIVE_INFINITY })).toBe('done');
});

test('what stands at the port and speaks no HTTP is told as that', async () => {
  const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const error: unknown = await fetch(`http://127.0.0.1:${port}`).catch((one: unknown) => one);
    expect(networkFailure(error)).toEqual({
      kind: 'rejected',
      reason: 'it does not speak HTTP there',
      remedy: 'Check the address and its port',
    });
  } finally {
    server.close();
  }
});

test('a failed request says why, not that it failed', async () => {
  // Browsers and Node ask no port that belongs to another protocol.
  const error: unknown = await fetch('http://127.0.0.1:6000').catch((one: unknown) => one);
  expect(networkFailure(error)).toMatchObject({ kind: 'rejected', reason: 'bad port' });
});
