import { setTimeout } from 'node:timers/promises';
import type { QueuedDocument } from '../contracts/document.ts';
import type { ForGroups, InCollection, OfOwner } from '../contracts/engine.ts';
import type {
  Follower,
  IngestProgress,
  IngestReport,
  Job,
  JobCanceller,
  JobEnd,
  JobWork,
} from '../contracts/job.ts';
import { eitherSignal, FootnoteError, isFootnoteError, messageOf, throwIfAborted } from '../errors.ts';
import { type IndexReport, indexReport } from '../ingest/index-report.ts';
import { waitingProgress } from '../ingest/progress.ts';
import type { StoredCollections } from './stored-collections.ts';

/** That jobs may take to stop: they look every second whether they are to. */
const longestStopMs = 20_000;

/** Between two looks at a job of another process. */
const followEveryMs = 500;

/** The work of a job: it goes by the job's id, stops at the signal, and says how far it is. */
type JobRun<Result> = (jobId: string, followed: Required<Follower>) => Promise<Result>;

/** Whoever listens to a job, and is told its id once it is registered. */
interface JobFollower extends Follower {
  readonly onJob?: (jobId: string) => void;
}

/** The wiring of jobs: long work that is kept in the records, so that any process can list it and stop it. */
export class Jobs {
  readonly #collections: StoredCollections;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  /** Does work as a job: it stops for its caller and for whoever cancels it, and tells both how far it is. */
  run<Result>(work: JobWork, follower: JobFollower, run: JobRun<Result>): Promise<Result> {
    return this.waitedFor(this.#run(work, follower, run));
  }

  /** Has {@link Jobs.close} wait for work that stops once {@link Jobs.stoppedBy} says so. */
  async waitedFor<Result>(running: Promise<Result>): Promise<Result> {
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #run<Result>(
    work: JobWork,
    { signal, onProgress, onJob }: JobFollower,
    run: JobRun<Result>,
  ): Promise<Result> {
    const { records } = await this.#collections.store();
    const job = await records.jobs.start(work);
    onJob?.(job.id);
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
  async listJobs(options: InCollection & OfOwner = {}): Promise<readonly Job[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.jobs.list(this.#collections.nameOf(options), options)) ?? [];
  }

  /** See `Footnote.getJob`. */
  async getJob(id: string, options: InCollection & OfOwner = {}): Promise<Job> {
    const collection = this.#collections.nameOf(options);
    const job = await (await this.#collections.existingStore())?.records.jobs.find(collection, id, options);
    if (!job) throw new FootnoteError('job_unknown', { job: id, collection, state: 'known' });
    return job;
  }

  /** The jobs of a collection that are at work, or wait to be. */
  async openJobs(collection: string): Promise<readonly Job[]> {
    const jobs = await this.listJobs({ collection });
    return jobs.filter(({ state }) => state === 'running' || state === 'queued');
  }

  /** Asks all of them to stop, and waits until they have. Errors: `collection_busy` where one goes on. */
  async stopAll(collection: string): Promise<void> {
    const { records } = await this.#collections.store();
    const untilMs = performance.now() + longestStopMs;
    for (;;) {
      const [job, ...others] = await this.openJobs(collection);
      if (!job) return;
      for (const { id } of [job, ...others]) await records.jobs.cancel(id);
      if (performance.now() > untilMs)
        throw new FootnoteError('collection_busy', { collection, job: job.id });
      await setTimeout(followEveryMs);
    }
  }

  /** See `Footnote.listQueued`. */
  async listQueued(options: InCollection & ForGroups = {}): Promise<readonly QueuedDocument[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.reingestion.list(this.#collections.nameOf(options), options)) ?? [];
  }

  /** See `Footnote.indexReport`. */
  async indexReport(id: string, options: InCollection & OfOwner = {}): Promise<IndexReport> {
    const job = await this.getJob(id, options);
    const { records } = await this.#collections.store();
    return indexReport(job, await records.jobs.totals(id));
  }

  /** See `Footnote.cancelJob`. */
  async cancelJob(id: string, options: InCollection & OfOwner = {}): Promise<Job> {
    const collection = this.#collections.nameOf(options);
    const job = await (await this.#collections.existingStore())?.records.jobs.find(collection, id, options);
    const isOpen = job?.state === 'running' || job?.state === 'queued';
    if (!isOpen || !(await (await this.#collections.store()).records.jobs.cancel(id))) {
      throw new FootnoteError('job_unknown', { job: id, collection, state: 'running' });
    }
    return job;
  }

  /**
   * What comes of a job that another process does, once it is over. Who stops waiting stops the job too. Errors: that
   * which the job ended with; `aborted` where it was cancelled, and when this process ends, which leaves it alone.
   */
  async outcome(
    id: string,
    { collection, signal, onProgress }: Follower & InCollection,
  ): Promise<IngestReport> {
    const stopped = this.stoppedBy(signal);
    for (;;) {
      const job = await this.getJob(id, { collection });
      if (job.progress) onProgress?.(job.progress);
      if (job.state === 'done' && job.report) return job.report;
      if (job.state === 'cancelled') throw new FootnoteError('aborted', { by: job.cancelledBy });
      if (job.state === 'failed')
        throw new FootnoteError('job_failed', { job: id, reason: job.error?.message ?? '' });
      if (signal?.aborted) await this.cancelJob(id, { collection }).catch(() => {});
      throwIfAborted(stopped);
      // Aborted, it is over at once, and said above.
      await setTimeout(followEveryMs, undefined, { signal: stopped }).catch(() => {});
    }
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
