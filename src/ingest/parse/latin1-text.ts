/** Bytes `[start, end)` as text, one character for each (ISO 8859-1): enough to look for what is written in ASCII. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}
