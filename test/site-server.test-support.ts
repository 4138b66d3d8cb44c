import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A page as a site has it. */
export interface SitePage {
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A web site whose pages can be changed while it runs. A page with an `ETag` or `Last-Modified` is compared by it. */
export interface Site {
  readonly address: string;
  readonly pages: Map<string, SitePage | string>;
  /** What was asked for, with the status that was answered. */
  readonly asked: string[];
}

/** Serves pages by path on a port of its own until the test ends; `{address}` in a body is its own address. */
export async function startSite(pages: Readonly<Record<string, SitePage | string>>): Promise<Site> {
  const site = {
    address: '',
    pages: new Map(Object.entries(pages)),
    asked: [] as string[],
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const found = site.pages.get(path) ?? { status: 404, body: 'Not found' };
    const page = typeof found === 'string' ? { body: found } : found;
    const headers = { 'content-type': 'text/html; charset=utf-8', ...page.headers };
    const isKnown = isSame(request, page);
    const status = isKnown ? 304 : (page.status ?? 200);
    site.asked.push(`${status} ${path}`);
    const text = typeof page.body === 'string' ? page.body.replaceAll('{address}', site.address) : page.body;
    const isPacked = /gzip/.test(String(request.headers['accept-encoding']));
    response.writeHead(status, { ...headers, ...(isPacked && { 'content-encoding': 'gzip' }) });
    response.end(isKnown ? undefined : isPacked ? gzipSync(text ?? '') : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return site;
}

function isSame({ headers }: IncomingMessage, { headers: own = {} }: SitePage): boolean {
  const { 'if-none-match': tag, 'if-modified-since': date } = headers;
  if (tag !== undefined) return tag === own['etag'];
  return date !== undefined && date === own['last-modified'];
}
