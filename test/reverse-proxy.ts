import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a proxy makes of the address of a client. */
type AddressOf = (remote: string) => string;

/**
 * A reverse proxy in front of a server, as nginx is with `$proxy_add_x_forwarded_for`: it adds the address of whoever
 * connects to what the request says of earlier ones. Returns its address.
 */
export async function startReverseProxy(
  target: string,
  addressOf: AddressOf = (remote) => remote,
): Promise<string> {
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const said = headers['x-forwarded-for'];
    const own = addressOf(incoming.socket.remoteAddress ?? '');
    const forwarded = said === undefined ? own : `${[said].flat().join(', ')}, ${own}`;
    const passed = request(
      { hostname, port, path, method, headers: { ...headers, 'x-forwarded-for': forwarded }, agent: false },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
