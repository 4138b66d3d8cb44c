import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Original } from '../contracts/document.ts';

/** What browsers show without running anything of it. All else is only saved. */
const shown: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
]);

/** Bytes that are read at once. */
const pieceBytes = 2 ** 20;

/**
 * Sends a file, or the one range of bytes that is asked for (RFC 9110, 13 and 14). Whatever is in it: its policy lets
 * nothing of it run or load anything, and what browsers could run is saved and not shown. A file that goes while it is
 * sent breaks the connection off.
 */
export function sendFile(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  file: Original,
): FastifyReply {
  const { name, mediaType, bytes, contentHash } = file;
  const tag = `"${contentHash}"`;
  const isShown = shown.has(mediaType);
  void reply
    .header('Accept-Ranges', 'bytes')
    .header('Cache-Control', 'private, no-cache')
    .header('ETag', tag)
    .header(
      'Content-Disposition',
      `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeRfc5987(name)}`,
    )
    // The viewer of a browser is no part of the file, and does not work in a sandbox.
    .header(
      'Content-Security-Policy',
      `default-src 'none'${mediaType === 'application/pdf' ? '' : '; sandbox'}`,
    )
    .type(mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType);
  const known = headers['if-none-match'];
  if (known?.trim() === '*' || known?.includes(tag)) return reply.status(304).send();
  const isHead = method === 'HEAD';
  // A part of what it was then is of no use to whoever has the rest of another.
  const isAsKnown = (headers['if-range'] ?? tag) === tag;
  const range = !isHead && isAsKnown ? rangeOf(headers.range, bytes) : undefined;
  if (range === 'outside') return reply.status(416).header('Content-Range', `bytes */${bytes}`).send();
  const { start, end } = range ?? { start: 0, end: bytes };
  if (range) void reply.status(206).header('Content-Range', `bytes ${start}-${end - 1}/${bytes}`);
  void reply.header('Content-Length', end - start);
  return reply.send(Readable.from(isHead ? [] : piecesOf(file, start, end)));
}

async function* piecesOf(file: Original, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) yield file.read(at, Math.min(end, at + pieceBytes));
}

/** The range of a header; undefined where there is none, or one that is answered with the whole. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { readonly start: number; readonly end: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // The last so many bytes.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start < end ? { start, end } : 'outside';
}

/** A name in the value of a header (RFC 5987). */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
