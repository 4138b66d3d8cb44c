import { basename } from 'node:path';
import type { SourceFile } from '../contracts/parser.ts';
import { conversionByEnding } from './convertible-formats.ts';
import { fileEnding } from './file-ending.ts';
import { latin1Text } from './latin1-text.ts';
import { looksLikeText } from './read-text.ts';

/** So many first bytes show whether a file is text. */
export const textSampleBytes = 4096;

/** Scripts are programs, what lies between such lines are keys, and pages of the manual are all requests to troff. */
const notForReaders = /^(?:#!|-----BEGIN |[.']\\"|\.(?:T[Hh]|Dd|so) )/;

const utf16Mark = /^(?:\xff\xfe|\xfe\xff)/;

/** Texts beside what they are about; what follows the dot says whose or which they are: `README.Debian`. */
const textNames = [
  /^(?:read[-_]?me|change[-_]?log|licen[cs]e|copyright)(?![a-z])/i,
  /^(?:AUTHORS|BUGS|CHANGES|CONTRIBUTORS|COPYING|CREDITS|FAQ|HACKING|HISTORY|INSTALL|NEWS|NOTICE|THANKS|TODO)(?![A-Za-z])/,
];

/**
 * Whether a name that no parser takes leaves it to the bytes what the file is: one without an ending that is not
 * hidden, or that of a text whatever its ending: `LICENSE-MIT`, `Apache-2.0`, `NEWS.Debian`.
 */
export function mayBeText(path: string): boolean {
  const name = basename(path);
  const ending = fileEnding(path);
  if (ending === '') return !name.startsWith('.');
  return conversionByEnding(ending) === undefined && textNames.some((one) => one.test(name));
}

/**
 * Whether a file is text for readers under a name that does not say so: neither blank nor a script nor a key, and
 * without any NUL. The first {@link textSampleBytes} bytes are looked at, and may be all that is handed in.
 */
export function isTextWithoutEnding({ path, bytes }: SourceFile): boolean {
  return mayBeText(path) && isTextForReaders({ path, bytes });
}

/** The same, whatever the name says. */
export function isTextForReaders({ path, bytes }: SourceFile): boolean {
  const sample = bytes.subarray(0, textSampleBytes);
  const start = latin1Text(sample, 0, 16);
  if (notForReaders.test(start) || !sample.some((byte) => byte > 0x20)) return false;
  return utf16Mark.test(start) || (!sample.includes(0) && looksLikeText({ path, bytes: sample }));
}
