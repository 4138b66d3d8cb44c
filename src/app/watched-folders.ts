import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { InCollection } from '../contracts/engine.ts';
import type { IngestReport } from '../contracts/job.ts';
import type { WatchedFolder, WatchedFolderRecords, WatchFolderOptions } from '../contracts/uploads.ts';
import { asFootnoteError, FootnoteError, isAborted, throwIfAborted } from '../errors.ts';
import { permittedPlace } from '../files/path-error.ts';
import type { FollowFoldersOptions, WatchOptions, WatchRound } from '../footnote.ts';
import type { StoredCollections } from './stored-collections.ts';

/** How often it is looked which folders other processes have added, stopped or removed. */
const lookEveryMs = 2000;

/** How long it takes until a folder is tried again that could not be followed. */
const retryMs = 60_000;

/** Failures that are kept of a run. */
const failuresKept = 100;

/** The wiring of folders that are followed; see the methods of `Footnote` of the same names. */
export class WatchedFolders {
  readonly #collections: StoredCollections;

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  async watchFolder(path: string, options: WatchFolderOptions = {}): Promise<WatchedFolder> {
    const place = permittedPlace(path, options.within);
    const collection = this.#collections.nameOf(options);
    const { records } = await this.#collections.store();
    const added = { folderId: randomUUID(), collection, path: place, addedAt: new Date().toISOString() };
    return records.watchedFolders.add(added);
  }

  async listWatchedFolders(options: InCollection = {}): Promise<readonly WatchedFolder[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.watchedFolders.list(this.#collections.nameOf(options))) ?? [];
  }

  async changeWatchedFolder(
    folderId: string,
    { isActive }: Pick<WatchedFolder, 'isActive'>,
    options: InCollection = {},
  ): Promise<WatchedFolder> {
    const collection = this.#collections.nameOf(options);
    const folders = await this.#records();
    if (!(await folders?.setActive(collection, folderId, isActive))) throw unknown(folderId, collection);
    const found = (await folders?.list(collection))?.find((folder) => folder.folderId === folderId);
    if (!found) throw unknown(folderId, collection);
    return found;
  }

  async removeWatchedFolder(folderId: string, options: InCollection = {}): Promise<void> {
    const collection = this.#collections.nameOf(options);
    const folders = await this.#records();
    if (!(await folders?.remove(collection, folderId))) throw unknown(folderId, collection);
  }

  /** @param watch follows one of them */
  async follow({ signal, within }: FollowFoldersOptions, watch: Following['watch']): Promise<void> {
    const followed = new Map<string, AbortController>();
    const running = new Set<Promise<void>>();
    const follow = (folder: WatchedFolder, folders: WatchedFolderRecords) => {
      const stop = new AbortController();
      followed.set(keyOf(folder), stop);
      const signals = [stop.signal, ...(signal ? [signal] : [])];
      const run = this.#followOne(folder, { folders, within, watch, signal: AbortSignal.any(signals) });
      running.add(run);
      // What could not be followed for the store's sake is begun anew with a later look.
      void run.finally(() => {
        running.delete(run);
        if (followed.get(keyOf(folder)) === stop) followed.delete(keyOf(folder));
      });
    };
    try {
      for (;;) {
        if (signal?.aborted) return;
        // A store that is away now is looked at again.
        const folders = await this.#records().catch(() => undefined);
        const wanted = await folders?.list().catch(() => undefined);
        const active = wanted?.filter(({ isActive }) => isActive);
        const keys = new Set(active?.map(keyOf));
        for (const [key, stop] of followed) if (active && !keys.has(key)) stop.abort();
        for (const folder of active ?? [])
          if (folders && !followed.has(keyOf(folder))) follow(folder, folders);
        await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    } finally {
      for (const stop of followed.values()) stop.abort();
      await Promise.all(running);
    }
  }

  /** Follows one folder until it is stopped, and notes what comes of each look. Never rejects. */
  async #followOne(
    { folderId, collection, path }: WatchedFolder,
    { folders, within, watch, signal }: Following,
  ): Promise<void> {
    const note = async (run: Pick<WatchedFolder, 'lastRun' | 'error'>) =>
      folders.note(folderId, { ...run, lastRunAt: new Date().toISOString() }).catch(() => {});
    while (!signal.aborted) {
      try {
        // What the settings allow may be less than when it was added.
        const place = permittedPlace(path, within);
        const mayGoOn = async () => {
          // By now a link may stand in its place, and whoever removed the collection does not want it back.
          if (permittedPlace(path, within) !== place) throw new FootnoteError('folder_forbidden', { path });
          const wanted = (await folders.list(collection)).find((folder) => folder.folderId === folderId);
          if (!wanted?.isActive) throw unknown(folderId, collection);
        };
        for await (const { report, error } of watch([place], { collection, signal }, mayGoOn))
          await note(
            report ? { lastRun: runOf(report), error: null } : { lastRun: null, error: told(error) },
          );
        throwIfAborted(signal);
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        await note({ lastRun: null, error: told(error) });
      }
      await wait(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #records(): Promise<WatchedFolderRecords | undefined> {
    return (await this.#collections.existingStore())?.records.watchedFolders;
  }
}

interface Following {
  readonly folders: WatchedFolderRecords;
  readonly within: readonly string[] | undefined;
  /** Follows one folder; `mayGoOn` is awaited before it is looked into, each time. */
  readonly watch: (
    paths: readonly string[],
    options: WatchOptions,
    mayGoOn: () => Promise<void>,
  ) => AsyncIterable<WatchRound>;
  readonly signal: AbortSignal;
}

/** One whose collection was renamed is followed anew. */
function keyOf({ folderId, collection }: WatchedFolder): string {
  return `${folderId} ${collection}`;
}

function runOf({ status, documents, failures }: IngestReport): WatchedFolder['lastRun'] {
  return { status, documents, failures: failures.slice(0, failuresKept), failed: failures.length };
}

function told(error: unknown): NonNullable<WatchedFolder['error']> {
  const { code, message } = asFootnoteError(error);
  return { code, message };
}

function unknown(folder: string, collection: string): FootnoteError {
  return new FootnoteError('folder_unknown', { folder, collection });
}
