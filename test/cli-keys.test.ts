import { afterAll, describe, expect, test } from 'vitest';
import type { ApiKey, CreatedKey } from '../src/contracts/principal.ts';
import { expectFailure } from './expect-failure.ts';
import { footnoteSession } from './footnote-session.ts';
import { startFootnote, temporaryFolder } from './run-footnote.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const session = footnoteSession();
const run = (args: readonly string[]) => session(args, { cwd: folder.path });

async function json<Result>(args: readonly string[]): Promise<Result> {
  const { stdout, stderr, code } = await run([...args, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Result;
}

describe('keys', () => {
  test('there are none at first, and how to make one is said', async () => {
    expect((await run(['keys'])).stdout).toContain('footnote keys create NAME');
    expect(await json(['keys', 'list'])).toEqual({ keys: [] });
  });

  test('are made, shown once and alone on their line', async () => {
    const { stdout, stderr, code } = await run(['keys', 'create', 'me', '--role', 'admin']);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^fn_[0-9a-f]{12}_[\w-]{43}$/);
    expect(stderr).toContain('cannot be shown again');
  });

  test('have what their options say', async () => {
    const options = ['--role', 'write', '--collections', 'a, b', '--groups', 'staff', '--expires', '90d'];
    const made = await json<CreatedKey>(['keys', 'create', 'website', ...options]);
    expect(made).toMatchObject({
      name: 'website',
      role: 'write',
      collections: ['a', 'b'],
      groups: ['staff'],
    });
    const days = (Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect(await json<CreatedKey>(['keys', 'create', 'all', '--all-groups'])).toMatchObject({
      groups: 'all',
    });
  });

  test('show their quota as its option takes it, where it is made and in the list', async () => {
    const made = await run(['keys', 'create', 'intern', '--quota', '100/day,500000tokens/month']);
    expect(made.stdout).toContain('100/day, 500000tokens/month');
    const listed = await run(['keys', 'list']);
    expect(listed.stdout).toMatch(/QUOTA/);
    expect(listed.stdout).toMatch(/intern .* 100\/day, 500000tokens\/month .* in force/);
  });

  test('are listed without their secrets, and revoked by the beginning of their id', async () => {
    const { id, key } = await json<CreatedKey>(['keys', 'create', 'gone']);
    const listed = await run(['keys', 'list']);
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).not.toContain(key.slice(id.length));
    const { revoked } = await json<{ revoked: ApiKey }>(['keys', 'revoke', id.slice(0, 14)]);
    expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) });
    expect((await run(['keys', 'list'])).stdout).toMatch(new RegExp(`${id}.*revoked`));
  });

  test('are revoked by all of one too, and no secret is shown or kept', async () => {
    const { id, key } = await json<CreatedKey>(['keys', 'create', 'pasted']);
    expect(await json(['keys', 'revoke', key])).toMatchObject({ revoked: { id } });
    const secret = key.slice(id.length + 1);
    const unknown = await run(['keys', 'revoke', `fn_000000000000_${secret}`]);
    expect(unknown.stderr).toContain('There is no key "fn_000000000000"');
    const audit = await run(['audit', '--action', 'key.revoke', '--json']);
    expect(audit.stdout).toContain(id);
    for (const text of [unknown.stderr, audit.stdout]) expect(text).not.toContain(secret);
  });

  test('are not revoked where several begin so, or none', async () => {
    for (const begin of ['fn_', '', 'fn_zzz'])
      expectFailure(await run(['keys', 'revoke', begin, '--json']), 1, 'key_unknown');
  });

  test.each([
    [['--role', 'owner'], 'choices are read, write, admin'],
    [['--collections', 'a,,b'], 'between commas'],
    [['--collections', 'Not A Name'], 'a-z'],
    [['--groups', 'a', '--all-groups'], 'cannot be used with'],
    [['--expires', '2020-01-01'], 'is over already'],
    [['--expires', 'soon'], 'is not a date such as 2026-01-31, nor a time from now such as 12h or 90d'],
    [['--role', 'admin', '--groups', 'a'], 'an admin has all collections and groups'],
  ])('%j is refused', async (options, problem) => {
    const failed = await run(['keys', 'create', 'x', ...options, '--json']);
    expect(expectFailure(failed, 2, 'request_invalid').message).toContain(problem);
  });
});

describe('an address that other machines reach', () => {
  const empty = temporaryFolder();
  afterAll(() => empty[Symbol.dispose]());
  const serve = ['serve', '--port', '0', '--host', '0.0.0.0', '--json'];

  test('is refused without keys', async () => {
    const failed = await session(serve, { cwd: empty.path });
    expect(expectFailure(failed, 1, 'address_needs_keys').message).toContain('footnote keys create');
    const started = await session(['start', ...serve.slice(1)], { cwd: empty.path });
    expectFailure(started, 1, 'address_needs_keys');
  });

  test.each([
    ['with keys', folder.path, [], 401],
    ['where the risk is named', empty.path, ['--allow-anyone'], 200],
  ])('is listened on %s', async (_, cwd, flags, status) => {
    const server = startFootnote([...serve, ...flags], { cwd });
    const [, port] = await server.waitFor(/"address":"http:\/\/[^"]*:(\d+)"/);
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/collections`)).status).toBe(status);
    server.child.kill('SIGTERM');
    await server.finished;
  });
});
