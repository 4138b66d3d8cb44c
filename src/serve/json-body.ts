import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FootnoteError } from '../errors.ts';
import { shorten } from './public-error.ts';

/** Deepest nesting of a body. Schemas of recursive data, like filters, rely on it to stay off the stack's end. */
const maxDepth = 32;

/**
 * Reads `application/json` bodies in UTF-8 and no others. Bytes that are no UTF-8 are refused: with replacement
 * characters in their place a question would be another one. Errors: `request_invalid`, `media_type_unsupported`.
 */
export function registerJsonBody(server: FastifyInstance): void {
  // Fields that would change what an object inherits are like any other that no schema has.
  const parseJson = server.getDefaultJsonParser('ignore', 'ignore');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Clients that name a type with every request, also with one that has no body, mean none by nothing.
    if (bytes.length === 0 && request.routeOptions.schema?.body === undefined) {
      done(null, undefined);
      return;
    }
    const text = bytes.toString('utf8');
    const problem = problemOf(request, bytes, text);
    if (problem) done(problem);
    else void parseJson(request, text, done);
  });
  server.addContentTypeParser('*', (request, _payload, done) => {
    done(unsupportedMediaType(request));
  });
}

/** The refusal of a body for its type. */
export function unsupportedMediaType(request: FastifyRequest): FootnoteError {
  return typeRefusal(request, shorten(request.headers['content-type'] ?? ''));
}

function typeRefusal({ routeOptions }: FastifyRequest, type: string): FootnoteError {
  const { accepts: accepted = 'application/json' } = routeOptions.config;
  return new FootnoteError('media_type_unsupported', { type, accepted });
}

/** Why a body is not to be parsed. */
function problemOf(request: FastifyRequest, bytes: Buffer, text: string): FootnoteError | undefined {
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return typeRefusal(request, `application/json, encoded as ${shorten(coding)}`);
  }
  if (!isUtf8(bytes)) {
    return new FootnoteError('request_invalid', { field: 'body', problem: 'it is not valid UTF-8' });
  }
  if (isDeeperThan(maxDepth, text)) {
    const problem = `it is nested more than ${maxDepth} levels deep`;
    return new FootnoteError('request_invalid', { field: 'body', problem });
  }
  return undefined;
}

/** Counts brackets outside strings, in one pass, so that the text is judged before any parser recurses into it. */
function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') inString = !inString;
    else if (inString && character === '\\') index += 1;
    else if (inString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
