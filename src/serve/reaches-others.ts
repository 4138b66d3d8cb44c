import { isIPv4 } from 'node:net';
import { FootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';

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
