import type { Block, ParseOptions, Parser, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { binaryContent } from '../../text/decode/binary-content.ts';
import { decodeCleanText, utf16Encoding } from '../../text/decode/decode-text.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { DocumentBuilder, type DocumentFacts } from './document-builder.ts';

/** A file of text that is to be written as a document. */
export interface TextFile extends SourceFile {
  /** Cleaned. */
  readonly text: string;
  /** WHATWG name. */
  readonly encoding: string;
  readonly signal: AbortSignal | undefined;
  readonly options: ParseOptions;
}

/** A format that is text, and of which a document is put together anew. */
interface TextFormat extends Omit<Parser, 'parse' | 'recognise'>, Partial<Pick<Parser, 'recognise'>> {
  /** Whether what is written is of the text as it is, which is cleaned already. Default: it is not. */
  readonly isCleaned?: boolean;
  /** Writes the blocks of a file, and returns what else is known of it. Errors: those of `Parser`. */
  write(this: void, builder: DocumentBuilder, file: TextFile): DocumentFacts | Promise<DocumentFacts>;
}

/** The parser of such a format. Without `recognise` the name tells its files from other texts. */
export function textFormat({ write, isCleaned, ...format }: TextFormat): Parser {
  return {
    recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
    ...format,
    async parse(file, options = {}) {
      const { signal } = options;
      throwIfAborted(signal);
      const { warnings, ...read } = readText(file);
      const builder = new DocumentBuilder({ isCleaned });
      const facts = await write(builder, { ...file, signal, options, ...read });
      return builder.finish(file.path, { ...facts, warnings: [...warnings, ...(facts.warnings ?? [])] });
    },
  };
}

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

type Parse = (file: SourceFile, options: ParseOptions) => ReturnType<Parser['parse']>;

/**
 * The `parse` of a parser whose code is large and loaded with the first file that it reads: many a process only asks
 * which files are its. What was loaded is kept, since asking `import` again takes as long as reading a short part.
 */
export function lateParse(load: () => Promise<Parse>): Parser['parse'] {
  let loaded: Promise<Parse> | undefined;
  return async (file, options = {}) => {
    loaded ??= load();
    return (await loaded)(file, options);
  };
}

const formFeed = 0x0c;

/** The paragraphs of `[start, end)` of a text: runs of lines between blank lines and form feeds. Linear. */
export function plainParagraphs(text: string, start = 0, end = text.length): Block[] {
  const paragraphs: Block[] = [];
  let paragraphStart = -1;
  let paragraphEnd = -1;
  const close = () => {
    if (paragraphStart !== -1)
      paragraphs.push({ kind: 'paragraph', start: paragraphStart, end: paragraphEnd });
    paragraphStart = -1;
  };
  for (let line = start; line < end; ) {
    const newline = text.indexOf('\n', line);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    let first = line;
    while (first < lineEnd && text.charCodeAt(first) === formFeed) first += 1;
    const last = endOfWords(text, first, lineEnd);
    const isBlank = last === first;
    if (isBlank || first > line) close();
    if (!isBlank) {
      if (paragraphStart === -1) paragraphStart = first;
      paragraphEnd = last;
    }
    line = lineEnd + 1;
  }
  close();
  return paragraphs;
}

/** Where white space begins that goes on to the end of the span; most lines of a text have none. */
function endOfWords(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  const isWord = end > start && last > 0x20 && last < 0x7f;
  return isWord ? end : start + text.slice(start, end).trimEnd().length;
}

/** `de` of `de-AT`; undefined where it is no language tag (BCP 47). */
export function primarySubtag(tag: string | null | undefined): string | undefined {
  return /^\s*([a-z]{2,3})(?=$|[-_\s])/i.exec(tag ?? '')?.[1]?.toLowerCase();
}

/** The 1-based line of a text that a place in it is on. */
export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

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
