import { lstat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { FSWatcher } from 'chokidar';
import { isWithin, realPath } from '../files/path-error.ts';
import { metadataFileName } from './document-metadata.ts';
import { ignoreFileNames } from './file-selection.ts';
import { isNeverRead } from './find-files.ts';

export interface WatchPathsOptions {
  /** The store's folder, whose changes are the watcher's own doing. */
  readonly storeDirectory: string;
  /** How long nothing must change before changes are told. Default 300. */
  readonly quietMs?: number;
  readonly signal?: AbortSignal;
}

/** Tells when something has changed below some paths. */
export interface PathChanges {
  /**
   * Resolves once something has changed since it last resolved and all has been quiet for a moment, or after 5
   * seconds of unrest; when the signal is aborted it resolves as well, and after `atLatestMs` where that is given.
   */
  next(atLatestMs?: number): Promise<void>;
  /** What is not followed since the system watches no more, and what helps; empty where all is. */
  warnings(): readonly string[];
  /** Stops watching. */
  close(): Promise<void>;
}

const defaultQuietMs = 300;

/** Where something changes all the time, changes are told this often. */
const longestUnrestMs = 5000;

/** The system's limits of what is watched at a time. */
const outOfWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Names that no document has and that still say which documents there are. */
const telling = new Set([...ignoreFileNames, metadataFileName]);

/** Starts to watch; resolves once every change from then on will be seen. Paths need not exist yet. */
export async function watchPaths(
  paths: readonly string[],
  { storeDirectory, quietMs = defaultQuietMs, signal }: WatchPathsOptions,
): Promise<PathChanges> {
  // A link that is given is watched itself, since it may come to lead elsewhere, and so is what it leads to.
  const targets = () => paths.map((path) => resolve(path)).flatMap((path) => [path, realPath(path)]);
  const roots = new Set(targets());
  const stores = [storeDirectory, realPath(storeDirectory)];
  const isNoise = (path: string) => {
    const absolute = resolve(path);
    if (roots.has(absolute)) return false;
    if (stores.some((store) => isWithin(absolute, store))) return true;
    const name = basename(absolute);
    return isNeverRead(name) && !telling.has(name);
  };
  const watcher = new FSWatcher({ ignored: isNoise, ignoreInitial: true, followSymlinks: false });
  const unrest = new Unrest(quietMs);
  const unwatched = new Set<string>();
  /** Where something has come or gone, or stands in the place of something else. */
  const renamed = new Set<string>();
  const ready = Promise.withResolvers<void>();
  watcher
    .on('all', () => unrest.note())
    .on('raw', (event, name, details) => {
      if (event !== 'rename' || name === null) return;
      const { watchedPath } = details as { readonly watchedPath: string };
      // Of a file that was given the name is its own.
      const isGiven = roots.has(watchedPath) && basename(watchedPath) === name;
      const path = isGiven ? watchedPath : join(watchedPath, name);
      if (isNoise(path)) return;
      renamed.add(path);
      unrest.note();
    })
    .on('error', (error) => {
      const { code = '', path } = error as NodeJS.ErrnoException;
      // Any other folder that cannot be watched is told by the next ingest, which cannot read it either.
      if (outOfWatches.has(code)) unwatched.add(path ?? '');
      unrest.note();
    })
    .on('ready', () => ready.resolve());
  const stop = () => {
    ready.resolve();
    unrest.end();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  watcher.add([...roots]);
  await ready.promise;
  return {
    async next(atLatestMs) {
      await unrest.settled(atLatestMs);
      const added = targets().filter((target) => !roots.has(target));
      for (const target of added) roots.add(target);
      // A folder that took the place of a file would not be looked into.
      for (const path of renamed) {
        if (!(await isFolder(path))) continue;
        if (roots.has(path)) watcher.unwatch(path);
        added.push(path);
      }
      renamed.clear();
      if (added.length > 0 && !signal?.aborted) watcher.add(added);
    },
    warnings() {
      const [first] = unwatched;
      if (first === undefined) return [];
      return [
        `Folders not watched: ${unwatched.size}, including ${first}. The system allows no more watches: raise its ` +
          'limit (fs.inotify.max_user_watches on Linux), or check for changes at intervals with ' +
          'CHOKIDAR_USEPOLLING=1',
      ];
    },
    async close() {
      signal?.removeEventListener('abort', stop);
      unrest.end();
      await watcher.close();
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}

/** Turns a burst of changes into one. */
class Unrest {
  readonly #quietMs: number;
  #settled = Promise.withResolvers<void>();
  #sinceMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(quietMs: number) {
    this.#quietMs = quietMs;
  }

  note(): void {
    if (this.#isEnded) return;
    const nowMs = performance.now();
    this.#sinceMs ??= nowMs;
    clearTimeout(this.#timer);
    const waitMs = Math.min(this.#quietMs, this.#sinceMs + longestUnrestMs - nowMs);
    this.#timer = setTimeout(() => this.#settle(), Math.max(0, waitMs));
  }

  /** Taken once: the next caller waits for what changes after. */
  async settled(atLatestMs?: number): Promise<void> {
    const timer = atLatestMs === undefined ? undefined : setTimeout(() => this.#settle(), atLatestMs);
    await this.#settled.promise;
    clearTimeout(timer);
    if (!this.#isEnded) this.#settled = Promise.withResolvers();
  }

  end(): void {
    this.#isEnded = true;
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#sinceMs = undefined;
    this.#settled.resolve();
  }
}
