import { resolve } from 'node:path';
import type { QueuedDocument } from '../contracts/document.ts';
import type { Job } from '../contracts/job.ts';
import { isWithin } from '../files/path-error.ts';
import { shellWord } from './shell-word.ts';

/**
 * The command that takes documents again: the ingest that they came with, so that whatever depends on the folder that
 * was given stays as it is. What has not changed in it is skipped. A document that no job is known of is named itself.
 * @param jobs of the collection, the latest first
 */
export function reingestCommand(documents: readonly QueuedDocument[], jobs: readonly Job[]): string {
  const ingests = jobs.filter(({ kind }) => kind === 'ingest');
  const given = documents.map(
    ({ path }) =>
      ingests.flatMap(({ paths }) => paths).find((root) => isWithin(resolve(path), resolve(root))) ?? path,
  );
  return ['footnote ingest', ...[...new Set(given)].map(shellWord)].join(' ');
}
