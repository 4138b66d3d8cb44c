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
