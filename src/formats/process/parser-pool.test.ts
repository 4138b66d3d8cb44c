import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/corpus.ts';
import type { Container, Parser } from '../../contracts/parser.ts';
import { containers, parsers } from '../misbehaving-parsers.test-support.ts';
import { ParserPool, type ParserPoolOptions } from './parser-pool.ts';

const { href } = new URL('../misbehaving-parsers.test-support.ts', import.meta.url);

function open(options: Partial<ParserPoolOptions> = {}): ParserPool {
  return new ParserPool({
    processes: 1,
    timeoutMs: 30_000,
    maxMemoryMb: 300,
    formats: href,
    ...options,
  });
}

function run(pool: ParserPool, name: string, options: { text?: string; signal?: AbortSignal } = {}) {
  const parser = parsers.find((parser) => parser.name === name);
  if (!parser) throw new Error(`no parser ${name}`);
  const bytes = new TextEncoder().encode(options.text ?? 'text');
  return pool.run(parser, { path: 'a/file.x', bytes }, { signal: options.signal });
}

function opened(options: Partial<ParserPoolOptions> = {}): ParserPool {
  const pool = open(options);
  onTestFinished(() => pool.close());
  return pool;
}

describe('a parser that must be ended fails its file and nothing else', () => {
  const pool = open();
  afterAll(() => pool.close());

  test.each([
    ['fill the heap', 'needed more than 300 MB'],
    ['allocate at once', 'needed more than 300 MB'],
    ['fill memory outside the heap', 'needed more than 300 MB'],
    ['exit', 'crashed (exit status 3)'],
    ['abort', 'crashed (SIGABRT)'],
    ['throw', 'failed (x is not a function)'],
    ['fail later', 'crashed (exit status 1)'],
    ['answer with a function', "failed (() => 'no data' could not be cloned.)"],
  ])('%s', async (name, problem) => {
    await expect(run(pool, name)).rejects.toMatchObject({
      code: 'parser_stopped',
      details: { path: 'a/file.x', problem },
    });
    await expect(run(pool, 'echo', { text: 'next' })).resolves.toMatchObject({ text: 'next' });
  });
});

test.each(['hang', 'wait forever'])('the time limit ends a parser: %s', async (name) => {
  const pool = opened({ timeoutMs: 500 });
  await expect(run(pool, name)).rejects.toMatchObject({
    code: 'parser_stopped',
    message:
      'a/file.x could not be parsed: the parser took longer than 0.5 s. Split the file, or raise ingest.parserTimeoutMs.',
  });
  await expect(run(pool, 'echo')).resolves.toMatchObject({ text: 'text' });
});

test('typed errors arrive as they were thrown', async () => {
  await expect(run(opened(), 'refuse')).rejects.toMatchObject({
    code: 'file_malformed',
    details: { path: 'a/file.x', line: 7, problem: 'no end' },
    message: 'a/file.x, line 7: no end. Fix the file, then run the same again.',
  });
});

test('documents and bytes arrive as they were sent', async () => {
  const text = 'Grüße, 世界 🌍\n'.repeat(300_000);
  const parsed = await run(opened(), 'echo', { text });
  expect(parsed).toEqual({
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    metadata: {},
    warnings: [],
  });
});

test('bytes are a plain array, whatever they were', async () => {
  const parser = parsers.find(({ name }) => name === 'name the type of the bytes') as Parser;
  const parsed = await opened().run(parser, { path: 'a', bytes: Buffer.from('text') }, {});
  expect(parsed.text).toBe('Uint8Array');
});

test('a process is used again, and no more are started than allowed', async () => {
  const pool = opened({ processes: 2 });
  const first = await run(pool, 'name the process');
  expect((await run(pool, 'name the process')).text).toBe(first.text);
  const many = await Promise.all(Array.from({ length: 20 }, () => run(pool, 'name the process')));
  expect(new Set(many.map(({ text }) => text)).size).toBeLessThanOrEqual(2);
});

test('files beside a hanging one go on', async () => {
  const pool = opened({ processes: 2 });
  const stop = new AbortController();
  const hanging = run(pool, 'hang', { signal: stop.signal });
  const texts = await Promise.all(['1', '2', '3'].map((text) => run(pool, 'echo', { text })));
  expect(texts.map(({ text }) => text)).toEqual(['1', '2', '3']);
  stop.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'aborted' });
});

test('an aborted file is ended at once, those waiting for its process go on', async () => {
  const pool = opened();
  const stop = new AbortController();
  const { signal } = stop;
  const settled = Promise.allSettled([
    run(pool, 'hang', { signal }),
    run(pool, 'echo', { signal }),
    run(pool, 'echo', { text: 'after' }),
  ]);
  stop.abort();
  expect(await settled).toMatchObject([
    { reason: { code: 'aborted' } },
    { reason: { code: 'aborted' } },
    { value: { text: 'after' } },
  ]);
  await expect(run(pool, 'echo', { signal })).rejects.toMatchObject({ code: 'aborted' });
});

