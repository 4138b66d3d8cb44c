import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, unwritable } from '../files/output-files.ts';
import type { Config } from '../settings/config.ts';
import { requireText } from '../values/require-arguments.ts';

/** Settings of the embedder that change how fast it is, or who pays, but not its vectors. */
const passingEmbedderSettings: ReadonlySet<string> = new Set([
  'threads',
  'modelsDirectory',
  'cacheMaxBytes',
  'apiKey',
  'batchSize',
  'concurrency',
  'pauseMs',
  'timeoutMs',
]);

/** Name of the collection that holds a set under the settings that its index depends on. */
export function indexName({ chunker, embedder, engine }: Config): string {
  const kept = Object.entries(embedder).filter(([name]) => !passingEmbedderSettings.has(name));
  const { kind, url, database, name } = engine;
  const place = kind === 'embedded' ? [] : [[kind, url, database, name]];
  return `index-${shortHash([chunker, kept, ...place])}`;
}

/** Settings for a store elsewhere: models that were added stay where they are, by default in the store's folder. */
export function withOwnModels(settings: Config): Config {
  const modelsDirectory = settings.embedder.modelsDirectory || join(settings.store, 'models');
  return { ...settings, embedder: { ...settings.embedder, modelsDirectory } };
}

/** Where ingested sets are kept between runs. */
export interface EvaluationCache {
  /** Folder for what is named so; it may not exist yet. Errors: `path_unwritable` where the cache cannot be. */
  folder(name: string): string;
  /** Removes what is not to be kept. */
  close(): Promise<void>;
}

/**
 * A cache that stays, in `directory` or the user's own cache folder. It may be deleted at any time. Errors:
 * `request_invalid`.
 */
export function keptCache(directory = join(userCacheFolder(), 'footnote', 'evaluation')): EvaluationCache {
  requireText('directory', directory);
  return { folder: (name) => join(usable(directory), safeName(name)), close: async () => {} };
}

/** A cache that goes when it is closed. Errors: `path_unwritable` where no temporary folder can be made. */
export async function passingCache(): Promise<EvaluationCache> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-evaluation-')).catch((error: unknown) => {
    throw unwritable(tmpdir(), error, 'Set TMPDIR to a folder that this user can write to');
  });
  return {
    folder: (name) => join(directory, safeName(name)),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

function usable(directory: string): string {
  try {
    makeFolder(directory);
    accessSync(directory, constants.W_OK);
    return directory;
  } catch (error) {
    throw unwritable(directory, error, 'Choose another folder with --cache, or keep nothing with --no-cache');
  }
}

/** Stands for plain data: 12 hexadecimal digits of its SHA-256. */
export function shortHash(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12);
}

function safeName(name: string): string {
  return name.replace(/[^a-zA-Z0-9._-]+/g, '-');
}

/** The platform's folder for what can be made again. Source: XDG Base Directory Specification, version 0.8. */
function userCacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME) return XDG_CACHE_HOME;
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}
