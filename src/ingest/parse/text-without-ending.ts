import { basename, extname } from 'node:path';
import type { SourceFile } from '../../contracts/parser.ts';
import { latin1Text } from './latin1-text.ts';
import { looksLikeText } from './read-text.ts';

/** So many first bytes show whether a file is text. */
export const textSampleBytes = 4096;

/** Scripts are programs, and what lies between such lines are keys. */
const notForReaders = /^(?:#!|-----BEGIN )/;

const utf16Mark = /^(?:\xff\xfe|\xfe\xff)/;

/** Whether a name has no ending and is not hidden: `README`, `LICENSE-MIT`. */
export function hasNoEnding(path: string): boolean {
  return extname(path) === '' && !basename(path).startsWith('.');
}

/**
 * Whether a file is text for readers under a name without an ending: neither blank nor a script nor a key, and without
 * any NUL, since no name says that it is text. The first {@link textSampleBytes} bytes are looked at, and may be all
 * that is handed in.
 */
export function isTextWithoutEnding({ path, bytes }: SourceFile): boolean {
  if (!hasNoEnding(path)) return false;
  const sample = bytes.subarray(0, textSampleBytes);
  const start = latin1Text(sample, 0, 16);
  if (notForReaders.test(start) || !sample.some((byte) => byte > 0x20)) return false;
  return utf16Mark.test(start) || (!sample.includes(0) && looksLikeText({ path, bytes: sample }));
}
