import { extname } from 'node:path';
import type {
  Container,
  ContainerLimits,
  ContainerMember,
  ParsedDocument,
  ParseOptions,
  Parser,
  SourceFile,
} from '../../contracts/parser.ts';
import { FootnoteError } from '../../errors.ts';
import { type ParserLimits, ParserProcess } from './parser-process.ts';

export interface ParserPoolOptions extends ParserLimits {
  /** Files parsed at the same time, each in its own process. */
  readonly processes: number;
  /** Address of the `FormatModule` in which formats are looked up by name. Default: those of Footnote. */
  readonly formats?: string;
}

/** An idle process is ended after this; it holds some 100 MB. */
const maxIdleMs = 30_000;

/**
 * A file that has waited so long gets a process more, where there may be one and all that are there are at work.
 * Short files never wait so long: one process parses them many times faster than they are embedded.
 */
const patienceMs = 2000;

/**
 * Runs parsers where they can do no harm: in processes that are started as files have to wait, used again and again,
 * and ended when idle. Files are taken in the order they came. A process that had to be ended is replaced when the next
 * file needs one.
 */
export class ParserPool {
  readonly #options: ParserPoolOptions;
  readonly #formats: string;
  readonly #processes = new Set<ParserProcess>();
  /** Those that unpack, which count for no place among those that parse. */
  readonly #besides = new Set<ParserProcess>();
  /** By idle process: what ends it after a while. The one used last comes last. */
  readonly #idle = new Map<ParserProcess, NodeJS.Timeout>();
  readonly #waiting = new Set<PromiseWithResolvers<ParserProcess>>();
  #isClosed = false;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
    this.#formats = options.formats ?? address('../format-loaders');
  }

  /**
   * Parses a file in a process of its own time and memory. Errors: those of the parser; `parser_stopped` where it
   * takes too long, needs too much memory, fails or crashes; `aborted`, at once.
   */
  async run(parser: Parser, file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
    const process = await this.#acquire(options.signal);
    try {
      return await process.parse(parser, file, options);
    } finally {
      this.#release(process);
    }
  }

  /**
   * Unpacks a container in a process of its own, besides those that parse, so that its members can be parsed
   * meanwhile. Errors: those of the container; `parser_stopped`, `aborted` as for `run`.
   */
  async *unpack(
    container: Container,
    file: SourceFile,
    limits: ContainerLimits,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<ContainerMember> {
    if (this.#isClosed || signal?.aborted) throw aborted(signal);
    const process = this.#takeIdle() ?? this.#start();
    this.#besides.add(process);
    try {
      yield* process.unpack(container, file, limits, signal);
    } finally {
      this.#besides.delete(process);
      this.#release(process);
    }
  }

  /** A process for one file, to be given back. Errors: `aborted`. */
  async #acquire(signal: AbortSignal | undefined): Promise<ParserProcess> {
    if (this.#isClosed || signal?.aborted) throw aborted(signal);
    const idle = this.#takeIdle();
    if (idle) return idle;
    if (this.#parsing === 0) return this.#start();
    const turn = Promise.withResolvers<ParserProcess>();
    const abort = (): void => {
      this.#waiting.delete(turn);
      turn.reject(aborted(signal));
    };
    this.#waiting.add(turn);
    signal?.addEventListener('abort', abort, { once: true });
    const patience = setInterval(() => this.#startFor(turn), patienceMs);
    return turn.promise.finally(() => {
      clearInterval(patience);
      signal?.removeEventListener('abort', abort);
    });
  }

  #release(process: ParserProcess): void {
    const isNeeded = this.#parsing <= this.#options.processes;
    const isUsable = process.isUsable && isNeeded && !this.#isClosed;
    if (!isUsable) void this.#end(process);
    const [next] = isNeeded ? this.#waiting : [];
    if (next) {
      this.#waiting.delete(next);
      next.resolve(isUsable ? process : this.#start());
    } else if (isUsable) {
      this.#idle.set(process, setTimeout(() => void this.#end(process), maxIdleMs).unref());
    }
  }

  /** Ends every process; files in work and files waiting reject with `aborted`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const turn of this.#waiting) turn.reject(aborted(undefined));
    this.#waiting.clear();
    await Promise.all([...this.#processes].map((process) => this.#end(process)));
  }

  /** Processes that parse, or wait for a file to parse. */
  get #parsing(): number {
    return this.#processes.size - this.#besides.size;
  }

  #startFor(turn: PromiseWithResolvers<ParserProcess>): void {
    const isStarting = [...this.#processes].some((process) => !process.hasStarted);
    if (isStarting || this.#parsing >= this.#options.processes) return;
    this.#waiting.delete(turn);
    turn.resolve(this.#start());
  }

  #start(): ParserProcess {
    const process = new ParserProcess(this.#formats, this.#options);
    this.#processes.add(process);
    return process;
  }

  /** The idle process used last; those that have ended by themselves meanwhile are left behind. */
  #takeIdle(): ParserProcess | undefined {
    for (const process of [...this.#idle.keys()].toReversed()) {
      clearTimeout(this.#idle.get(process));
      this.#idle.delete(process);
      if (process.isUsable) return process;
      void this.#end(process);
    }
    return undefined;
  }

  #end(process: ParserProcess): Promise<void> {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#processes.delete(process);
    return process.end();
  }
}

function aborted(signal: AbortSignal | undefined): FootnoteError {
  return new FootnoteError('aborted', {}, { cause: signal?.reason });
}

/** A module by its way from this folder: TypeScript in a clone and JavaScript in the package. */
function address(name: string): string {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url).href;
}
