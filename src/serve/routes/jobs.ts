import { setTimeout } from 'node:timers/promises';
import type { Job } from '../../contracts/job.ts';
import type { Footnote } from '../../footnote.ts';
import { type JobEvent, jobEventSchema, jobListSchema, jobSchema } from '../schemas/job.ts';
import { collectionParams, errorSchema, jobParams } from '../schemas/schema-of.ts';
import type { RouteContext, Server } from './route-context.ts';

/** Long work: what there is, how far it is, and stopping it. */
export function jobRoutes(server: Server, { streams }: Pick<RouteContext, 'streams'>): void {
  server.get(
    '/collections/:collection/jobs',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs of a collection, the latest first',
        tags: ['jobs'],
        params: collectionParams,
        response: { 200: jobListSchema, default: errorSchema },
      },
    },
    async ({ footnote, params }) => ({ jobs: await footnote.listJobs(params) }),
  );

  server.get(
    '/collections/:collection/jobs/:id',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'getJob',
        summary: 'One job',
        tags: ['jobs'],
        params: jobParams,
        response: { 200: jobSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { id, collection } }) => footnote.getJob(id, { collection }),
  );

  server.get(
    '/collections/:collection/jobs/:id/events',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'followJob',
        summary: 'How far a job is, as server-sent events, until it is over',
        tags: ['jobs'],
        params: jobParams,
        response: {
          200: {
            description: 'Events, of which the last is `done` or `error`.',
            content: { 'text/event-stream': { schema: jobEventSchema } },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { footnote, params } = request;
      await streams.send(request, reply, (signal) => jobEvents(footnote, params, signal));
      return reply;
    },
  );

  server.post(
    '/collections/:collection/jobs/:id(^[^:]+)::cancel',
    {
      config: { access: 'write' },
      schema: {
        operationId: 'cancelJob',
        summary: 'Ask a job to stop; what it has done is kept',
        tags: ['jobs'],
        params: jobParams,
        response: { 200: jobSchema, default: errorSchema },
      },
    },
    ({ footnote, params: { id, collection } }) => footnote.cancelJob(id, { collection }),
  );
}

/** Between two looks at a job. */
const lookEveryMs = 250;

/** A job whenever it has changed, and once it is over. */
async function* jobEvents(
  footnote: Footnote,
  { id, collection }: { readonly id: string; readonly collection: string },
  signal: AbortSignal,
): AsyncGenerator<JobEvent> {
  let told = '';
  for (;;) {
    const job = jobSchema.parse(await footnote.getJob(id, { collection }));
    if (isOver(job)) {
      yield { type: 'done', job };
      return;
    }
    const now = JSON.stringify(job);
    if (now !== told) yield { type: 'progress', job };
    told = now;
    // Aborted, nobody takes the next one.
    await setTimeout(lookEveryMs, undefined, { signal });
  }
}

function isOver({ state }: Job): boolean {
  return state !== 'queued' && state !== 'running';
}
