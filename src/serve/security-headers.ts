import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Server } from './routes/route-context.ts';

/**
 * Headers that keep a page to its own files: no inline script or style, nothing remote, no frame around it.
 * HTTPS is the business of what terminates it, so nothing here insists on it. Made once, set on every reply.
 */
const setHeaders = helmet({
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
});

/** Registered before whatever may refuse a request: what it answers has the headers too. */
export function registerSecurityHeaders(server: Server): void {
  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
}

/** Sets them on the reply to a request that passes no hook. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(request.raw, reply.raw, () => undefined);
}
