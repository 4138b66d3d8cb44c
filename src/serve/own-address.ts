/**
 * Where this machine reaches a server that listens on `host`, as addresses and `Host` headers have it: IPv6 in
 * brackets, and for every interface that of the machine itself, since nobody can call a server by `0.0.0.0`.
 */
export function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
