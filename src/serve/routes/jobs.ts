import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { IngestFailure, IngestProgress, IngestReport, Job, PlannedChange } from '../../contracts/job.ts';
import type { ParseProgress } from '../../contracts/parser.ts';
import type { Footnote } from '../../footnote.ts';
import {
  collectionParams,
  count,
  errorCode,
  errorSchema,
  jobParams,
  schemaOf,
} from '../schemas/schema-of.ts';
import { operation, type RouteContext, type Server } from './route-context.ts';

const within = schemaOf<ParseProgress>()(
  z.object({ done: z.number(), total: z.number(), unit: z.enum(['page', 'slide', 'sheet', 'picture']) }),
);

const progress = schemaOf<IngestProgress>()(
  z.object({
    stage: z.enum(['wait', 'find', 'embed', 'done']),
    filesDone: count,
    filesTotal: count,
    chunksDone: count.describe('Passages that are embedded.'),
    chunksTotal: count.describe('Passages known so far.'),
    billedTokens: count,
    elapsedMs: z.number(),
    remainingMs: z.number().nullable(),
    path: z.string().nullable().describe('The document in work.'),
    within: within.nullable(),
    waitsFor: z.string().nullable().describe('The job that is waited for.'),
  }),
);

const change = schemaOf<PlannedChange>()(
  z.object({
    path: z.string(),
    change: z.enum(['added', 'updated', 'moved', 'removed']),
    from: z.string().optional(),
  }),
);

/** A file that could not be used. */
export const ingestFailure = schemaOf<IngestFailure>()(
  z.object({ path: z.string(), code: errorCode, message: z.string() }),
);

const report = schemaOf<IngestReport>()(
  z.object({
    status: z.enum(['complete', 'partial', 'failed']),
    documents: z.object({ added: count, updated: count, unchanged: count, removed: count, failed: count }),
    moved: count,
    kept: count,
    chunks: count,
    tokens: count,
    vectors: count,
    billedTokens: count,
    durationMs: z.number(),
    passedOver: z.record(z.string(), count),
    changes: z.array(change).optional(),
    failures: z.array(ingestFailure).describe('Documents that could not be read; the others were.'),
    warnings: z.array(z.string()),
  }),
);

/** A piece of long work. */
export const jobSchema = schemaOf<Job>()(
  z.object({
    id: z.string(),
    collection: z.string(),
    kind: z.enum(['ingest', 'reindex']),
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted']),
    paths: z
      .array(z.string())
      .describe('What it works on; documents that were put in begin with `upload:/`.'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    progress: progress.nullable(),
    report: report.nullable().describe('What an ingest has come to so far.'),
    error: z.object({ code: errorCode, message: z.string() }).nullable(),
    cancelledBy: z.enum(['SIGINT', 'SIGTERM', 'request', 'caller']).nullable(),
  }),
).meta({ id: 'Job', description: 'A piece of long work.' });

/** Jobs of a collection. */
const jobListSchema = schemaOf<{ readonly jobs: readonly Job[] }>()(
  z.object({ jobs: z.array(jobSchema) }),
).meta({ id: 'JobList', description: 'The jobs of a collection, the latest first.' });

/** An event of a job that is followed; the last one is `done`. */
type JobEvent = { readonly type: 'progress' | 'done'; readonly job: Job };

const jobEventSchema = schemaOf<JobEvent>()(
  z.object({ type: z.enum(['progress', 'done']), job: jobSchema }),
).meta({ id: 'JobEvent', description: 'How far a job is; `done` once it is over, however it ended.' });

/** Long work: what there is, how far it is, and stopping it. */
export function jobRoutes(server: Server, { streams }: Pick<RouteContext, 'streams'>): void {
  server.get(
    '/collections/:collection/jobs',
    operation('jobs', 'listJobs', 'write', {
      summary: 'Jobs of a collection, the latest first',
      params: collectionParams,
      reply: jobListSchema,
    }),
    async ({ footnote, params }) => ({ jobs: await footnote.listJobs(params) }),
  );

  server.get(
    '/collections/:collection/jobs/:id',
    operation('jobs', 'getJob', 'write', {
      summary: 'One job',
      params: jobParams,
      reply: jobSchema,
    }),
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
    operation('jobs', 'cancelJob', 'write', {
      summary: 'Ask a job to stop; what it has done is kept',
      params: jobParams,
      reply: jobSchema,
    }),
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
