import type { SourceFile } from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { binaryContent } from '../../text/binary-content.ts';
import { cleanText } from '../../text/clean-text.ts';
import { decodeText, utf16Encoding } from '../../text/decode-text.ts';
import { detectLanguage } from '../../text/detect-language.ts';

/** What was found out about a file: every format that is text asks the same of the same bytes. */
const looked = new WeakMap<Uint8Array, boolean>();

/** Whether the bytes can be text at all. */
export function looksLikeText({ bytes }: SourceFile): boolean {
  const known = looked.get(bytes);
  if (known !== undefined) return known;
  const isText = utf16Encoding(bytes) !== undefined || !binaryContent(bytes);
  looked.set(bytes, isText);
  return isText;
}

/**
 * The cleaned text of a file that should be text. Errors: `file_binary` with what it is instead; `file_empty`
 * where there is nothing but white space.
 */
export function readText(file: SourceFile): {
  text: string;
  /** WHATWG name. */
  encoding: string;
  warnings: readonly string[];
} {
  const decoded = decodeText(file.bytes);
  const reason = decoded.encoding.startsWith('utf-16') ? undefined : binaryContent(file.bytes);
  if (reason) throw new FootnoteError('file_binary', { path: file.path, reason });
  const text = cleanText(decoded.text);
  if (!/\S/.test(text)) throw new FootnoteError('file_empty', { path: file.path });
  return { text, encoding: decoded.encoding, warnings: decoded.warnings };
}

/** Encodings that only Japanese is written in, where Han letters alone would be taken for Chinese. */
const japaneseEncodings = new Set(['shift_jis', 'euc-jp', 'iso-2022-jp']);

/** The language of a text as its letters tell, and its encoding where they do not. */
export function languageOf(text: string, encoding: string): string {
  const language = detectLanguage(text);
  return language === 'zh' && japaneseEncodings.has(encoding) ? 'ja' : language;
}
