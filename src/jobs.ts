import type { QueuedDocument } from './contracts/document.ts';
import type { InCollection } from './contracts/in-collection.ts';
import type { Follower, IngestProgress } from './contracts/ingest-report.ts';
import type { Job, JobCanceller, JobEnd, JobWork } from './contracts/job.ts';
import { eitherSignal, FootnoteError, isFootnoteError, messageOf } from './errors.ts';
import { type IndexReport, indexReport } from './ingest/index-report.ts';
import { waitingProgress } from './ingest/progress.ts';
import type { StoredCollections } from './stored-collections.ts';

/** The work of a job: it goes by the job's id, stops at the signal, and says how far it is. */
export type JobRun<Result> = (jobId: string, followed: Required<Follower>) => Promise<Result>;

/** The wiring of jobs: long work that is kept in the records, so that any process can list it and stop it. */
export class Jobs {
  readonly #collections: StoredCollections;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  /** Does work as a job: it stops for its caller and for whoever cancels it, and tells both how far it is. */
  async run<Result>(work: JobWork, follower: Follower, run: JobRun<Result>): Promise<Result> {
    const running = this.#run(work, follower, run);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #run<Result>(work: JobWork, { signal, onProgress }: Follower, run: JobRun<Result>): Promise<Result> {
    const { records } = await this.#collections.store();
    const job = await records.jobs.start(work);
    const stopped = AbortSignal.any([job.cancelled, this.stoppedBy(signal)]);
    const tell = (progress: IngestProgress) => {
      job.progress(progress);
      onProgress?.(progress);
    };
    try {
      const startedMs = performance.now();
      await job.turn({
        signal: stopped,
        onWait: (jobId) => tell(waitingProgress(jobId, performance.now() - startedMs)),
      });
      const result = await run(job.id, { signal: stopped, onProgress: tell });
      await job.finish({ state: 'done' });
      return result;
    } catch (error) {
      // Where not even that can be written, the job shows as interrupted; what ended it is the error to tell.
      await job.finish(endBy(error, stopped, work)).catch(() => {});
      throw error;
    }
  }

  /** See `Footnote.listJobs`. */
  async listJobs(options: InCollection = {}): Promise<readonly Job[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.jobs.list(this.#collections.nameOf(options))) ?? [];
  }

  /** See `Footnote.listQueued`. */
  async listQueued(options: InCollection = {}): Promise<readonly QueuedDocument[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.reingestion.list(this.#collections.nameOf(options))) ?? [];
  }

  /** See `Footnote.indexReport`. */
  async indexReport(id: string, options: InCollection = {}): Promise<IndexReport> {
    const collection = this.#collections.nameOf(options);
    const job = (await this.listJobs({ collection })).find((one) => one.id === id);
    if (!job) throw new FootnoteError('job_unknown', { job: id, collection, state: 'known' });
    const { records } = await this.#collections.store();
    return indexReport(job, await records.jobs.totals(id));
  }

  /** See `Footnote.cancelJob`. */
  async cancelJob(id: string, options: InCollection = {}): Promise<Job> {
    const collection = this.#collections.nameOf(options);
    const job = (await this.listJobs({ collection })).find(
      (one) => one.id === id && (one.state === 'running' || one.state === 'queued'),
    );
    if (!job || !(await (await this.#collections.store()).records.jobs.cancel(id))) {
      throw new FootnoteError('job_unknown', { job: id, collection, state: 'running' });
    }
    return job;
  }

  /** Aborted by this signal, and when all work is to end. */
  stoppedBy(signal: AbortSignal | undefined): AbortSignal {
    return eitherSignal(signal, this.#closing.signal);
  }

  /** Stops what runs, and waits until it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}

/** How a job ends that threw `error`. Whoever stopped it says so in the reason of its signal, or is the caller. */
function endBy(error: unknown, { reason }: AbortSignal, { id: queued }: JobWork): JobEnd {
  if (!isFootnoteError(error)) {
    return { state: 'failed', error: { code: 'internal', message: messageOf(error) } };
  }
  const { code, message } = error;
  if (code !== 'aborted') return { state: 'failed', error: { code, message } };
  const by = isFootnoteError(reason) ? reason.details['by'] : undefined;
  // Its worker has to go, and it has not.
  if (queued !== undefined && by !== 'request') return { state: 'queued' };
  return { state: 'cancelled', cancelledBy: (by ?? 'caller') as JobCanceller };
}
