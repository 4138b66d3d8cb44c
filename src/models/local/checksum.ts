import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { FootnoteError } from '../../errors.ts';
import { modelMissing } from './model-missing.ts';

const pieceBytes = 2 ** 20;

/** SHA-256 of a file, hexadecimal, read piece by piece. Errors: `model_missing` where it cannot be read. */
export async function fileChecksum(file: string): Promise<string> {
  try {
    return await checksum(await open(file));
  } catch (cause) {
    throw modelMissing(file, cause);
  }
}

async function checksum(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for all pieces: a stream's are collected so late that each thread would keep the weights' size.
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** Throws `model_altered` where a file's SHA-256 is not the published one. Nothing published, nothing to check. */
export function compareChecksum(file: string, actual: string, expected: string | undefined): void {
  if (expected !== undefined && actual !== expected) {
    throw new FootnoteError('model_altered', { file, actual, expected });
  }
}
