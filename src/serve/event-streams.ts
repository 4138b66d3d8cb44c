import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { shuttingDown } from './readiness.ts';
import { failureEvent, publicFailure } from './reply-error.ts';

/** An event as it is sent: `type` is its name; its data is `data` as JSON, or the whole of it where it has none. */
export interface ServerEvent {
  readonly type: string;
  readonly data?: object;
  /** The whole event as it is sent, where another protocol says how that is written. */
  readonly frame?: string;
}

/** How long streams wait. */
export interface StreamLimits {
  /** Without an event for this long a comment is sent, so that no proxy takes the connection for dead. */
  readonly heartbeatMs: number;
  /** A client that takes nothing for this long is dropped. */
  readonly stallMs: number;
  /** What may still be said once the server closes; then the stream is ended. */
  readonly closingMs: number;
  /** So often it is asked again whether the client may still read: a key may be revoked, or expire, meanwhile. */
  readonly accessMs: number;
}

/** Rejects where the credentials of a request are not in force any more. */
type AccessRecheck = (request: FastifyRequest) => Promise<unknown>;

/** Characters of frames that are gathered to be written at once. */
const maxGathered = 2 ** 14;

/** Within what proxies (60 s) and supervisors (30 s) allow by default. */
export const defaultStreamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  stallMs: 60_000,
  closingMs: 20_000,
  accessMs: 5000,
};

/**
 * Answers requests with server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), each
 * with an id that counts from 1. A stream ends with exactly one `done` or `error`, whatever happens; only a client
 * that has gone, or takes nothing, gets neither. Events made in one turn of the event loop are written at once; none is
 * made while the client takes nothing, so that what waits for a slow one is bounded by the socket's buffer.
 */