test('closing ends what is in work and what waits', async () => {
  const pool = open();
  const settled = Promise.allSettled([run(pool, 'hang'), run(pool, 'echo')]);
  await pool.close();
  for (const result of await settled) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } });
  }
  await expect(run(pool, 'echo')).rejects.toMatchObject({ code: 'aborted' });
  await pool.close();
});

test('a parser starts no programs, writes no files and sees no environment', async () => {
  const pool = opened();
  await expect(run(pool, 'start a program')).rejects.toThrow(/Access to this API has been restricted/);
  const file = join(temporaryFolder(), 'written');
  const parser = parsers.find(({ name }) => name === 'write a file') as Parser;
  const writing = pool.run(parser, { path: file, bytes: new Uint8Array() }, {});
  await expect(writing).rejects.toThrow(/Access to this API has been restricted/);
  expect(existsSync(file)).toBe(false);
  expect((await run(pool, 'read the environment')).text).not.toMatch(/HOME|PATH|NODE_/);
});

test('how far a parser is, is told before it is done', async () => {
  const seen: unknown[] = [];
  const parser = parsers.find(({ name }) => name === 'tell how far it is') as Parser;
  const file = { path: 'a/file.x', bytes: new Uint8Array(1) };
  await opened().run(parser, file, { onProgress: (progress) => seen.push(progress) });
  expect(seen).toContainEqual({ done: 1, total: 3, unit: 'page' });
});

describe('containers are unpacked', () => {
  const limits = { maxMembers: 5, maxBytes: 100, maxMemberBytes: 100, maxRatio: 10, maxDepth: 1 };
  const unpack = (pool: ParserPool, name: string, text = '') => {
    const container = containers.find((container) => container.name === name) as Container;
    const file = { path: 'a.box', bytes: new TextEncoder().encode(text) };
    return pool.unpack(container, file, limits, {});
  };

  test('member by member, which the only process for parsing parses meanwhile', async () => {
    const pool = opened();
    const texts: string[] = [];
    for await (const member of unpack(pool, 'lines', 'a\nb\nc')) {
      if ('error' in member) throw member.error;
      const { text } = await run(pool, 'echo', { text: new TextDecoder().decode(member.bytes) });
      texts.push(`${member.path} ${text}`);
    }
    expect(texts).toEqual(['a.box/0 a', 'a.box/1 b', 'a.box/2 c']);
  });

  test('with the error of a member that alone cannot be read', async () => {
    const found: unknown[] = [];
    for await (const member of unpack(opened(), 'lines', 'a\ndamaged\nc')) {
      found.push('error' in member ? [member.path, member.error.code] : member.path);
    }
    expect(found).toEqual(['a.box/0', ['a.box/1', 'file_damaged'], 'a.box/2']);
  });

  test('until nobody asks for more', async () => {
    const pool = opened();
    for await (const { path } of unpack(pool, 'endless')) if (path === 'a.box/3') break;
    await expect(run(pool, 'echo')).resolves.toMatchObject({ text: 'text' });
  });

  test('a member that hangs ends the container', async () => {
    const paths: string[] = [];
    const all = (async () => {
      for await (const { path } of unpack(opened({ timeoutMs: 500 }), 'hang at the second')) paths.push(path);
    })();
    await expect(all).rejects.toMatchObject({ code: 'parser_stopped', details: { path: 'a.box' } });
    expect(paths).toEqual(['a.box/0']);
  });
});

/** In a process of its own: takes every file that may be open, parses, and gives them back. */
const withoutFiles = `
  import { openSync, closeSync } from 'node:fs';
  import { ParserPool } from ${JSON.stringify(new URL('./parser-pool.ts', import.meta.url).href)};
  const pool = new ParserPool({ processes: 1, timeoutMs: 30_000, maxMemoryMb: 300, formats: ${JSON.stringify(href)} });
  const run = () =>
    pool.run({ name: 'echo' }, { path: 'a/file.x', bytes: new Uint8Array() }, {}).then(
      () => 'parsed',
      ({ code, details }) => [code, details.problem.replace(process.execPath, 'node'), details.remedy].join(': '),
    );
  const taken = [];
  try {
    for (;;) taken.push(openSync('/dev/null'));
  } catch {}
  const answers = [await run(), await run()];
  for (const file of taken) closeSync(file);
  answers.push(await run());
  await pool.close();
  process.stdout.write(JSON.stringify(answers));
`;

test('where no process can be started, the file fails for that, and later ones are parsed', async () => {
  const limited = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, withoutFiles]);
  const refused =
    'parser_stopped: could not be started (spawn node EMFILE): Raise the limits on processes, open files or memory, and ' +
    'run the same command again';
  expect(JSON.parse(stdout)).toEqual([refused, refused, 'parsed']);
});
