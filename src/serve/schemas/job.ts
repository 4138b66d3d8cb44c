import { z } from 'zod';
import type {
  IngestFailure,
  IngestProgress,
  IngestReport,
  PlannedChange,
} from '../../contracts/ingest-report.ts';
import type { Job } from '../../contracts/job.ts';
import type { ParseProgress } from '../../contracts/parser.ts';
import { type ErrorCode, errorTable } from '../../errors.ts';
import { schemaOf } from './schema-of.ts';

const code = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);
const count = z.int().min(0);

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

const failure = schemaOf<IngestFailure>()(z.object({ path: z.string(), code, message: z.string() }));

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
    failures: z.array(failure).describe('Documents that could not be read; the others were.'),
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
    error: z.object({ code, message: z.string() }).nullable(),
    cancelledBy: z.enum(['SIGINT', 'SIGTERM', 'request', 'caller']).nullable(),
  }),
).meta({ id: 'Job', description: 'A piece of long work.' });

/** Jobs of a collection. */
export const jobListSchema = schemaOf<{ readonly jobs: readonly Job[] }>()(
  z.object({ jobs: z.array(jobSchema) }),
).meta({ id: 'JobList', description: 'The jobs of a collection, the latest first.' });

/** An event of a job that is followed; the last one is `done`. */
export type JobEvent = { readonly type: 'progress' | 'done'; readonly job: Job };

export const jobEventSchema = schemaOf<JobEvent>()(
  z.object({ type: z.enum(['progress', 'done']), job: jobSchema }),
).meta({ id: 'JobEvent', description: 'How far a job is; `done` once it is over, however it ended.' });
