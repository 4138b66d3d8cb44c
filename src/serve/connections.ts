import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { FootnoteError } from '../errors.ts';
import { connectionGroup } from './client-address.ts';
import { errorText, retryAfterSeconds } from './reply-error.ts';

/** How long connections wait, and how many there may be. */
interface ConnectionLimits {
  /** That a request may take to arrive in whole; for the first one from when the client connected. */
  readonly requestTimeoutMs: number;
  /** A client that takes nothing of a reply for this long is dropped. */
  readonly stallMs: number;
  /** That one address may have open; 0: any number. */
  readonly maxPerAddress: number;
}

/** Longest time between looks for requests that are overdue. */
const longestCheckMs = 5000;

/** That a client may take to hang up when it was refused. */
const longestHangUpMs = 5000;

/** That a connection may stay open between two requests: longer than proxies keep theirs, which is 60 s by default. */
const keepAliveMs = 72_000;

/**
 * The connections of a server: what has become of them, which Node does not tell, and the limits to their time and
 * number.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #open = new Set<Socket>();
  readonly #silent = new Set<Socket>();
  readonly #ofAddress = new Map<string, number>();
  readonly #latest = new WeakMap<Socket, { request: IncomingMessage; reply: ServerResponse }>();

  readonly #uploads = new WeakSet<IncomingMessage>();
  readonly #connectedMs = new WeakMap<Socket, number>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** A server whose connections are these. There is one for each address that a name such as `localhost` stands for. */
  createServer(handle: RequestListener): Server {
    const { requestTimeoutMs } = this.#limits;
    const server = createServer(
      {
        // Whom a request is for is `accessCheck`'s to say.
        requireHostHeader: false,
        connectionsCheckingInterval: Math.min(longestCheckMs, requestTimeoutMs / 2),
        // Of the body: Node's own would hold for uploads too.
        requestTimeout: 0,
        headersTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveMs,
      },
      handle,
    );
    server.prependListener('connection', (socket) => this.#take(socket));
    server.on('request', (request, reply) => {
      this.#silent.delete(request.socket);
      const isFirst = !this.#latest.has(request.socket);
      this.#latest.set(request.socket, { request, reply });
      if (hasBody(request)) this.#awaitBody(server, request, reply, isFirst);
    });
    server.on('clientError', (error: ConnectionError, socket: Socket) =>
      replyMalformedRequest(error, socket, {
        isReplyDue: this.#isReplyDue(socket),
        hangUpMs: Math.min(longestHangUpMs, requestTimeoutMs),
      }),
    );
    return server;
  }

  /** A body that may take as long as it comes: only one of which nothing comes any more is given up. */
  expectUpload(request: IncomingMessage): void {
    this.#uploads.add(request);
  }

  /** From now on the client has to take what is written to it: a reply that begins. Node ends the wait with it. */
  awaitReader(socket: Socket): void {
    socket.setTimeout(this.#limits.stallMs);
  }

  /**
   * Ends the connections on which nothing has been asked yet, as browsers open them ahead of need. A server that closes
   * would wait for them until their headers are overdue: Node counts them among the busy ones.
   */
  endSilent(): void {
    for (const socket of this.#silent) socket.destroy();
  }

  /** Ends them all, whatever is under way on them. */
  endAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #take(socket: Socket): void {
    const { maxPerAddress } = this.#limits;
    const address = connectionGroup(socket);
    const count = (this.#ofAddress.get(address) ?? 0) + 1;
    if (maxPerAddress > 0 && count > maxPerAddress) {
      const refusal = new FootnoteError('too_many_connections', { address, limit: maxPerAddress });
      socket.on('error', () => socket.destroy()).write(rawReply(refusal), () => socket.destroy());
      return;
    }
    this.#open.add(socket);
    this.#connectedMs.set(socket, performance.now());
    this.#ofAddress.set(address, count);
    this.#silent.add(socket);
    socket.once('close', () => {
      this.#silent.delete(socket);
      this.#open.delete(socket);
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    });
  }

  /** Gives up a request whose body is overdue, as Node does with headers. */
  #awaitBody(server: Server, request: IncomingMessage, reply: ServerResponse, isFirst: boolean): void {
    const { requestTimeoutMs } = this.#limits;
    const { socket } = request;
    let bytesRead = -1;
    const look = () => {
      if (request.complete || socket.destroyed) return;
      const hasCome = socket.bytesRead > bytesRead;
      bytesRead = socket.bytesRead;
      if (hasCome && this.#uploads.has(request)) timer = setTimeout(look, requestTimeoutMs).unref();
      else {
        const overdue = new Error('The request is overdue.');
        server.emit('clientError', Object.assign(overdue, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      }
    };
    const spentMs = isFirst ? performance.now() - (this.#connectedMs.get(socket) ?? 0) : 0;
    let timer = setTimeout(look, Math.max(0, requestTimeoutMs - spentMs)).unref();
    const stop = () => clearTimeout(timer);
    request.once('end', stop);
    reply.once('close', stop);
  }

  /**
   * Whether a request that came whole has still to be answered, or a reply has begun and not ended: whatever else is
   * written would be taken for the reply, or for a part of it.
   */
  #isReplyDue(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    if (!latest || latest.reply.writableFinished) return false;
    return latest.request.complete || latest.reply.headersSent;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Answers bytes that are no HTTP request, or that come too slowly or too many, and hangs up: once the client does, at
 * the latest after `hangUpMs`; where another reply is due at once.
 */
function replyMalformedRequest(
  error: ConnectionError,
  socket: Socket,
  { isReplyDue, hangUpMs }: { readonly isReplyDue: boolean; readonly hangUpMs: number },
): void {
  const isGone = error.code === 'ECONNRESET' || socket.destroyed || !socket.writable;
  if (isGone || isReplyDue) {
    socket.destroy(error);
    return;
  }
  const shown = new FootnoteError('request_invalid', { field: 'request', problem: problemOf(error) });
  socket.setTimeout(hangUpMs, () => socket.destroy());
  socket.end(rawReply(shown));
}

/** A whole reply with an error, after which the connection is closed. */
function rawReply(error: FootnoteError): string {
  const { status } = error;
  const body = errorText(error);
  const retry = status === 503 ? `Retry-After: ${retryAfterSeconds}\r\n` : '';
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n${retry}Connection: close\r\n\r\n${body}`
  );
}

function problemOf(error: ConnectionError): string {
  if (error.code === 'HPE_INVALID_METHOD') return 'its method is not an HTTP method';
  if (error.code === 'HPE_HEADER_OVERFLOW') return `its headers are over ${maxHeaderSize} bytes`;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'it did not arrive in time';
  return 'it is not valid HTTP';
}
