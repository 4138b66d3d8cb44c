import { posix } from 'node:path';
import type { QueuedDocument } from '../contracts/document.ts';
import type { Job } from '../contracts/job.ts';
import { shellWord } from './shell-word.ts';

/**
 * The command that takes documents again: the ingest that they came with, so that whatever depends on the folder that
 * was given stays as it is. What has not changed in it is skipped. A document that no job is known of is named itself.
 * @param jobs of the collection, the latest first
 */
export function reingestCommand(documents: readonly QueuedDocument[], jobs: readonly Job[]): string {
  const ingests = jobs.filter(({ kind }) => kind === 'ingest');
  const given = documents.map(
    ({ path }) => ingests.flatMap(({ paths }) => paths).find((root) => isBelow(root, path)) ?? path,
  );
  return ['footnote ingest', ...[...new Set(given)].map(shellWord)].join(' ');
}

/** Whether a path, as documents have it, came with one that was given. */
function isBelow(given: string, path: string): boolean {
  const root = posix.join(given.replaceAll('\\', '/'), '.').replace(/\/$/, '');
  if (root === '.') return !path.startsWith('/') && !path.startsWith('../');
  return path === root || path.startsWith(`${root}/`);
}
