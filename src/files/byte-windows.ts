import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ErasedWindow } from '../contracts/erasure-receipt.ts';

/** Long enough that a stretch of prose stands nowhere else by chance, short enough to lie on one page of a database. */
export const windowBytes = 32;

/** Fewer different bytes than that are a line of dashes or blanks, which stands anywhere. */
const fewestDistinct = 10;

/** Of the rolling hash of Rabin and Karp, modulo 2³². */
const base = 0x01000193;
const leavingFactor = Array.from({ length: windowBytes - 1 }).reduce<number>(
  (factor) => Math.imul(factor, base),
  1,
);

/** Read at a time. */
const blockBytes = 2 ** 20;

/** At most so many windows of a text in UTF-8, spread over it evenly. */
export function windowsOf(text: string, most: number): readonly ErasedWindow[] {
  const bytes = Buffer.from(text);
  const windows = new Map<string, ErasedWindow>();
  const last = bytes.length - windowBytes;
  const step = Math.max(1, Math.floor(last / most));
  for (let at = 0; at <= last && windows.size < most; at += step) {
    const window = bytes.subarray(at, at + windowBytes);
    if (new Set(window).size < fewestDistinct) continue;
    const sha256 = sha256Of(window);
    windows.set(sha256, { hash: rollingHash(window), sha256 });
  }
  return [...windows.values()];
}

/** A window that stands in a file. */
export interface FoundWindow {
  readonly window: ErasedWindow;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Looks through a whole file for windows. Returns the first place of each that stands in it, and the file's length. */
export async function findWindows(
  file: string,
  windows: readonly ErasedWindow[],
): Promise<{ readonly found: readonly FoundWindow[]; readonly length: number }> {
  const byHash = Map.groupBy(windows, ({ hash }) => hash >>> 0);
  // A glance at 16 bits of the hash spares nearly all places a look into the map.
  const isLikely = new Uint8Array(2 ** 16);
  for (const hash of byHash.keys()) isLikely[hash & 0xffff] = 1;
  const found = new Map<string, FoundWindow>();
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(windowBytes + blockBytes);
    let [held, start] = [0, 0];
    for (;;) {
      const read = readSync(handle, buffer, held, blockBytes, null);
      if (read === 0) return { found: [...found.values()], length: start + held };
      const end = held + read;
      let hash = 0;
      for (let at = 0; at < end; at++) {
        if (at >= windowBytes) hash = hash - Math.imul(buffer[at - windowBytes] as number, leavingFactor);
        hash = (Math.imul(hash, base) + (buffer[at] as number)) | 0;
        if (isLikely[hash & 0xffff] === 0 || at < windowBytes - 1) continue;
        const from = at - windowBytes + 1;
        const bytes = buffer.subarray(from, at + 1);
        for (const window of byHash.get(hash >>> 0) ?? [])
          if (!found.has(window.sha256) && sha256Of(bytes) === window.sha256)
            found.set(window.sha256, { window, offset: start + from, bytes: Uint8Array.from(bytes) });
      }
      const kept = Math.min(end, windowBytes - 1);
      buffer.copyWithin(0, end - kept, end);
      start += end - kept;
      held = kept;
      await setImmediate();
    }
  } finally {
    closeSync(handle);
  }
}

function rollingHash(window: Uint8Array): number {
  return window.reduce((hash, byte) => (Math.imul(hash, base) + byte) | 0, 0) >>> 0;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
