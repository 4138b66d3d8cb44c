import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { extname } from 'node:path';
import type {
  Container,
  ContainerLimits,
  ContainerMember,
  ParsedDocument,
  ParseOptions,
  ParseProgress,
  Parser,
  SourceFile,
} from '../../contracts/parser.ts';
import { type ErrorCode, type ErrorDetails, FootnoteError } from '../../errors.ts';
import { memoryNote } from './parser-watchdog.mjs';
import type { ParserAnswer, ParserFailure, ParserRequest, SentMember } from './parser-worker.ts';

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

/** Bounds on one file. */
interface ParserLimits {
  readonly timeoutMs: number;
  /** Memory of the process in MiB, parsers and file included. */
  readonly maxMemoryMb: number;
}

/**
 * A process that has grown beyond this is not used again: V8 gives little back, and another starts in a quarter of a
 * second.
 */
const maxKeptBytes = 256 * 2 ** 20;

/**
 * Half of the young generation of V8's heap, in MiB. By itself V8 takes several times as much where the machine has
 * memory to spare; with a few, what a parser needs for one file is kept as if it stayed, and Markdown takes up to half
 * as long again.
 */
const maxSemiSpaceMb = 16;

/** What is kept of standard error, to tell why a process ended. */
const maxErrorOutput = 65_536;

/** Loading the parsers and receiving the file, on a machine that is busy with other things. */
const maxStartMs = 60_000;

/** How V8 and the watchdog say that memory ran out. */
const outOfMemory = new RegExp(`heap out of memory|invalid (?:size|table size|array length)|${memoryNote}`);

/** What helps where the parser itself is at fault. */
const otherFormat = 'Convert it to another format and ingest that';

/** What helps where the machine is. */
const roomForProcesses =
  'Raise the limits on processes, open files or memory, and run the same command again';

/** What settles a request. */
type FinalAnswer = Exclude<ParserAnswer, { readonly type: 'begun' | 'progress' }>;

/** The file in work. */
interface Work {
  readonly path: string;
  /** Of a picture there is nothing to split. */
  readonly lessening: string;
  readonly onProgress: ((progress: ParseProgress) => void) | undefined;
  readonly resolve: (answer: FinalAnswer) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * A process that runs parsers, one file at a time. It may not write files, start programs or load native code, and
 * has none of the environment. Ended from outside where a file takes too long, it cannot be used again.
 */
class ParserProcess {
  readonly #limits: ParserLimits;
  /** Undefined where there is none. */
  readonly #child: ChildProcess | undefined;
  readonly #closed: Promise<unknown> = Promise.resolve();
  #work: Work | undefined;
  #errorOutput = '';
  #residentBytes = 0;
  #isEnded = false;
  #hasStarted = false;
  /** Why the system started no process. */
  #startError: unknown;

