import { latin1Text } from '../latin1-text.ts';

/** A part whose lines flow on where they end with a space (RFC 3676). */
const flowed = /^content-type:(?:[^\r\n]|\r?\n[ \t]){0,2000}?\bformat\s*=\s*"?flowed/im;

/**
 * A message whose quoted lines flow on into none: the library joins flowed lines whatever stands before them, which
 * leaves the marks of a quotation in the middle of its sentences, and joins it to the words above it.
 */
export function withHardQuotes(bytes: Uint8Array): Uint8Array {
  const raw = latin1Text(bytes, 0, bytes.length);
  if (!raw.includes('\n>') || !flowed.test(raw)) return bytes;
  const lines = raw.split('\n');
  const hard = lines.map((line, index) =>
    line.startsWith('>') || lines[index + 1]?.startsWith('>') ? withoutSoftBreak(line) : line,
  );
  return Buffer.from(hard.join('\n'), 'latin1');
}

/** Without the spaces at the end of a line, as they are or as quoted-printable writes them. */
function withoutSoftBreak(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  let words = line.trimEnd();
  while (words.endsWith('=20')) words = words.slice(0, -3).trimEnd();
  return words + end;
}
