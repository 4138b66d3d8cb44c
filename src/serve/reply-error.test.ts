import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorTable, FootnoteError, isFootnoteError } from '../errors.ts';
import { publicError } from './reply-error.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

/** Codes whose details come from the request alone. A new code is not among them until somebody decides so. */
const echoes = [
  'body_too_large',
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
  // What is put in over HTTP: all of it is the request's own words.
  'collection_exists',
  'file_too_large',
  'folder_forbidden',
  'upload_too_large',
];

function errorWith(code: ErrorCode, value: string): FootnoteError {
  const names = [...errorTable[code].message.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, value]);
  return new FootnoteError(code, Object.fromEntries(names), { cause: new Error(value) });
}

describe.each([
  '/home/alice/secret/store.db',
  "ENOENT: no such file or directory, open '/home/alice/secret dir/store.db'",
  'cannot read "/home/alice/secret dir/store.db" (again)',
  'disk I/O error at /home/alice/secret/store.db:12',
  'file:///home/alice/secret/store.db',
  'C:\\Users\\alice\\secret\\store.db',
  '\\\\server\\alice\\store.db',
])('a path in the details: %s', (value) => {
  test.each(codes.filter((code) => !echoes.includes(code)))('%s does not show where it is', (code) => {
    const shown = publicError(errorWith(code, value));
    expect(shown.code).toBe(code);
    expect(`${shown.message} ${JSON.stringify(shown.details)}`).not.toMatch(/alice|secret/);
  });
});

test('the last part of a path stays, so that the message still says what it is about', () => {
  const shown = publicError(errorWith('store_read_only', '/home/alice/.footnote/store.db'));
  expect(shown.message).toContain('store.db');
});

test.each(echoes as ErrorCode[])('%s says what the request said', (code) => {
  const error = errorWith(code, '/sent/by/the/client');
  const shown = publicError(error);
  expect(shown).toMatchObject({ code, details: error.details });
  if (errorTable[code].message.includes('{')) expect(shown.message).toContain('/sent/by/the/client');
});

/** A server that does not start tells it on the command line alone. */
const notServed = new Set<ErrorCode>(['address_needs_keys', 'address_unusable', 'port_taken']);

test.each(codes.filter((code) => !notServed.has(code)))(
  '%s names no command, which nobody who asks a server can type',
  (code) => {
    const shown = publicError(errorWith(code, 'here'));
    expect(shown.message).not.toMatch(/footnote [a-z]|--[a-z]|\bcommand\b/);
  },
);

test('a remedy that is a command becomes one that whoever asks a server can act on', () => {
  const remedy = 'If your shell does not expand globs, give the folder, and the glob with --include';
  const shown = publicError(new FootnoteError('path_not_found', { path: '/srv/*.md', remedy }));
  expect(shown.message).toBe('*.md does not exist. Ask whoever runs the server.');
});

test('details that are no scalars are not shown', () => {
  const error = new FootnoteError('store_corrupt', {
    path: 'store.db',
    problem: 'malformed',
    rows: [{ content: 'confidential' }],
  });
  expect(publicError(error).details).toEqual({ path: 'store.db', problem: 'malformed' });
});

test.each([new Error('secret'), new TypeError('secret'), 'secret', undefined, null, { code: 'secret' }])(
  'what nobody foresaw is internal: %s',
  (error) => {
    const shown = publicError(error);
    expect(isFootnoteError(shown) && shown.code).toBe('internal');
    expect(JSON.stringify([shown.message, shown.details])).not.toContain('secret');
  },
);
