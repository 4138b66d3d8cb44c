import { observedFootnote } from '../app/telemetry.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import type { ServerMetrics } from './metrics.ts';
import type { Server } from './routes/route-context.ts';

/**
 * Footnote whose calls a server counts, and what registers the counting of its requests and the route that tells it.
 * What counts is loaded while the server becomes ready, and not at all where `server.metrics` is `off`.
 */
export function countedFootnote(
  footnote: Footnote,
  config: Pick<Config['server'], 'metrics'>,
): { readonly counted: Footnote; readonly registerMetrics: (server: Server) => void } {
  if (config.metrics === 'off') return { counted: footnote, registerMetrics: () => undefined };
  let metrics: ServerMetrics | undefined;
  const counted = observedFootnote(footnote, {
    questionEnded: (ended) => metrics?.questionEnded(ended),
    ingestEnded: (report) => metrics?.ingestEnded(report),
  });
  const registerMetrics = (server: Server) => {
    server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
      const route = routeOptions.url ?? 'none';
      metrics?.requestEnded({ method, route, status, seconds: elapsedTime / 1000 });
    });
    void server.register(async (root: Server) => {
      const [{ ServerMetrics }, { metricsRoute }] = await Promise.all([
        import('./metrics.ts'),
        import('./routes/metrics.ts'),
      ]);
      metrics = new ServerMetrics();
      metricsRoute(root, metrics, config);
    });
  };
  return { counted, registerMetrics };
}
