import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Original } from '../contracts/document.ts';

/** What browsers show without running anything of it. All else is only saved. */
const shown: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
]);

/** Bytes that are read at once. */
const pieceBytes = 2 ** 20;

/**
 * Sends a file, or the one range of bytes that is asked for (RFC 9110, 14.2). Whatever is in it: its policy lets
 * nothing of it run or load anything, and what browsers could run is saved and not shown.
 */
export function sendOriginal(
  reply: FastifyReply,
  original: Original,
  headers: { readonly range?: string | undefined; readonly 'if-none-match'?: string | undefined },
): FastifyReply {
  const { name, mediaType, bytes, contentHash } = original;
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
  if (headers['if-none-match']?.includes(tag)) return reply.status(304).send();
  const range = rangeOf(headers.range, bytes);
  if (range === 'outside') return reply.status(416).header('Content-Range', `bytes */${bytes}`).send();
  const { start, end } = range ?? { start: 0, end: bytes };
  if (range) void reply.status(206).header('Content-Range', `bytes ${start}-${end - 1}/${bytes}`);
  void reply.header('Content-Length', end - start);
  return reply.send(Readable.from(piecesOf(original, start, end)));
}

async function* piecesOf(original: Original, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) yield original.read(at, Math.min(end, at + pieceBytes));
}

/** The range of a header; undefined where there is none, or one that is answered with the whole. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { readonly start: number; readonly end: number } | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
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
