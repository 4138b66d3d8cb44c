/** Work that any process with the same records may do, as it is handed over: plain JSON. */
export interface QueuedWork {
  /** Of the job in the records that it is. */
  readonly jobId: string;
  readonly collection: string;
  readonly kind: 'ingest' | 'reindex';
  /** Absolute, of an ingest: whoever takes it must see these files. */
  readonly paths: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly allowMassRemoval?: boolean;
  readonly crawl?: boolean;
}

/** Where work waits for processes that do it. Each piece is done by one; what that one leaves undone, by another. */
export interface WorkQueue {
  /** Puts work in the queue by way of a transaction of the records. */
  send(work: QueuedWork, execute: SendStatement): Promise<void>;

  /**
   * Takes one piece of work after the other until the signal is aborted, and then ends what is being done. Work that
   * `run` rejects is done again, by whoever is free, some times; so is that of a process that was killed.
   */
  take(run: (work: QueuedWork, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/** Runs a statement in the transaction that registers the job. */
export type SendStatement = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: readonly object[] }>;
