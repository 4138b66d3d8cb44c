import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { wordAnalyser } from '../embedded/word-analyser.test-support.ts';
import { explainNeo4jError } from './neo4j-connection.ts';
import { neo4jEngine } from './neo4j-engine.ts';

const failure = (code: string, message = 'What the server says.') =>
  explainNeo4jError(Object.assign(new Error(message), { code }));

test.each([
  ['ServiceUnavailable', 'unavailable'],
  ['SessionExpired', 'unavailable'],
  ['Neo.TransientError.Transaction.DeadlockDetected', 'unavailable'],
  ['Neo.ClientError.Transaction.TransactionTimedOut', 'unavailable'],
  ['Neo.ClientError.Security.Unauthorized', 'rejected'],
  ['Neo.ClientError.Statement.SyntaxError', 'rejected'],
  ['Neo.ClientError.Database.DatabaseNotFound', 'rejected'],
])('%s is %s', (code, kind) => {
  expect(failure(code)?.kind).toBe(kind);
});

test('a full disk is told as one', () => {
  expect(
    failure('Neo.DatabaseError.General.UnknownError', 'write failed: No space left on device')?.kind,
  ).toBe('full');
});

test('other errors are left to whoever knows them', () => {
  expect(explainNeo4jError(new TypeError('no code'))).toBeUndefined();
  expect(explainNeo4jError(undefined)).toBeUndefined();
});

test('an unusable address is refused without being repeated', () => {
  for (const url of ['', 'localhost', 'http://user:secret@localhost:7687', 'bolt://user:secret@'])
    expect(() => neo4jEngine({ url, analyser: wordAnalyser })).toThrow(
      'url: it must be an address such as bolt://127.0.0.1:7687 or neo4j+s://example.org.',
    );
});

test.each([
  ['label', 'a`b'],
  ['vectorIndex', 'x y'],
  ['fulltextIndex', ''],
])('%s may not be %j', (name, value) => {
  expect(() => neo4jEngine({ url: 'bolt://localhost', analyser: wordAnalyser, [name]: value })).toThrow(
    `${name}: it must be up to 63 letters, digits, _ and -, the first no digit.`,
  );
});

async function failureAt(port: number): Promise<{ code?: string; message?: string }> {
  const url = `bolt://someone:very-secret@127.0.0.1:${port}`;
  const engine = neo4jEngine({ url, analyser: wordAnalyser, timeoutMs: 700 });
  try {
    await engine.drop('index');
    return {};
  } catch (error) {
    return error as { code: string; message: string };
  } finally {
    await engine.close();
  }
}

describe('a server that is not as it should be', () => {
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  });

  async function listen(answer: (socket: Socket) => void): Promise<number> {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      answer(socket);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }

  test('that refuses connections is named, with what to do', async () => {
    const port = await listen(() => {});
    await new Promise((resolve) => server?.close(resolve));
    expect(await failureAt(port)).toMatchObject({
      code: 'engine_unavailable',
      message: `Neo4j at 127.0.0.1:${port} is not available: it refuses the connection. Start it, or check engine.url.`,
    });
  });

  test('that closes every connection is unavailable', async () => {
    const port = await listen((socket) => socket.destroy());
    const { code, message } = await failureAt(port);
    expect(code).toBe('engine_unavailable');
    expect(message).not.toContain('secret');
  });

  test('that never answers is given up at the deadline', async () => {
    const port = await listen(() => {});
    const startedMs = performance.now();
    const { code, message } = await failureAt(port);
    expect(code).toBe('engine_unavailable');
    expect(message).toContain(`Neo4j at 127.0.0.1:${port}`);
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });
});
