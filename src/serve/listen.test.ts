import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('port 0 takes a free port and says which', async () => {
  const server = Fastify();
  const address = await listen(server, { host: '127.0.0.1', port: 0 });
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  await server.close();
});

test('a taken port is an error that names --port', async () => {
  const first = Fastify();
  const second = Fastify();
  const port = Number(new URL(await listen(first, { host: '127.0.0.1', port: 0 })).port);
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'port_taken',
    details: { host: '127.0.0.1', port },
    message: expect.stringContaining('--port'),
  });
  await Promise.all([first.close(), second.close()]);
});

test('an address of another machine is an error that names --host', async () => {
  const server = Fastify();
  await expect(listen(server, { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
    code: 'address_unusable',
    details: { reason: expect.stringMatching(/^E[A-Z]+$/) },
    message: expect.stringContaining('--host'),
  });
  await server.close();
});
