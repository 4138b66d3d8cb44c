import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ErasedWindow } from '../contracts/conversation.ts';

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

/** A window that was found. */
export interface FoundWindow {
  readonly window: ErasedWindow;
  /** Of its first byte in what was looked through. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Looks for windows in bytes. */
export class WindowSearch {
  readonly #byHash: ReadonlyMap<number, readonly ErasedWindow[]>;
  /** A glance at 16 bits of the hash spares nearly all places a look into the map. */
  readonly #isLikely = new Uint8Array(2 ** 16);

  constructor(windows: readonly ErasedWindow[]) {
    this.#byHash = Map.groupBy(windows, ({ hash }) => hash >>> 0);
    for (const hash of this.#byHash.keys()) this.#isLikely[hash & 0xffff] = 1;
  }

  /** Every place where a window stands. */
  *in(bytes: Uint8Array): Generator<FoundWindow> {
    let hash = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (at >= windowBytes) hash = hash - Math.imul(bytes[at - windowBytes] as number, leavingFactor);
      hash = (Math.imul(hash, base) + (bytes[at] as number)) | 0;
      if (this.#isLikely[hash & 0xffff] === 0 || at < windowBytes - 1) continue;
      const offset = at - windowBytes + 1;
      const found = bytes.subarray(offset, at + 1);
      for (const window of this.#byHash.get(hash >>> 0) ?? [])
        if (sha256Of(found) === window.sha256) yield { window, offset, bytes: Uint8Array.from(found) };
    }
  }
}

/** Looks through a whole file. Returns the first place of each window that stands in it, and the file's length. */
export async function findWindows(
  file: string,
  search: WindowSearch,
): Promise<{ readonly found: readonly FoundWindow[]; readonly length: number }> {
  const found = new Map<string, FoundWindow>();
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(windowBytes + blockBytes);
    let [held, start] = [0, 0];
    for (;;) {
      const read = readSync(handle, buffer, held, blockBytes, null);
      if (read === 0) return { found: [...found.values()], length: start + held };
      const end = held + read;
      for (const one of search.in(buffer.subarray(0, end)))
        if (!found.has(one.window.sha256))
          found.set(one.window.sha256, { ...one, offset: start + one.offset });
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
