/**
 * Whether a text has only characters of ASCII, most texts' and words' case: in UTF-8 all others take more bytes than
 * code units.
 */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
