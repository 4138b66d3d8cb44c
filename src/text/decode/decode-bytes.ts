import { isAscii } from 'node:buffer';

/** What the bytes 0x80 to 0x9f are in windows-1252 (https://encoding.spec.whatwg.org/index-windows-1252.txt). */
const characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * A text in which controls of U+0080 to U+009F stand as the characters that windows-1252 has in their place. No text
 * means these controls: they come of windows-1252 that was taken for Latin-1, by whoever wrote the file or by
 * `TextDecoder`, which does so in Node 22.
 */
export function withWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => characters.charAt(control.charCodeAt(0) - 0x80));
}

/**
 * Bytes as text, as a `TextDecoder` of this label decodes them. With `fatal`, bytes that the encoding has no character
 * for are refused.
 * Errors: `RangeError` for a label that is none; `TypeError` for what is refused.
 */
export function decodeBytes(
  bytes: Uint8Array,
  label: string,
  options: { readonly fatal?: boolean } = {},
): string {
  const decoder = new TextDecoder(label, options);
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? withWindows1252(text) : text;
}

/** To make one takes as long as to decode thousands of characters. */
const utf8 = new TextDecoder();

/** Valid UTF-8 as text. Most files are ASCII, which is copied as it stands several times faster than it is decoded. */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return utf8.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
