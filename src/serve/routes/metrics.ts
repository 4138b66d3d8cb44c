import { z } from 'zod';
import { FootnoteError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { isOwnMachine } from '../client-address.ts';
import type { ServerMetrics } from '../metrics.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Server } from './route-context.ts';

/**
 * `GET /metrics` for Prometheus. It asks for no key: what it says names nobody and no document. Unless the settings say
 * otherwise it answers this machine alone.
 */
export function metricsRoute(
  server: Server,
  metrics: ServerMetrics,
  { metrics: audience }: Pick<Config['server'], 'metrics'>,
): void {
  server.get(
    '/metrics',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'getMetrics',
        summary: 'What the server counts, for Prometheus',
        tags: ['status'],
        response: {
          200: {
            description: 'Prometheus’ text format.',
            content: { 'text/plain': { schema: z.string() } },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      if (audience === 'local' && !isOwnMachine(request)) throw new FootnoteError('metrics_private', {});
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
}
