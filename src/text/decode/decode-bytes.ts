import { isAscii } from 'node:buffer';
import { withWindows1252 } from './windows-1252.ts';

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
