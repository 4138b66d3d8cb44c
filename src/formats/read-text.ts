import type { SourceFile } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';
import { binaryContent } from '../text/decode/binary-content.ts';
import { decodeCleanText, utf16Encoding } from '../text/decode/decode-text.ts';
import { detectLanguage } from '../text/language/detect-language.ts';

/** Why bytes cannot be text, as far as they were asked: every format that is text asks the same of the same bytes. */
const reasons = new WeakMap<Uint8Array, string | undefined>();

/** Whether the bytes can be text at all. */
export function looksLikeText({ bytes }: SourceFile): boolean {
  return reasonAgainstText(bytes) === undefined;
}

function reasonAgainstText(bytes: Uint8Array): string | undefined {
  if (reasons.has(bytes)) return reasons.get(bytes);
  const reason = utf16Encoding(bytes) ? undefined : binaryContent(bytes);
  reasons.set(bytes, reason);
  return reason;
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
  const reason = reasonAgainstText(file.bytes);
  if (reason) throw new FootnoteError('file_binary', { path: file.path, reason });
  const decoded = decodeCleanText(file.bytes);
  if (!/\S/.test(decoded.text)) throw new FootnoteError('file_empty', { path: file.path, isBlank: true });
  return decoded;
}

/** Encodings that only Japanese is written in, where Han letters alone would be taken for Chinese. */
const japaneseEncodings = new Set(['shift_jis', 'euc-jp', 'iso-2022-jp']);

/** The language of a text as its letters tell, and its encoding where they do not. */
export function languageOf(text: string, encoding: string): string {
  const language = detectLanguage(text);
  return language === 'zh' && japaneseEncodings.has(encoding) ? 'ja' : language;
}
