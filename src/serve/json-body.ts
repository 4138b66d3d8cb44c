import type { FastifyInstance } from 'fastify';
import { FootnoteError } from '../errors.ts';

/** Deepest nesting of a body. Schemas of recursive data, like filters, rely on it to stay off the stack's end. */
const maxDepth = 32;

/** Reads `application/json` bodies and no others. Errors: `request_invalid`, `media_type_unsupported`. */
export function registerJsonBody(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isDeeperThan(maxDepth, String(text))) {
      done(
        new FootnoteError('request_invalid', {
          field: 'body',
          problem: `it nests more than ${maxDepth} levels deep`,
        }),
      );
      return;
    }
    void parseJson(request, String(text), done);
  });
  server.addContentTypeParser('*', (request, _payload, done) => {
    done(new FootnoteError('media_type_unsupported', { type: request.headers['content-type'] ?? '' }));
  });
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
