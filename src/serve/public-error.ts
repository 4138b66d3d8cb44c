import { posix, win32 } from 'node:path';
import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, FootnoteError, isFootnoteError } from '../errors.ts';
import { didYouMean } from '../values/closest-name.ts';
import { valueProblem } from '../values/value-problem.ts';

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
