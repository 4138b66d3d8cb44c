import type { IngestProgress } from '../contracts/job.ts';
import type { ParseProgress } from '../contracts/parser.ts';

/** Sent again this often while nothing happens, so that a clock on a screen keeps moving. */
const beatMs = 1000;

/** Of an ingest that waits for a job before it begins. */
export function waitingProgress(waitsFor: string, elapsedMs: number): IngestProgress {
  const nothing = { filesDone: 0, filesTotal: 0, chunksDone: 0, chunksTotal: 0, billedTokens: 0 };
  return { stage: 'wait', ...nothing, elapsedMs, remainingMs: null, path: null, within: null, waitsFor };
}

/** Counts what an ingest has done and tells a listener. */
export type ProgressMeter = ReturnType<typeof startProgress>;

/**
 * Starts the clock. The remaining time goes by the chunks, nearly all the work, since the first ones: what came before
 * them is the start of a model. Those of files that are still to be parsed are taken to be as many a file as of those
 * that were.
 */
export function startProgress(
  billedTokens: () => number,
  onProgress: ((progress: IngestProgress) => void) | undefined,
) {
  const startedMs = performance.now();
  let stage: IngestProgress['stage'] = 'find';
  let path: string | null = null;
  let within: ParseProgress | null = null;
  let [filesRead, filesToRead, filesUnchanged] = [0, 0, 0];
  let [chunksDone, chunksFound, chunksLeftOver] = [0, 0, 0];
  let firstEmbedded: { readonly atMs: number; readonly chunks: number } | undefined;

  /** Chunks in the end; undefined while nothing says how many the files have. */
  const expectedChunks = () => {
    if (filesToRead === 0) return chunksLeftOver;
    return filesRead === 0 ? undefined : chunksLeftOver + (chunksFound * filesToRead) / filesRead;
  };

  const remainingMs = (nowMs: number) => {
    const expected = expectedChunks();
    if (!firstEmbedded || expected === undefined) return null;
    if (chunksDone >= expected) return 0;
    const chunks = chunksDone - firstEmbedded.chunks;
    return chunks > 0 ? ((nowMs - firstEmbedded.atMs) * (expected - chunksDone)) / chunks : null;
  };

  const send = () => {
    const nowMs = performance.now();
    onProgress?.({
      stage,
      filesDone: filesUnchanged + filesRead,
      filesTotal: filesUnchanged + filesToRead,
      chunksDone,
      chunksTotal: chunksLeftOver + chunksFound,
      billedTokens: billedTokens(),
      elapsedMs: nowMs - startedMs,
      remainingMs: remainingMs(nowMs),
      path,
      within,
      waitsFor: null,
    });
  };
  const beat = setInterval(send, beatMs).unref();

  return {
    /**
     * All files there are, `unchanged` ones among them: they count as done, and say nothing of how long the others
     * take.
     */
    filesFound(files: number, unchanged: number): void {
      filesUnchanged = unchanged;
      filesToRead = files - unchanged;
      stage = 'embed';
      send();
    },
    startFile(file: string): void {
      path = file;
      within = null;
    },
    /** A long file is so far. */
    parsing(file: string, progress: ParseProgress): void {
      path = file;
      within = progress;
      send();
    },
    /** Files whose text takes no more work: failed, or written. */
    filesDone(files: number): void {
      filesRead += files;
      send();
    },
    chunksFound(chunks: number): void {
      chunksFound += chunks;
    },
    /** Chunks that an earlier run wrote and did not embed. */
    chunksLeftOver(chunks: number): void {
      chunksLeftOver = chunks;
    },
    /** Chunks that need no more work of the model. */
    chunksEmbedded(this: void, chunks: number): void {
      chunksDone += chunks;
      firstEmbedded ??= { atMs: performance.now(), chunks };
      send();
    },
    /** Sends the last message and stops the clock. */
    end(): void {
      clearInterval(beat);
      stage = 'done';
      path = null;
      within = null;
      send();
    },
  };
}
