import type { IngestProgress } from '../contracts/job.ts';

/** An ingest that has read 12 of 40 files. */
export const halfway: IngestProgress = {
  stage: 'embed',
  filesDone: 12,
  filesTotal: 40,
  chunksDone: 1200,
  chunksTotal: 1500,
  billedTokens: 0,
  elapsedMs: 3000,
  remainingMs: 9000,
  path: 'notes/algebra.md',
  within: null,
  waitsFor: null,
};
