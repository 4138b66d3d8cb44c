import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Metadata } from '../contracts/chunk.ts';
import type { AddedDocument } from '../contracts/document.ts';
import { FootnoteError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { shorten } from './public-error.ts';
import type { AddedText } from './schemas/upload.ts';

/** How much one request may put in. */
export type UploadLimits = Pick<Config['server'], 'maxUploadBytes' | 'maxUploadFiles'>;

/** Largest document as JSON, which is read at once; in bytes. */
export const maxJsonBytes = 32 * 2 ** 20;

/** Longest metadata in a form, in bytes. */
const maxFieldBytes = 65_536;

/**
 * The files of a form (`multipart/form-data`), each as it comes: none is held in memory. A field `metadata` with JSON
 * holds for the files behind it. Errors: `request_invalid`, `upload_too_large`.
 */
export async function* formDocuments(
  request: FastifyRequest,
  limits: UploadLimits,
): AsyncGenerator<AddedDocument> {
  let metadata: Metadata = {};
  const counted = { files: 0, fields: 0 };
  const { maxUploadFiles: limit } = limits;
  const countOne = (what: keyof typeof counted) => {
    counted[what] += 1;
    if (counted[what] > limit)
      throw new FootnoteError('upload_too_large', { limit, what, setting: 'server.maxUploadFiles' });
  };
  const count = byteCounter(limits);
  const parts = request.parts({
    preservePath: true,
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: Number.POSITIVE_INFINITY,
      fieldSize: maxFieldBytes,
      parts: Number.POSITIVE_INFINITY,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      countOne('fields');
      if (part.fieldname !== 'metadata')
        throw invalid(
          part.fieldname,
          'there is no such field; files come with a name, and metadata in "metadata"',
        );
      if (part.valueTruncated) throw invalid('metadata', `it must be at most ${maxFieldBytes} bytes`);
      // Of a field that says it is JSON, the form has read it already.
      metadata = typeof part.value === 'string' ? metadataOf(part.value) : (part.value as Metadata);
      continue;
    }
    countOne('files');
    yield { name: part.filename, mediaType: part.mimetype, bytes: count(part.file), metadata };
  }
}

/**
 * The bytes of a body, as they come. Whoever stops asking for them leaves the connection as it is, to be answered.
 * Errors: `upload_too_large`.
 */
export function bodyBytes(body: Readable, limits: UploadLimits): AsyncIterable<Uint8Array> {
  return byteCounter(limits)(body.iterator({ destroyOnReturn: false }));
}

/** A document that came as JSON. Errors: `request_invalid` where it has no content, or several. */
export function textDocument({
  text,
  markdown,
  html,
  title,
  url,
  metadata,
  ...given
}: AddedText): AddedDocument {
  const contents = Object.entries({ 'text/plain': text, 'text/markdown': markdown, 'text/html': html });
  const [content, ...others] = contents.filter(([, one]) => one !== undefined);
  if (content === undefined || others.length > 0)
    throw invalid('body', 'it must have exactly one of text, markdown and html');
  const [mediaType, words = ''] = content;
  const name = given.name ?? title;
  if (name === undefined) throw invalid('name', 'it is missing, and there is no title in its place');
  return {
    name,
    mediaType,
    text: words,
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(metadata && { metadata }),
  };
}

/** Errors: `request_invalid` for what is no JSON. */
export function metadataOf(json: string): Metadata {
  try {
    // Whatever else it is, the library refuses.
    return JSON.parse(json) as Metadata;
  } catch {
    throw invalid('metadata', 'it is not valid JSON');
  }
}

/** Lets bytes pass until they are more than a request may have. */
function byteCounter({ maxUploadBytes: limit }: UploadLimits) {
  let bytes = 0;
  return async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > limit)
        throw new FootnoteError('upload_too_large', {
          limit,
          what: 'bytes',
          setting: 'server.maxUploadBytes',
        });
      yield piece;
    }
  };
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field: shorten(field, 100), problem });
}