  /** `formats`: address of a `FormatModule`. Never throws: what could not be started fails the files it is given. */
  constructor(formats: string, limits: ParserLimits) {
    this.#limits = limits;
    try {
      this.#child = start(formats, limits);
    } catch (error) {
      // The system's refusals come as events, but for those that Node throws, want of memory among them.
      this.#isEnded = true;
      this.#startError = error;
      return;
    }
    this.#closed = once(this.#child, 'close');
    this.#closed.catch(() => {});
    this.#child.on('message', (answer: ParserAnswer) => this.#receive(answer));
    this.#child.on('error', (error) => {
      if (this.#child?.pid === undefined) this.#startError = error;
      this.#lose(error.message);
    });
    this.#child.on('close', (status, signal) => this.#lose(signal ?? `exit status ${status}`));
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#errorOutput = (this.#errorOutput + data.toString()).slice(-maxErrorOutput);
    });
    this.#keepAlive(false);
  }

  /** Whether it has taken up a file ever: starting takes a quarter of a second, and far longer on a busy machine. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Whether it can take another file: alive, and not grown so large that the next file would pay for it. */
  get isUsable(): boolean {
    const maxBytes = Math.min(maxKeptBytes, (this.#limits.maxMemoryMb * 2 ** 20) / 2);
    return !this.#isEnded && this.#residentBytes < maxBytes;
  }

  /**
   * Has a file parsed. Errors: those of the parser; `parser_stopped`; `aborted`, at once, and the process is ended.
   */
  async parse(
    parser: Parser,
    { path, bytes }: SourceFile,
    options: ParseOptions = {},
  ): Promise<ParsedDocument> {
    const { ocr, ocrTimeoutMs } = options;
    const request = { type: 'parse', parser: parser.name, path, bytes, ocr, ocrTimeoutMs } as const;
    const answer = await this.#ask(request, path, options);
    if (answer.type !== 'parsed') throw new TypeError(`A parser answered with ${answer.type}.`);
    return answer.document;
  }

  /**
   * Has a container unpacked, one member at a time as they are asked for; only the time until the next member
   * counts. Errors: those of the container; `parser_stopped`, `aborted` as for `parse`.
   */
  async *unpack(
    container: Container,
    { path, bytes }: SourceFile,
    limits: ContainerLimits,
    signal?: AbortSignal,
  ): AsyncGenerator<ContainerMember> {
    const request = { type: 'unpack', container: container.name, path, bytes, limits } as const;
    let answer = await this.#ask(request, path, { signal });
    while (answer.type === 'member') {
      yield toMember(answer.member);
      answer = await this.#ask({ type: 'next' }, path, { signal });
    }
  }

  async #ask(
    request: ParserRequest,
    path: string,
    { signal, onProgress }: ParseOptions,
  ): Promise<FinalAnswer> {
    if (signal?.aborted || this.#child?.killed)
      throw new FootnoteError('aborted', {}, { cause: signal?.reason });
    const { promise, resolve, reject } = Promise.withResolvers<FinalAnswer>();
    const lessening =
      request.type === 'parse' && request.parser === 'picture'
        ? 'Make the picture smaller'
        : 'Split the file';
    this.#work = { path, lessening, onProgress, resolve, reject, timer: this.#startTimer(maxStartMs) };
    const abort = (): void => {
      this.#settle()?.reject(new FootnoteError('aborted', {}, { cause: signal?.reason }));
      this.#kill();
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#keepAlive(true);
    if (this.#isEnded) this.#lose('before it got the file');
    // Where there is no channel, or it fails, the process has ended, which is told by its end.
    if (this.#child?.connected) this.#child.send(request, () => {});
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Ends the process; a file in work rejects with `aborted`. */
  async end(): Promise<void> {
    this.#settle()?.reject(new FootnoteError('aborted', {}));
    this.#kill();
    // An idle one does not hold this process up; the wait for its end has to.
    this.#keepAlive(true);
    await this.#closed.catch(() => {});
  }

  /** What makes the file in work take less of everything. */
  get #lessening(): string {
    return this.#work?.lessening ?? 'Split the file';
  }

  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#fail(
        `took longer than ${this.#limits.timeoutMs / 1000} s`,
        `${this.#lessening}, or raise ingest.parserTimeoutMs`,
      );
      this.#kill();
    }, ms);
  }

  #receive(answer: ParserAnswer): void {
    if (answer.type === 'progress') {
      this.#work?.onProgress?.(answer.progress);
      return;
    }
    if (answer.type === 'begun') {
      this.#hasStarted = true;
      if (!this.#work) return;
      clearTimeout(this.#work.timer);
      this.#work.timer = this.#startTimer(this.#limits.timeoutMs);
      return;
    }
    this.#residentBytes = answer.residentBytes;
    this.#keepAlive(false);
    const work = this.#settle();
    if (answer.type === 'failed') work?.reject(toError(answer.failure, work.path));
    else work?.resolve(answer);
  }

  /** The process ended, and not because this side wanted it to. */
  #lose(how: string): void {
    this.#isEnded = true;
    if (this.#startError !== undefined) {
      const { message } = this.#startError as Error;
      this.#fail(`could not be started (${message})`, roomForProcesses, { mayPass: true });
    } else if (outOfMemory.test(this.#errorOutput)) {
      this.#fail(
        `needed more than ${this.#limits.maxMemoryMb} MB`,
        `${this.#lessening}, or raise ingest.parserMaxMemoryMb`,
      );
    } else {
      this.#fail(`crashed (${how})`, otherFormat, { mayPass: true });
    }
  }

  /** `mayPass`: where it need not be the file's fault, as where the system ended the process. */
  #fail(problem: string, remedy: string, details: { readonly mayPass?: true } = {}): void {
    const work = this.#settle();
    work?.reject(new FootnoteError('parser_stopped', { path: work.path, problem, remedy, ...details }));
  }

  /** Takes the file in work away, so that it is settled once. */
  #settle(): Work | undefined {
    const work = this.#work;
    this.#work = undefined;
    clearTimeout(work?.timer);
    return work;
  }

  #kill(): void {
    this.#isEnded = true;
    this.#child?.kill('SIGKILL');
  }

  /** A process at work keeps this one alive, an idle one does not. */
  #keepAlive(isWorking: boolean): void {
    const handles = [this.#child, this.#child?.channel, this.#child?.stderr as Socket | null | undefined];
    for (const handle of handles) {
      if (isWorking) handle?.ref();
      else handle?.unref();
    }
  }
}

function start(formats: string, { maxMemoryMb }: ParserLimits): ChildProcess {
  // TypeScript in a clone and JavaScript in the package, like this file.
  const file = new URL(`./parser-worker${extname(import.meta.url)}`, import.meta.url);
  return fork(file, [formats, String(maxMemoryMb * 2 ** 20)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {},
    // In place of those of this process, which may not suit a file.
    execArgv: [
      `--max-old-space-size=${maxMemoryMb}`,
      `--max-semi-space-size=${maxSemiSpaceMb}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
    ],
  });
}

function toMember(member: SentMember): ContainerMember {
  return 'failure' in member ? { path: member.path, error: toError(member.failure, member.path) } : member;
}

function toError(failure: ParserFailure, path: string): FootnoteError {
  if ('code' in failure) return new FootnoteError(failure.code, failure.details as ErrorDetails<ErrorCode>);
  const cause = Object.assign(new Error(failure.message), { stack: failure.stack });
  const problem = `failed (${failure.message})`;
  return new FootnoteError('parser_stopped', { path, problem, remedy: otherFormat }, { cause });
}
