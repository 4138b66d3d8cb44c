import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { FootnoteError } from '../errors.ts';
import { type Config, hostNamePattern } from '../settings/config.ts';
import { ownAddress } from './client-address.ts';
import { shorten } from './public-error.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** A `Host` header in lower case: a name or an address, and perhaps a port. Nothing else may stand in one. */
const hostHeader = new RegExp(String.raw`^(${hostNamePattern})(?::\d{1,5})?$`);

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The check that every request passes before anything else, so that no web page can use the browser of someone
 * who runs this server to reach it: the `Host` has to be one of this server's names (a rebound DNS name is not),
 * and a request that could change or cost something has to come from this server's own page when it comes from a
 * page at all. Throws `host_forbidden` or `origin_forbidden`; `request_invalid` where it is open whom the request is
 * for.
 */
export function accessCheck(config: Config['server']): (request: FastifyRequest) => void {
  const names = [...loopbackNames, ownAddress(config.host), ...config.allowedHosts];
  const allowed = new Set(names.map(withoutRootDot));

  return (request) => {
    const host = askedHost(request.raw).toLowerCase();
    const name = hostHeader.exec(host)?.[1];
    if (name === undefined || !allowed.has(withoutRootDot(name))) {
      const asked = shorten(name ?? host);
      throw new FootnoteError('host_forbidden', { host: asked, allowed: [...allowed].join(', ') });
    }
    const { origin } = request.headers;
    if (origin === undefined || readingMethods.has(request.method)) return;
    if (!originsOf(host).includes(origin.toLowerCase())) {
      throw new FootnoteError('origin_forbidden', { origin: shorten(origin), host });
    }
  };
}

/**
 * Whom a request is for. A whole address in the place of a path goes before the `Host`, which has to stand there once
 * (https://www.rfc-editor.org/rfc/rfc9112#section-3.2).
 */
function askedHost({ headers, rawHeaders, url = '' }: IncomingMessage): string {
  const times = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (!headers.host || times > 1) {
    const problem = times > 1 ? `it appears ${times} times` : 'it is missing';
    throw new FootnoteError('request_invalid', { field: 'Host', problem });
  }
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host;
}

/**
 * The origins of pages that come from a host, whatever ends HTTPS on the way. Browsers leave the usual port out of an
 * origin; proxies may put it into the `Host` that they send.
 */
function originsOf(host: string): readonly string[] {
  return [`http://${host.replace(/:80$/, '')}`, `https://${host.replace(/:443$/, '')}`];
}

/** `example.org.` is `example.org`, in any case. */
function withoutRootDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
