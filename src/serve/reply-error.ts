import { isUtf8 } from 'node:buffer';
import { posix, win32 } from 'node:path';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ErrorCode, FootnoteError, isFootnoteError } from '../errors.ts';
import { escapedPattern } from '../text/words.ts';
import { didYouMean } from '../values/closest-name.ts';
import { valueProblem } from '../values/value-problem.ts';
import { contractOf } from './contracts/contract.ts';
import type { Server } from './routes/route-context.ts';

/** Codes whose details repeat only what the request itself said, so that there is nothing to hide in them. */
const requestCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'body_too_large',
  'collection_exists',
  'file_too_large',
  'folder_forbidden',
  'conversation_unknown',
  'document_unknown',
  'filter_invalid',
  'host_forbidden',
  'media_type_unsupported',
  'message_unknown',
  'method_not_allowed',
  'origin_forbidden',
  'question_empty',
  'question_too_long',
  'request_invalid',
  'route_unknown',
  'upload_too_large',
]);

/**
 * What a client may know of `error`: a FootnoteError of the same code whose details are scalars without paths of
 * the server's file system, and whose remedy is no command. Failures of Fastify and of validation get the code that
 * fits; all else is `internal`.
 * `fieldsOf` says what a part of the request, as its body, may hold: of a field that it may not hold it is said which
 * was probably meant.
 */
export function publicError(
  error: unknown,
  fieldsOf: (part: string) => readonly string[] = () => [],
): FootnoteError {
  if (isFootnoteError(error)) return served(error);
  if (!(error instanceof Error)) return new FootnoteError('internal', {});
  const failure = error as FastifyError;
  if (hasZodFastifySchemaValidationErrors(failure)) return fromValidation(failure, fieldsOf);
  return fromFramework(failure) ?? new FootnoteError('internal', {});
}

/** A field's name that is longer is compared with others by its beginning. */
const longestName = 100;

/** `text` in at most `length` characters: what a client sent comes back to it shortened. */
export function shorten(text: string, length = 200): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function fromValidation(failure: FastifyError, fieldsOf: (part: string) => readonly string[]): FootnoteError {
  const issue = failure.validation?.[0];
  const path = issue?.instancePath.slice(1).replaceAll('/', '.');
  const unknownKeys = issue?.params.keys;
  if (issue && Array.isArray(unknownKeys)) {
    const unknown = String(unknownKeys[0]);
    const part = failure.validationContext ?? '';
    const place = part === 'querystring' ? ' in the query' : '';
    const meant = didYouMean(unknown.slice(0, longestName), path === '' ? fieldsOf(part) : []);
    return invalid(unknown, `there is no such field${place}${meant}`);
  }
  const problem = issue ? problemOf(issue) : 'it is not valid';
  return invalid(path || (failure.validationContext ?? 'request'), problem);
}

function problemOf({ keyword, message = '', params }: FastifySchemaValidationError): string {
  return valueProblem({ ...params, code: keyword, message }).replace(/\.$/, '');
}

function fromFramework(failure: FastifyError): FootnoteError | undefined {
  switch (failure.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalid('body', 'it is not valid JSON');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return invalid('body', 'it is empty');
    case 'FST_ERR_BAD_URL':
      return invalid('path', 'it is not valid percent-encoding');
    default:
      return (failure.statusCode ?? 500) < 500 ? invalid('request', 'it cannot be read') : undefined;
  }
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field: shorten(field, 100), problem: shorten(problem) });
}

function served(error: FootnoteError): FootnoteError {
  const details: Record<string, unknown> = requestCodes.has(error.code)
    ? { ...error.details }
    : withoutPaths(error.details);
  if (typeof details['remedy'] === 'string' && namesCommand.test(details['remedy']))
    details['remedy'] = 'Ask whoever runs the server';
  return new FootnoteError(error.code, details as FootnoteError['details'], { cause: error, served: true });
}

/** A command of the command line, or a flag of one. */
const namesCommand = /\bfootnote [a-z]|(?:^|\s)--[a-z]/;

function withoutPaths(all: FootnoteError['details']): Record<string, string | number | boolean> {
  const details: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === 'string') details[name] = hidePaths(value);
    else if (typeof value === 'number' || typeof value === 'boolean') details[name] = value;
  }
  return details;
}

