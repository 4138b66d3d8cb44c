import type { IngestProgress, Job } from '../../src/contracts/job.ts';
import { asApiError, cancelJob, followJob } from '../api.ts';
import type { NamedFile } from './dropped-files.ts';
import { sendFiles } from './send-files.ts';

/** One file, text or page on its way into a collection. */
export interface Upload {
  readonly id: number;
  readonly collection: string;
  /** The name that the document goes by. */
  readonly name: string;
  readonly bytes: number;
  /**
   * `waiting` for those before it, `sending` to the server, `reading` there; then `done`, `failed` or `cancelled`.
   */
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled';
  /** Share that has been sent, 0 to 1. */
  readonly sent: number;
  /** How far the document in work is; undefined where nothing is said. */
  readonly place: NonNullable<IngestProgress['within']> | undefined;
  /** Why it failed, and what to do. */
  readonly problem: string | undefined;
}

/** What is sent in one request, and becomes one job. */
interface Batch {
  readonly collection: string;
  readonly ids: ReadonlySet<number>;
  readonly begin: (onSent: (share: number) => void, signal: AbortSignal) => Promise<Job>;
}

/** Limits of a batch: small enough that the first documents can be asked about while others are still sent. */
const filesInBatch = 20;
const bytesInBatch = 16 * 2 ** 20;

const inWork: ReadonlySet<Upload['state']> = new Set(['waiting', 'sending', 'reading']);

/** What is put in from this page, batch after batch, whatever page is shown meanwhile. */
export class UploadStore {
  readonly #listeners = new Set<() => void>();
  readonly #files = new Map<number, NamedFile>();
  readonly #onChange: () => void;
  #uploads: readonly Upload[] = [];
  #queue: readonly Batch[] = [];
  #current: { readonly batch: Batch; readonly abort: AbortController; jobId: string | undefined } | undefined;
  #nextId = 1;

  /** `onChange` is called whenever documents may have been added. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The latest last; the same list as long as nothing changes. */
  readonly uploads = (): readonly Upload[] => this.#uploads;

