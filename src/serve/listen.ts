import { isIPv4 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { FootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';

/**
 * Starts to take requests and returns the address, such as `http://127.0.0.1:8787`; port 0 takes a free one.
 * Errors: `port_taken`, and `address_unusable` where the host is not this machine's or the port needs more rights.
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const { code: reason = 'unknown', syscall } = cause as NodeJS.ErrnoException;
    if (reason === 'EADDRINUSE') throw new FootnoteError('port_taken', { host, port }, { cause });
    if (syscall === undefined) throw cause;
    throw new FootnoteError('address_unusable', { host, port, reason }, { cause });
  }
}

/**
 * Where this machine reaches a server that listens on `host`, as addresses and `Host` headers have it: IPv6 in
 * brackets, and for every interface that of the machine itself, since nobody can call a server by `0.0.0.0`.
 */
export function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Whether other machines can reach a server that listens on `host`: any but a loopback address may be reached. */
export function reachesOthers(host: string): boolean {
  const address = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return !(address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.')));
}

/** The settings that decide it. */
interface AddressSettings {
  readonly server: Pick<Config['server'], 'host' | 'allowAnyone'>;
  readonly oidc: Pick<Config['oidc'], 'issuer'>;
}

/**
 * Refuses to open a store without keys to other machines, unless the settings say that anyone may do everything,
 * or whose tokens are taken.
 * Errors: `address_needs_keys`.
 */
export async function requireKeysFor(
  { server: { host, allowAnyone }, oidc }: AddressSettings,
  footnote: Pick<Footnote, 'listKeys'>,
): Promise<void> {
  if (allowAnyone || oidc.issuer !== '' || !reachesOthers(host)) return;
  if ((await footnote.listKeys()).length === 0) throw new FootnoteError('address_needs_keys', { host });
}
