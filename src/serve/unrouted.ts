import { FootnoteError } from '../errors.ts';
import { escapedPattern } from '../text/words.ts';
import { shorten } from './public-error.ts';
import { replyError } from './reply-error.ts';
import type { Server } from './routes/route-context.ts';

/**
 * Answers what no route takes, or what one takes and has nothing for: `method_not_allowed` with `Allow` where only
 * another method would be taken (https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed), else
 * `route_unknown`. `OPTIONS` says the methods and nothing about other origins, so that a browser lets none of them in.
 * Registered before the routes.
 */
export function registerUnrouted(server: Server): void {
  const methodsByRoute = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ method, url }) => {
    const methods = methodsByRoute.get(url) ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) methods.add(one);
    methodsByRoute.set(url, methods);
  });
  // The router takes nothing for a parameter too.
  server.addHook('preValidation', (request, reply, done) => {
    if (Object.values(request.params as object).includes('')) reply.callNotFound();
    else done();
  });
  const allowedAt = (path: string) =>
    [...methodsByRoute].flatMap(([url, methods]) => (routePattern(url).test(path) ? [...methods] : []));

  server.setNotFoundHandler((request, reply) => {
    const { method } = request;
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = allowedAt(path);
    const allowed = methods.toSorted().join(', ');
    if (allowed === '' || (methods.includes(method) && method !== 'OPTIONS')) {
      return replyError(new FootnoteError('route_unknown', { method, path: shorten(path) }), request, reply);
    }
    void reply.header('Allow', allowed);
    if (method === 'OPTIONS') return reply.status(204).send();
    return replyError(
      new FootnoteError('method_not_allowed', { method, path: shorten(path), allowed }),
      request,
      reply,
    );
  });
}

/** The paths of a route: a parameter stands for one part of the path, whatever is percent-encoded in it. */
function routePattern(url: string): RegExp {
  // Two colons are one that is part of the address, and what a parameter may be stands behind its name.
  const parts = url.split('::').map((part) => part.replace(/\(\^.*?\)$/, ''));
  return new RegExp(`^${parts.map(partPattern).join(':')}$`);
}

function partPattern(part: string): string {
  return escapedPattern(part).replace(/:\w+/g, '[^/]+');
}