  /** Calls after every change. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts files into a collection, behind what is on its way already. */
  addFiles(collection: string, files: readonly NamedFile[]): void {
    for (const batch of batchesOf(files)) {
      const ids = batch.map((file) => {
        const id = this.#append(collection, file.name, file.file.size);
        this.#files.set(id, file);
        return id;
      });
      this.#enqueue({
        collection,
        ids: new Set(ids),
        begin: (onSent, signal) => sendFiles(collection, batch, onSent, signal),
      });
    }
  }

  /** Puts in one thing that `begin` sends, under a name. */
  addOther(collection: string, name: string, begin: (signal: AbortSignal) => Promise<Job>): void {
    const id = this.#append(collection, name, 0);
    this.#enqueue({ collection, ids: new Set([id]), begin: (_, signal) => begin(signal) });
  }

  /** Sends once more what failed or was cancelled, as far as this page still has it. */
  retry(ids: readonly number[]): void {
    const again = this.#uploads.filter(({ id }) => ids.includes(id) && this.#files.has(id));
    const byCollection = Map.groupBy(again, ({ collection }) => collection);
    const files = new Map(again.map(({ id }) => [id, this.#files.get(id)]));
    this.forget(ids);
    for (const [collection, uploads] of byCollection)
      this.addFiles(
        collection,
        uploads.flatMap(({ id }) => files.get(id) ?? []),
      );
  }

  /** Whether what was sent under this id can be sent once more. */
  canRetry(id: number): boolean {
    return this.#files.has(id);
  }

  /** Stops everything that is on its way. What has been read stays in the collection. */
  cancel(): void {
    const waiting = new Set(this.#queue.flatMap(({ ids }) => [...ids]));
    this.#queue = [];
    this.#update((upload) => (waiting.has(upload.id) ? { ...upload, state: 'cancelled' } : upload));
    const current = this.#current;
    if (!current) return;
    if (current.jobId === undefined) current.abort.abort();
    // The job tells its end itself.
    else cancelJob(current.batch.collection, current.jobId).catch(() => current.abort.abort());
  }

  /** Takes what is over out of the list. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.#files.delete(id);
    this.#uploads = this.#uploads.filter(({ id, state }) => inWork.has(state) || !ids.includes(id));
    this.#tell();
  }

  #append(collection: string, name: string, bytes: number): number {
    const id = this.#nextId++;
    const upload: Upload = {
      id,
      collection,
      name,
      bytes,
      state: 'waiting',
      sent: 0,
      place: undefined,
      problem: undefined,
    };
    this.#uploads = [...this.#uploads, upload];
    return id;
  }

  #enqueue(batch: Batch): void {
    this.#queue = [...this.#queue, batch];
    this.#tell();
    if (!this.#current) void this.#work();
  }

  async #work(): Promise<void> {
    for (let [batch] = this.#queue; batch; [batch] = this.#queue) {
      this.#queue = this.#queue.slice(1);
      await this.#send(batch);
    }
  }

  async #send(batch: Batch): Promise<void> {
    const abort = new AbortController();
    const current = { batch, abort, jobId: undefined as string | undefined };
    this.#current = current;
    this.#set(batch, { state: 'sending' });
    try {
      const begun = await batch.begin((sent) => this.#set(batch, { sent }), abort.signal);
      current.jobId = begun.id;
      this.#set(batch, { state: 'reading', sent: 1 });
      for await (const job of followJob(batch.collection, begun.id, abort.signal)) this.#show(batch, job);
    } catch (error) {
      const isCancelled = abort.signal.aborted;
      this.#set(
        batch,
        isCancelled ? { state: 'cancelled' } : { state: 'failed', problem: asApiError(error).message },
      );
    } finally {
      this.#current = undefined;
      this.#onChange();
    }
  }

  /** What a job says of its documents: the one in work while it runs, failures and the end once it is over. */
  #show(batch: Batch, job: Job): void {
    if (job.state === 'queued' || job.state === 'running') {
      const { progress } = job;
      this.#update((upload) =>
        batch.ids.has(upload.id) ? { ...upload, place: placeOf(upload.name, progress) } : upload,
      );
      return;
    }
    const failures = new Map(job.report?.failures.map(({ path, message }) => [path, message]));
    const isWhole = job.state === 'done';
    this.#update((upload) => {
      if (!batch.ids.has(upload.id)) return upload;
      const problem = failures.get(upload.name) ?? failureWithin(upload.name, failures);
      if (problem !== undefined) return { ...upload, state: 'failed', place: undefined, problem };
      if (isWhole) {
        if (upload.bytes > 0) this.#files.delete(upload.id);
        return { ...upload, state: 'done', place: undefined };
      }
      const state = job.state === 'cancelled' ? 'cancelled' : 'failed';
      return { ...upload, state, place: undefined, problem: job.error?.message };
    });
  }

  #set(batch: Batch, change: Partial<Upload>): void {
    this.#update((upload) => (batch.ids.has(upload.id) ? { ...upload, ...change } : upload));
  }

  #update(changed: (upload: Upload) => Upload): void {
    this.#uploads = this.#uploads.map(changed);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What of these uploads is still on its way. */
export function onTheirWay(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.filter(({ state }) => inWork.has(state));
}

/** Files that are sent together, in order. */
function* batchesOf(files: readonly NamedFile[]): Generator<readonly NamedFile[]> {
  let batch: NamedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === filesInBatch || bytes + file.file.size > bytesInBatch)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.file.size;
  }
  if (batch.length > 0) yield batch;
}

function placeOf(name: string, progress: IngestProgress | null): Upload['place'] {
  return progress?.path === name ? (progress.within ?? undefined) : undefined;
}

/** Of an archive or a web page the failure may be of what is in it. */
function failureWithin(name: string, failures: ReadonlyMap<string, string>): string | undefined {
  const within = [...failures].find(([path]) => path.startsWith(`${name}/`));
  return within && `${within[0].slice(name.length + 1)}: ${within[1]}`;
}
