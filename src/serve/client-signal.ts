import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the client goes away before its reply is whole. Made once per request; Fastify's own
 * `request.signal` also fires when the body has merely been read.
 */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
