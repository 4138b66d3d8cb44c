import type {
  Container,
  ContainerLimits,
  ContainerMember,
  ParsedDocument,
  ParseOptions,
  Parser,
  SourceFile,
} from '../contracts/parser.ts';
import { missedExtensions } from './file-kinds.ts';
import { ownParser } from './own-parser.ts';
import {
  containerExtensions,
  containerFor,
  isCurrentStamp,
  parserFor,
  parserStamp,
  supportedExtensions,
  takenBy,
} from './parsers.ts';
import { ParserPool } from './process/parser-pool.ts';

export interface KnownParsersOptions {
  /** Files parsed at the same time, each in its own process. */
  readonly processes: number;
  /** For one file, in whatever process. */
  readonly timeoutMs: number;
  /** Of a process that parses, in MiB. */
  readonly maxMemoryMb: number;
  /** Of the caller's own, asked in this order before those that come with the package. */
  readonly own?: readonly Parser[];
}

/**
 * The parsers that there are for an ingest: those of the caller's own, which are functions and run in this process, and
 * those that come with the package, which run in processes of their own.
 */
export class KnownParsers {
  /** File name endings that a parser takes, lower case with their dot. */
  readonly extensions: ReadonlySet<string>;
  /** Those and the endings of files that hold files, or whose absence would be missed. */
  readonly foundExtensions: ReadonlySet<string>;
  readonly #own: readonly Parser[];
  readonly #pool: ParserPool;

  constructor({ own = [], ...limits }: KnownParsersOptions) {
    this.#own = own.map((parser) => ownParser(parser, limits.timeoutMs));
    this.#pool = new ParserPool(limits);
    this.extensions = new Set([...supportedExtensions, ...own.flatMap((parser) => parser.extensions)]);
    this.foundExtensions = new Set([...this.extensions, ...containerExtensions, ...missedExtensions]);
  }

  /** See {@link parserFor}; a parser of the caller's own fails with `parser_stopped` where it cannot tell. */
  parserFor(file: SourceFile, options: { readonly isNamed?: boolean } = {}): Parser {
    return parserFor(file, { ...options, own: this.#own });
  }

  /**
   * The container that a file is; undefined where it is none, or a parser of the caller's own takes it whole, as one
   * for a format that is a ZIP archive inside. Messages are documents and have their attachments beside them still.
   */
  containerFor(file: SourceFile): Container | undefined {
    const container = containerFor(file);
    const isOwn = container && !container.isDocument && takenBy(this.#own, file) !== undefined;
    return isOwn ? undefined : container;
  }

  /** What a document is made with, by name and version. */
  stampOf(parser: Parser): string {
    // The package may have a parser of the same name.
    return this.#own.includes(parser) ? `own ${parserStamp(parser)}` : parserStamp(parser);
  }

  /**
   * Whether a document with this stamp would come out the same today. Of a file whose ending a parser of the caller's
   * own takes that is known of what that parser made; of others, once they are read.
   */
  isCurrent(stamp: string, path: string): boolean {
    const name = path.toLowerCase();
    const named = this.#own.filter(({ extensions }) => extensions.some((ending) => name.endsWith(ending)));
    const own = named.length > 0 ? named : this.#own;
    if (own.some((parser) => this.stampOf(parser) === stamp)) return true;
    return named.length === 0 && isCurrentStamp(stamp);
  }

  /** Parses a file. Errors: those of `ParserPool.run` and of {@link ownParser}. */
  async run(parser: Parser, file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
    return this.#own.includes(parser) ? parser.parse(file, options) : this.#pool.run(parser, file, options);
  }

  /** See `ParserPool.unpack`. */
  unpack(
    container: Container,
    file: SourceFile,
    limits: ContainerLimits,
    options: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<ContainerMember> {
    return this.#pool.unpack(container, file, limits, options);
  }

  /** Ends the processes that parse. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}
