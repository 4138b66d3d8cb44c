import { isUtf8 } from 'node:buffer';
import { cleanText } from './clean-text.ts';
import { cleanUtf8 } from './clean-utf8.ts';
import { type DecodedText, decodeText, isIso2022Jp, utf16Encoding } from './decode-text.ts';

/** The text of a file as {@link decodeText} finds it, cleaned. */
export function decodeCleanText(bytes: Uint8Array): DecodedText {
  if (isUtf8(bytes) && !utf16Encoding(bytes) && !isIso2022Jp(bytes))
    return { text: cleanUtf8(bytes), encoding: 'utf-8', warnings: [] };
  const decoded = decodeText(bytes);
  return { ...decoded, text: cleanText(decoded.text) };
}