/** Leaves of each absolute path only the last part: the whole text, a quoted part of it, or a word of it. */
function hidePaths(text: string): string {
  if (isAbsolute(text)) return lastPart(text);
  return text
    .replace(/'[^'\n]*'|"[^"\n]*"/g, (quoted) => {
      const inner = quoted.slice(1, -1);
      return isAbsolute(inner) ? `${quoted[0]}${lastPart(inner)}${quoted[0]}` : quoted;
    })
    .replace(/[^\s'"(),]+/g, (word) => (isAbsolute(word) ? lastPart(word) : word));
}

function isAbsolute(text: string): boolean {
  return /^(?:\/|\\\\|[a-z]:[\\/]|file:)/i.test(text);
}

function lastPart(path: string): string {
  return win32.basename(posix.basename(path));
}

/** Seconds after which a client may try again what failed with 503. */
export const retryAfterSeconds = 1;

/** The body of a failure, as `errorSchema` describes it. */
export function errorBody(error: FootnoteError) {
  return { error: { code: error.code, message: error.message, details: error.details } };
}

/** {@link errorBody} as it is sent. */
export function errorText(error: FootnoteError): string {
  return JSON.stringify(errorBody(error));
}

/**
 * The public face of `error`. Logs what was the server's own fault, whatever the client is told; the question is kept
 * out of the log.
 */
export function publicFailure(error: unknown, request: FastifyRequest): FootnoteError {
  const shown = publicError(ofRequest(error, request), (part) => fieldsOf(request, part));
  if (shown.status >= 500 && !isExpected(error)) logFailure(error, shown, request);
  return shown;
}

/** Answers with {@link publicFailure}, which no cache may keep, as the contract tells it that the request is under. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicFailure(error, request);
  if (shown.status === 401) void reply.header('WWW-Authenticate', challengeOf(shown));
  const told = contractOf(request)?.failure(shown, request);
  if (!told) return sendFailure(reply, shown.status, errorText(shown), secondsOf(shown));
  sendFailure(reply, told.status, JSON.stringify(told.body), retryAfterOf(told.body));
  return reply;
}

/** The challenge of a 401: https://www.rfc-editor.org/rfc/rfc6750#section-3. */
function challengeOf({ code }: FootnoteError): string {
  const realm = 'Bearer realm="footnote"';
  return code === 'credentials_invalid' ? `${realm}, error="invalid_token"` : realm;
}

/** The data of the event that ends a stream which failed. */
export function failureEvent(error: FootnoteError, request: FastifyRequest): object {
  const contract = contractOf(request);
  if (!contract) return { type: 'error', ...errorBody(error) };
  return contract.failureEvent?.(error, request) ?? contract.failure(error, request).body;
}

/** Answers with a status and an {@link errorText}. `retryAfter` is in seconds. Default: 1 where the status is 503. */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  text: string,
  retryAfter = status === 503 ? retryAfterSeconds : undefined,
): FastifyReply {
  if (retryAfter !== undefined) void reply.header('Retry-After', retryAfter);
  void reply.header('Cache-Control', 'no-store');
  return reply.status(status).type('application/json; charset=utf-8').send(text);
}

/** Seconds to wait that a refusal names. */
function secondsOf({ status, details }: FootnoteError): number | undefined {
  const { seconds } = details as { readonly seconds?: unknown };
  return status === 429 && typeof seconds === 'number' ? seconds : undefined;
}

function retryAfterOf(body: object): number | undefined {
  return 'retry_after' in body && typeof body.retry_after === 'number' ? body.retry_after : undefined;
}

/** What a part of a request to its route may hold. */
function fieldsOf({ routeOptions }: FastifyRequest, part: string): readonly string[] {
  const schema = part === 'body' || part === 'querystring' ? routeOptions.schema?.[part] : undefined;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Fastify does not say which limit a body exceeded, nor of which type it was; the request does. */
function ofRequest(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new FootnoteError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request);
    default:
      return error;
  }
}

/** A server that is still loading, closing or full says so often and has nothing to report. */
function isExpected(error: unknown): boolean {
  if (!isFootnoteError(error) || error.cause !== undefined) return false;
  return ['server_not_ready', 'server_busy', 'originals_full'].includes(error.code);
}

