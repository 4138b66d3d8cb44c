import type { Parser } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { DocumentBuilder, type DocumentFacts } from './document-builder.ts';
import { looksLikeText, readText } from './read-text.ts';

/** A file of text that is to be written as a document. */
export interface TextFile {
  readonly path: string;
  /** Cleaned. */
  readonly text: string;
  /** WHATWG name. */
  readonly encoding: string;
  readonly signal: AbortSignal | undefined;
}

/** A format that is text, and of which a document is put together anew. */
export interface TextFormat extends Omit<Parser, 'parse' | 'recognise'>, Partial<Pick<Parser, 'recognise'>> {
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
    async parse(file, { signal } = {}) {
      throwIfAborted(signal);
      const { warnings, ...read } = readText(file);
      const builder = new DocumentBuilder({ isCleaned });
      const facts = await write(builder, { path: file.path, signal, ...read });
      return builder.finish(file.path, { ...facts, warnings: [...warnings, ...(facts.warnings ?? [])] });
    },
  };
}
