/** Bytes `[start, end)` as text, one character for each (ISO 8859-1): enough to look for what is written in ASCII. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}

/** The first bytes of a file so, without the byte order mark and the white space that it may begin with. */
export function headText(bytes: Uint8Array, length: number): string {
  return latin1Text(bytes, 0, length).replace(/^(?:\xef\xbb\xbf)?\s*/, '');
}

/** {@link headText} and as many of its last bytes, where programs write what they know only in the end. */
export function edgeText(bytes: Uint8Array, length: number): string {
  return headText(bytes, length) + latin1Text(bytes, Math.max(0, bytes.length - length), bytes.length);
}