function logFailure(error: unknown, shown: FootnoteError, request: FastifyRequest): void {
  const trace = describe(error);
  request.log.error({
    code: shown.code,
    method: request.method,
    route: request.routeOptions.url,
    trace: withoutQuestion(trace, request.body),
  });
}

/** The failure with its causes: what an operator needs to find it. A typed error speaks for itself. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = isFootnoteError(error) ? `${error.code}: ${error.message}` : (error.stack ?? error.message);
  return error.cause === undefined ? text : `${text}\ncaused by ${describe(error.cause)}`;
}

/** Fields of bodies that hold what a user wrote, in the native API and in the contracts. */
const writtenFields = new Set(['question', 'context', 'query', 'message', 'selectedText', 'selected_text']);

/** What a user wrote may also stand deeper in a body: in a list of messages, in the arguments of a tool. */
function withoutQuestion(text: string, body: unknown): string {
  return [...writtenIn(body)].reduce((rest, said) => rest.replaceAll(said, '[question]'), text);
}

function* writtenIn(part: unknown, name = ''): Generator<string> {
  if (typeof part === 'string') {
    if (part !== '' && (writtenFields.has(name) || /\S\s+\S/.test(part))) yield part;
  } else if (typeof part === 'object' && part !== null) {
    for (const [key, inner] of Object.entries(part)) yield* writtenIn(inner, key);
  }
}

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
    const problem = bodyProblem(request, bytes, text);
    if (problem) done(problem);
    else void parseJson(request, text, done);
  });
  server.addContentTypeParser('*', (request, _payload, done) => {
    done(unsupportedMediaType(request));
  });
}

/** The refusal of a body for its type. */
function unsupportedMediaType(request: FastifyRequest): FootnoteError {
  return typeRefusal(request, shorten(request.headers['content-type'] ?? ''));
}

function typeRefusal({ routeOptions }: FastifyRequest, type: string): FootnoteError {
  const { accepts: accepted = 'application/json' } = routeOptions.config;
  return new FootnoteError('media_type_unsupported', { type, accepted });
}

/** Why a body is not to be parsed. */
function bodyProblem(request: FastifyRequest, bytes: Buffer, text: string): FootnoteError | undefined {
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

/**
 * Answers what no route takes, or what one takes and has nothing for: `method_not_allowed` with `Allow` where only
 * another method would be taken (https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed), else
 * `route_unknown`. `OPTIONS` says the methods and nothing about other origins, so that a browser lets none of them in.
 * Registered before the routes.
 */
export function registerUnrouted(server: Server): void {
  const methodsByRoute = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ method, url }) => {
    const methods = methodsByRoute.get(url) ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) methods.add(one);
    methodsByRoute.set(url, methods);
  });
  // The router takes nothing for a parameter too.
  server.addHook('preValidation', (request, reply, done) => {
    if (Object.values(request.params as object).includes('')) reply.callNotFound();
    else done();
  });
  const allowedAt = (path: string) =>
    [...methodsByRoute].flatMap(([url, methods]) => (routePattern(url).test(path) ? [...methods] : []));

  server.setNotFoundHandler((request, reply) => {
    const { method } = request;
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = allowedAt(path);
    const allowed = methods.toSorted().join(', ');
    if (allowed === '' || (methods.includes(method) && method !== 'OPTIONS')) {
      return replyError(new FootnoteError('route_unknown', { method, path: shorten(path) }), request, reply);
    }
    void reply.header('Allow', allowed);
    if (method === 'OPTIONS') return reply.status(204).send();
    return replyError(
      new FootnoteError('method_not_allowed', { method, path: shorten(path), allowed }),
      request,
      reply,
    );
  });
}

/** The paths of a route: a parameter stands for one part of the path, whatever is percent-encoded in it. */
function routePattern(url: string): RegExp {
  // Two colons are one that is part of the address, and what a parameter may be stands behind its name.
  const parts = url.split('::').map((part) => part.replace(/\(\^.*?\)$/, ''));
  return new RegExp(`^${parts.map(partPattern).join(':')}$`);
}

function partPattern(part: string): string {
  return escapedPattern(part).replace(/:\w+/g, '[^/]+');
}