export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #recheck: AccessRecheck;
  readonly #open = new Set<EventStream>();
  readonly #turns = new Turns();
  #isClosing = false;

  constructor(limits: StreamLimits, recheck: AccessRecheck) {
    this.#limits = limits;
    this.#recheck = recheck;
  }

  /**
   * Sends what `start` yields, up to its `done`. The signal that it gets is aborted when nobody waits for the rest.
   * What fails before there is anything to send rejects, so that it is answered with its own status; with
   * `beginsAtOnce` it is an event too.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    start: (signal: AbortSignal) => AsyncIterable<ServerEvent>,
    { beginsAtOnce = false }: { readonly beginsAtOnce?: boolean } = {},
  ): Promise<void> {
    const stream = new EventStream(request, reply, this.#limits, () => this.#isClosing);
    const events = start(stream.signal)[Symbol.asyncIterator]();
    const first = events.next();
    try {
      if (!beginsAtOnce) await settledWithin(this.#limits.heartbeatMs, first, stream.signal);
    } catch (error) {
      if (!stream.isOver) throw error;
    }
    this.#open.add(stream);
    stream.begin();
    const rechecking = this.#recheckAccess(stream, request);
    try {
      for (let step = await first; !stream.isOver; step = await events.next()) {
        if (step.done) throw new Error('A stream ended without its last event.');
        if (step.value.type === 'done') {
          stream.end(step.value);
          break;
        }
        await stream.send(step.value);
        await this.#turns.pass();
      }
    } catch (error) {
      if (!stream.isOver) stream.fail(publicFailure(error, request));
    } finally {
      clearInterval(rechecking);
      this.#open.delete(stream);
      await events.return?.();
    }
  }

  /** Ends a stream, and the work on it, once its client may not read it any more. */
  #recheckAccess(stream: EventStream, request: FastifyRequest): NodeJS.Timeout {
    let isAsking = false;
    const ask = async () => {
      if (isAsking || stream.isOver) return;
      isAsking = true;
      try {
        await this.#recheck(request);
      } catch (error) {
        // Of a store that is away nobody knows; whoever was let in reads on.
        if (isFootnoteError(error) && !error.retryable) stream.cut(error);
      } finally {
        isAsking = false;
      }
    };
    return setInterval(() => void ask(), this.#limits.accessMs);
  }

  /** Gives the streams that are open a while to finish; resolves at once. */
  close(): void {
    this.#isClosing = true;
    const end = () => {
      for (const stream of this.#open)
        stream.cut(new FootnoteError('server_not_ready', { reason: shuttingDown }));
    };
    setTimeout(end, this.#limits.closingMs).unref();
  }
}

/** One reply made of events. */
class EventStream {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #response: ServerResponse;
  readonly #limits: StreamLimits;
  readonly #isServerClosing: () => boolean;
  readonly #gone = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;
  #sent = 0;
  /** Frames of this turn of the event loop: one by one they cost more to write than to make. */
  #gathered = '';

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    limits: StreamLimits,
    isServerClosing: () => boolean,
  ) {
    this.#request = request;
    this.#reply = reply;
    this.#response = reply.raw;
    this.#limits = limits;
    this.#isServerClosing = isServerClosing;
    this.#response.once('close', () => {
      clearInterval(this.#heartbeat);
      this.#gone.abort();
    });
    // A client may have gone before its question got here; then no event tells of it any more.
    if (this.isOver) this.#gone.abort();
  }

  /** Aborted once nobody waits for more. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Whether nothing more can be sent. */
  get isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  /**
   * Sends the headers. From here on the reply is no longer Fastify's. To a client that has gone meanwhile nothing is
   * sent and no heartbeat starts, since nothing would end it.
   */
  begin(): void {
    const headers = Object.entries(this.#reply.getHeaders());
    this.#reply.hijack();
    if (this.isOver) return;
    for (const [name, value] of headers) if (value !== undefined) this.#response.setHeader(name, value);
    this.#response.setHeader('content-type', 'text/event-stream; charset=utf-8');
    // Asks nginx, and what has learnt it from there, to pass each event on at once.
    this.#response.setHeader('x-accel-buffering', 'no');
    this.#response.flushHeaders();
    this.#heartbeat = setInterval(() => {
      if (!this.isOver && !this.#response.writableNeedDrain) this.#response.write(':\n\n');
    }, this.#limits.heartbeatMs);
  }

  /** Resolves when there is room for the next event, or nobody to take it. */
  async send(event: ServerEvent): Promise<void> {
    this.#heartbeat?.refresh();
    if (this.isOver) return;
    if (this.#gathered === '') process.nextTick(() => this.#write());
    this.#gathered += this.#frame(event);
    if (this.#gathered.length >= maxGathered) this.#write();
    if (!this.#response.writableNeedDrain) return;
    const stalled = setTimeout(() => this.#response.destroy(), this.#limits.stallMs);
    await new Promise<void>((resolve) => {
      const settle = () => {
        this.#response.off('drain', settle).off('close', settle);
        resolve();
      };
      this.#response.once('drain', settle).once('close', settle);
    });
    clearTimeout(stalled);
  }

  /** Sends the last event. */
  end(event: ServerEvent): void {
    const { socket } = this.#response;
    const stalled = setTimeout(() => socket?.destroy(), this.#limits.stallMs);
    this.#response.once('close', () => clearTimeout(stalled));
    const last = this.#gathered + this.#frame(event);
    this.#gathered = '';
    this.#response.end(last, () => {
      // A connection that is kept alive would hold up a server that closes.
      if (this.#isServerClosing()) socket?.destroySoon();
    });
  }

  fail(error: FootnoteError): void {
    this.end({ type: 'error', data: failureEvent(error, this.#request) });
  }

  /** Ends the stream before its time, and the work on it; drops a client that has still to take what came before. */
  cut(why: FootnoteError): void {
    if (this.#response.writableNeedDrain) this.#response.destroy();
    else if (!this.isOver) this.fail(why);
    this.#gone.abort();
  }

  #write(): void {
    if (this.#gathered !== '' && !this.isOver) this.#response.write(this.#gathered);
    this.#gathered = '';
  }

  #frame(event: ServerEvent): string {
    if (event.frame !== undefined) return event.frame;
    this.#sent += 1;
    return `id: ${this.#sent}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data ?? event)}\n\n`;
  }
}

/** That streams may take of one turn of the event loop, all of them together. */
const turnMs = 10;

/**
 * Shares the event loop between streams and everything else: events that are there at once, as those of a model that
 * writes faster than its sentences are checked, would be made one after the other, and nothing else be answered
 * meanwhile. One stream goes on in each turn, the one that has waited longest.
 */
class Turns {
  #sinceMs = 0;
  #hasBegun = false;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when there is time for another event. */
  async pass(): Promise<void> {
    if (!this.#hasBegun) this.#begin();
    if (performance.now() - this.#sinceMs < turnMs) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#sinceMs = performance.now();
    setImmediate(() => {
      this.#hasBegun = false;
      const goOn = this.#waiting.shift();
      if (!goOn) return;
      this.#begin();
      goOn();
    });
  }
}

/** Resolves after that long, when the promise does, or once nobody waits; rejects where the promise rejects before. */
async function settledWithin(
  milliseconds: number,
  promise: Promise<unknown>,
  gone: AbortSignal,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  gone.addEventListener('abort', () => resolve(), { once: true });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
