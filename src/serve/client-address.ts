import { isIP, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';

/** Bits of an IPv6 address that name a network; whoever has one can use every address in it. */
const networkBits = 64;

/** Where a request comes from, as it is counted: an IPv4 address, or the first address of an IPv6 network. */
export function addressGroup(request: FastifyRequest): string {
  return groupOf(clientAddress(request));
}

/** {@link addressGroup} of the other end of a connection; empty where it has closed already. */
export function connectionGroup({ remoteAddress = '' }: Socket): string {
  return groupOf(remoteAddress.replace(/%.*$/, ''));
}

function groupOf(address: string): string {
  return normalizeIP(address, networkBits);
}

/** Whether a request comes from the machine that the server runs on. */
export function isOwnMachine(request: FastifyRequest): boolean {
  const address = normalizeIP(clientAddress(request), 128);
  return address === '::1' || address.startsWith('127.');
}

/**
 * The address that a request comes from, past the proxies that `server.trustProxy` names. What they pass on that is no
 * address is not believed: the connection's own is taken for it.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
  return address.replace(/%.*$/, '');
}

/**
 * `server.trustProxy` as Fastify has it. A number trusts that many connections before the client, whoever they are, so
 * that it is only for a server that nobody reaches but through them: Fastify itself takes none for it.
 */
export function trustedProxies(
  setting: Config['server']['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return setting === false ? false : [...setting];
}

/**
 * A signal that aborts when the client goes away before its reply is whole; at once where it has gone already. Made
 * once per request; Fastify's own `request.signal` also fires when the body has merely been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort();
  };
  if (reply.raw.destroyed) abort();
  else reply.raw.once('close', abort);
  return controller.signal;
}
