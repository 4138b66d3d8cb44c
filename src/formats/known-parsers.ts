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
import { installedReader, type OcrMode } from './ocr/installed-reader.ts';
import { pictureExtensions, pictureParser } from './ocr/picture-parser.ts';
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
  /** Whether text in pictures is recognised, by a reader that is installed beside the package. Default: `off`. */
  readonly ocr?: OcrMode;
  /** How long that may take in one file; the rest of it is left out and told. Default: no limit. */
  readonly ocrTimeoutMs?: number;
}

/** Parsers whose documents may differ by how text in pictures is read. */
const readsPictures = new Set([
  pictureParser.name,
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'html',
  'markdown',
  'mdx',
  'notebook',
  'email',
  'epub',
]);

/** Goes up when the same reader's text, or its order, comes out otherwise: scans are then read again. */
const recognitionVersion = 3;

/**
 * The parsers that there are for an ingest: those of the caller's own, which are functions and run in this process, and
 * those that come with the package, which run in processes of their own.
 */
export class KnownParsers {
  /** File name endings that a parser takes, lower case with their dot. */
  readonly extensions: ReadonlySet<string>;
  /** Those and the endings of files that hold files, or whose absence would be missed. */
  readonly foundExtensions: ReadonlySet<string>;
  /** How text in pictures is read, and by what: part of the stamp of what may have been read so. */
  readonly ocr: string;
  readonly #own: readonly Parser[];
  /** Asked before those that are always there. */
  readonly #first: readonly Parser[];
  readonly #mode: Pick<ParseOptions, 'ocr' | 'ocrTimeoutMs'>;
  readonly #pool: ParserPool;

  constructor({ own = [], ocr = 'off', ocrTimeoutMs, ...limits }: KnownParsersOptions) {
    const reader = ocr === 'off' ? undefined : installedReader();
    this.ocr = reader ? `ocr ${ocr} ${recognitionVersion} ${ocrTimeoutMs ?? 'no'} ms ${reader.name}` : '';
    this.#mode = { ocr, ...(ocrTimeoutMs !== undefined && { ocrTimeoutMs }) };
    this.#own = own.map((parser) => ownParser(parser, limits.timeoutMs));
    this.#first = reader ? [...this.#own, pictureParser] : this.#own;
    this.#pool = new ParserPool(limits);
    this.extensions = new Set([...supportedExtensions, ...own.flatMap((parser) => parser.extensions)]);
    const pictures = reader ? pictureExtensions : [];
    this.foundExtensions = new Set([
      ...this.extensions,
      ...containerExtensions,
      ...missedExtensions,
      ...pictures,
    ]);
  }

  /** See {@link parserFor}; a parser of the caller's own fails with `parser_stopped` where it cannot tell. */
  parserFor(file: SourceFile, options: { readonly isNamed?: boolean } = {}): Parser {
    return parserFor(file, { ...options, own: this.#first });
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
    if (this.#own.includes(parser)) return `own ${parserStamp(parser)}`;
    return readsPictures.has(parser.name) && this.ocr
      ? `${parserStamp(parser)} ${this.ocr}`
      : parserStamp(parser);
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
    if (named.length > 0) return false;
    const [made = '', ocr = ''] = stamp.split(/ (?=ocr )/);
    const mayDiffer = readsPictures.has(made.slice(0, made.indexOf('@')));
    const isCurrent = isCurrentStamp(made) || made === parserStamp(pictureParser);
    return isCurrent && (!mayDiffer || ocr === this.ocr);
  }

  /** Parses a file. Errors: those of `ParserPool.run` and of {@link ownParser}. */
  async run(parser: Parser, file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
    if (this.#own.includes(parser)) return parser.parse(file, options);
    return this.#pool.run(parser, file, { ...options, ...this.#mode });
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
