import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { FootnoteError } from '../errors.ts';

/** SHA-256 of a file, hexadecimal, read piece by piece. Errors: `model_missing` where it cannot be read. */
export async function fileChecksum(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 }))
      hash.update(piece as Buffer);
  } catch (cause) {
    throw modelMissing(file, cause);
  }
  return hash.digest('hex');
}

/** Throws `model_altered` where a file's SHA-256 is not the published one. Nothing published, nothing to check. */
export function compareChecksum(file: string, actual: string, expected: string | undefined): void {
  if (expected !== undefined && actual !== expected) {
    throw new FootnoteError('model_altered', { file, actual, expected });
  }
}

/** The `model_missing` error for a file of a model folder that could not be opened or understood. */
export function modelMissing(file: string, cause: unknown): FootnoteError<'model_missing'> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FootnoteError('model_missing', { file, reason }, { cause });
}
