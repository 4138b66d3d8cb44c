/** Where the server of each engine usually is, and what its indexes are named after there. */
export const usualServers = {
  postgresql: { url: undefined, port: 5432, name: 'public' },
  qdrant: { url: 'http://127.0.0.1:6333', port: 6333, name: 'footnote' },
  neo4j: { url: 'bolt://127.0.0.1:7687', port: 7687, name: 'Chunk' },
  chroma: { url: 'http://127.0.0.1:8000', port: 8000, name: 'footnote' },
} as const;

/**
 * Which of several servers is meant, and what there: the same for two ways to write one address, without credentials.
 * @param names from the widest to the narrowest; empty ones are left out
 * @example serverPlace('http://me@localhost', 6333, 'footnote') // '127.0.0.1:6333/footnote'
 */
export function serverPlace(url: string, usualPort: number, ...names: readonly string[]): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = (parsed?.hostname ?? '').replace(/^(?:localhost|\[::1\]|)$/, '127.0.0.1');
  // An address leaves out the port of its protocol, where it was written too.
  const written = /^https?:\/\/[^/?#]*:0*(80|443)(?:[/?#]|$)/.exec(url)?.[1];
  const port = parsed?.port || written || String(usualPort);
  const path = (parsed?.pathname ?? '').replaceAll(/^\/+|\/+$/g, '');
  return [`${host.toLowerCase()}:${port}`, path, ...names].filter(Boolean).join('/');
}
