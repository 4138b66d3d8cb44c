import { errorSchema } from '../schemas/schema-of.ts';
import { liveSchema, readySchema } from '../schemas/status.ts';
import type { RouteContext, Server } from './route-context.ts';

/** `/healthz` for who restarts the process, `/readyz` for who sends requests to it. */
export function statusRoutes(server: Server, { readiness }: RouteContext): void {
  server.get(
    '/healthz',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'isLive',
        summary: 'Whether the process responds',
        tags: ['status'],
        response: { 200: liveSchema, default: errorSchema },
      },
    },
    () => ({ status: 'live' as const }),
  );

  server.get(
    '/readyz',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'isReady',
        summary: 'Whether model, index and store are ready; 503 until then',
        tags: ['status'],
        response: { 200: readySchema, default: errorSchema },
      },
    },
    async () => {
      await readiness.check();
      return { status: 'ready' as const };
    },
  );
}
