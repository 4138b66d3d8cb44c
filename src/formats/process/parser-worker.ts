/**
 * The body of a parser process: parses the files it is sent, one at a time. A process and not a thread, since V8
 * ends the whole process where a single allocation is too large (`JSON.parse` or `split` of a long text), and the
 * memory outside of its heap has no limit in a thread.
 */
import { setPriority } from 'node:os';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type {
  Container,
  ContainerLimits,
  ContainerMember,
  Format,
  ParsedDocument,
  ParseOptions,
  ParseProgress,
  Parser,
  SourceFile,
} from '../../contracts/parser.ts';
import { type ErrorCode, isFootnoteError } from '../../errors.ts';
import type { WatchdogStart } from './parser-watchdog.mjs';

/** What a process is sent, after the answer to what it was sent before. */
export type ParserRequest =
  /** Answered with the document. */
  | {
      readonly type: 'parse';
      readonly parser: string;
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly ocr: ParseOptions['ocr'];
      readonly ocrTimeoutMs: ParseOptions['ocrTimeoutMs'];
    }
  /** Answered with the first member, or the end. */
  | {
      readonly type: 'unpack';
      readonly container: string;
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly limits: ContainerLimits;
    }
  /** Answered with the next member of the container sent last, or the end. */
  | { readonly type: 'next' };

/** An error as plain data: class instances do not survive the way between processes. */
export type ParserFailure =
  | { readonly code: ErrorCode; readonly details: Readonly<Record<string, unknown>> }
  /** One that nobody foresaw. */
  | { readonly message: string; readonly stack: string | undefined };

export type ParserAnswer =
  /** The parser is loaded and the file has arrived, or a picture of it is to be read: its time runs from now on. */
  | { readonly type: 'begun' }
  | { readonly type: 'progress'; readonly progress: ParseProgress }
  | (Outcome & { readonly residentBytes: number });

type Outcome =
  | { readonly type: 'parsed'; readonly document: ParsedDocument }
  | { readonly type: 'member'; readonly member: SentMember }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly failure: ParserFailure };

/** A member of a container as it travels. */
export type SentMember = SourceFile | { readonly path: string; readonly failure: ParserFailure };

/** What the module exports in which a process finds its formats, by their names. */
export interface FormatModule {
  readonly parserLoaders: Readonly<Record<string, () => Promise<Parser>>>;
  readonly containerLoaders: Readonly<Record<string, () => Promise<Container>>>;
}

/** Between two messages on how far a parser is. */
const progressMs = 200;

/** Questions and the rest of the machine go first. */
const niceness = 10;

function serve(formats: string, maxResidentBytes: number): void {
  setPriority(niceness);
  const watchdog = new URL('./parser-watchdog.mjs', import.meta.url);
  new Worker(watchdog, { workerData: { maxResidentBytes } satisfies WatchdogStart }).unref();
  const loading = (import(formats) as Promise<FormatModule>).then(preparer);
  process.on(
    'message',
    (request: ParserRequest) => void loading.then((prepare) => respond(request, prepare)),
  );
  process.on('disconnect', () => process.exit());
}

/** Loads the format of a request and returns what is to be done with it. */
type Prepare = (request: ParserRequest) => Promise<() => Promise<Outcome>>;

async function respond(request: ParserRequest, prepare: Prepare): Promise<void> {
  const answer = await prepare(request);
  begin();
  const outcome = await answer().catch(failed);
  // What the parser left running and fails now ends the process while the file is still its own.
  await setImmediate();
  try {
    send({ ...outcome, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    send({ ...failed(error), residentBytes: process.memoryUsage.rss() });
  }
}

/** The time of the file begins, or begins anew. */
function begin(): void {
  send({ type: 'begun' });
}

/** What a process does with its requests. It remembers the container that was opened last. */
function preparer({ parserLoaders, containerLoaders }: FormatModule): Prepare {
  let members: AsyncIterator<ContainerMember> | undefined;

  async function nextMember(): Promise<Outcome> {
    const next = await members?.next();
    return next && !next.done ? { type: 'member', member: toSent(next.value) } : { type: 'end' };
  }

  return async (request) => {
    if (request.type === 'next') return nextMember;
    // What arrives is a view of what the channel received, and may be a `Buffer`, whose `slice` is another's.
    const file = { path: request.path, bytes: new Uint8Array(request.bytes) };
    if (request.type === 'unpack') {
      const container = await load(containerLoaders, request.container);
      return async () => {
        members = container.members(file, request.limits)[Symbol.asyncIterator]();
        return nextMember();
      };
    }
    const parser = await load(parserLoaders, request.parser);
    const { ocr, ocrTimeoutMs } = request;
    const limit = ocrTimeoutMs === undefined ? {} : { ocrTimeoutMs };
    return async () => ({
      type: 'parsed',
      document: await parser.parse(file, { ocr, ...limit, onPicture: begin, onProgress: progressSender() }),
    });
  };
}

/** A listener that sends on what it hears: the first, then not more often than anyone can see. */
function progressSender(): (progress: ParseProgress) => void {
  let sentMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - sentMs < progressMs) return;
    sentMs = performance.now();
    send({ type: 'progress', progress });
  };
}

function toSent(member: ContainerMember): SentMember {
  return 'error' in member ? { path: member.path, failure: toFailure(member.error) } : member;
}

async function load<T extends Format>(
  loaders: Readonly<Record<string, () => Promise<T>>>,
  name: string,
): Promise<T> {
  const format = await loaders[name]?.();
  if (!format) throw new Error(`There is no format ${name}.`);
  return format;
}

function failed(error: unknown): Outcome {
  return { type: 'failed', failure: toFailure(error) };
}

function toFailure(error: unknown): ParserFailure {
  if (isFootnoteError(error)) return { code: error.code, details: error.details };
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined };
}

function send(answer: ParserAnswer): void {
  process.send?.(answer);
}

if (process.send) {
  const [formats, maxResidentBytes] = process.argv.slice(2) as [string, string];
  serve(formats, Number(maxResidentBytes));
}
