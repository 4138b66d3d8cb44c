import type { FastifyReply } from 'fastify';

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
