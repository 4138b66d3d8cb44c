import type { IngestProgress } from '../contracts/ingest-report.ts';
import type { ParseProgress } from '../contracts/parser.ts';

/** Sent again this often while nothing happens, so that a clock on a screen keeps moving. */
const beatMs = 1000;

/** Counts what an ingest has done and tells a listener. */
export interface ProgressMeter {
  filesFound(files: number): void;
  startFile(path: string): void;
  /** A long file is so far. */
  parsing(path: string, within: ParseProgress): void;
  /** Files whose text takes no more work: unchanged, failed, or written. */
  filesDone(files: number): void;
  chunksFound(chunks: number): void;
  /** Chunks whose vectors are written. */
  chunksEmbedded(chunks: number): void;
  /** Sends the last message and stops the clock. */
  end(): void;
}

/**
 * Starts the clock. The remaining time is the elapsed one over the share that is done: of chunks, nearly all the
 * work; those of files that are still to be parsed are taken to be as many a file as those seen.
 */
export function startProgress(
  billedTokens: () => number,
  onProgress: ((progress: IngestProgress) => void) | undefined,
): ProgressMeter {
  const startedMs = performance.now();
  let stage: IngestProgress['stage'] = 'find';
  let path: string | null = null;
  let within: ParseProgress | null = null;
  let [filesDone, filesTotal, chunksDone, chunksTotal] = [0, 0, 0, 0];

  const send = () => {
    const elapsedMs = performance.now() - startedMs;
    const expected = filesDone > 0 ? (chunksTotal * filesTotal) / filesDone : 0;
    const remainingMs =
      chunksDone > 0 && expected > 0 ? (elapsedMs * Math.max(0, expected - chunksDone)) / chunksDone : null;
    const counts = { filesDone, filesTotal, chunksDone, chunksTotal, billedTokens: billedTokens() };
    onProgress?.({ stage, ...counts, elapsedMs, remainingMs, path, within });
  };
  const beat = setInterval(send, beatMs).unref();

  return {
    filesFound(files) {
      filesTotal = files;
      stage = 'embed';
      send();
    },
    startFile(file) {
      path = file;
      within = null;
    },
    parsing(file, progress) {
      path = file;
      within = progress;
      send();
    },
    filesDone(files) {
      filesDone += files;
      send();
    },
    chunksFound(chunks) {
      chunksTotal += chunks;
    },
    chunksEmbedded(chunks) {
      chunksDone += chunks;
      send();
    },
    end() {
      clearInterval(beat);
      stage = 'done';
      path = null;
      within = null;
      send();
    },
  };
}
