import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { FootnoteError } from '../errors.ts';
import { errorText, retryAfterSeconds } from './reply-error.ts';

/**
 * Answers bytes that are no HTTP request, or that come too slowly or too many, and hangs up: once the client does, at
 * the latest after `hangUpMs`; where another reply is due at once.
 */
export function replyMalformedRequest(
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
export function rawReply(error: FootnoteError): string {
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
