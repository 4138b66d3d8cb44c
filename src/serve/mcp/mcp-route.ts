import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from '../client-address.ts';
import { clientSignal } from '../client-signal.ts';
import { publicFailure } from '../reply-error.ts';
import type { RouteContext, Server } from '../routes/route-context.ts';
import { errorSchema } from '../schemas/error.ts';

const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0') }).meta({
  id: 'McpMessage',
  description: 'A message of the Model Context Protocol, which is JSON-RPC 2.0.',
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
});

/**
 * `POST /mcp`: the Model Context Protocol over HTTP (https://modelcontextprotocol.io/specification, "Streamable HTTP").
 * Stateless: every request is served by itself, so that any number of servers can share them. A client that goes away
 * stops the work that it asked for. `closingMs` is how long requests may go on when the server closes.
 */
export function mcpRoute(
  server: Server,
  { readiness, limit }: RouteContext,
  { collection, closingMs }: { readonly collection: string; readonly closingMs: number },
): void {
  const closing = new AbortController();
  server.addHook('preClose', async () => {
    setTimeout(() => closing.abort(), closingMs).unref();
  });
  server.post(
    '/mcp',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'mcp',
        summary: 'The Model Context Protocol over streamable HTTP',
        tags: ['other programs'],
        body: messageSchema,
        response: {
          200: {
            description: 'The reply to the message, whole or as server-sent events.',
            content: {
              'application/json': { schema: messageSchema },
              'text/event-stream': { schema: messageSchema },
            },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      // Loaded with the first message: most servers are never asked one.
      const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp-server.ts'),
      ]);
      const { footnote } = request;
      const tell = (error: unknown) => publicFailure(error, request);
      const signal = AbortSignal.any([clientSignal(reply), closing.signal]);
      const handler = createMcpHandler(
        () =>
          createMcpServer({
            footnote,
            collection,
            clientAddress: clientAddress(request),
            limit: (work) => limit.run(work, signal),
            tell,
          }),
        // A stream of changes would never say anything.
        { maxSubscriptions: 0, onerror: (error) => request.log.debug(error) },
      );
      const response = await handler.fetch(webRequest(request, signal), { parsedBody: request.body });
      reply.raw.once('finish', () => {
        // A connection that is kept alive would hold up a server that closes.
        if (readiness.isClosing) request.raw.socket.destroySoon();
      });
      // Sent as it is: the protocol's own schemas have been over it.
      return reply.send(response as never);
    },
  );
}

/** The request as the web platform has it, without its body, which has been read. */
function webRequest({ method, headers, url, protocol, host }: FastifyRequest, signal: AbortSignal): Request {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request(new URL(url, `${protocol}://${host}`), { method, headers: entries, signal });
}
