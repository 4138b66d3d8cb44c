import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { FootnoteError } from '../errors.ts';
import type { Connections } from './connections.ts';
import { errorBody } from './reply-error.ts';

/**
 * Answers bytes that are no HTTP request, or that come too slowly or too many, and hangs up; where another reply is due
 * at once.
 */
export function replyMalformedRequest(
  error: ConnectionError,
  socket: Socket,
  connections: Connections,
): void {
  const isGone = error.code === 'ECONNRESET' || socket.destroyed || !socket.writable;
  if (isGone || connections.isReplyDue(socket)) {
    socket.destroy(error);
    return;
  }
  const shown = new FootnoteError('request_invalid', { field: 'request', problem: problemOf(error) });
  const body = JSON.stringify(errorBody(shown));
  socket.end(
    `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function problemOf(error: ConnectionError): string {
  if (error.code === 'HPE_INVALID_METHOD') return 'its method is not an HTTP method';
  if (error.code === 'HPE_HEADER_OVERFLOW') return `its headers are over ${maxHeaderSize} bytes`;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'it did not arrive in time';
  return 'it is not valid HTTP';
}
