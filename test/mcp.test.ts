import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { answerStream } from '../src/answer/answer.ts';
import type { Footnote } from '../src/footnote.ts';
import { quickAnswers } from './corpus.ts';
import { launcher, ownEnvironment, temporaryFolder } from './run-footnote.ts';
import { footnoteWith, openTestStore, startTestServer } from './serve-fixture.ts';

const store = await openTestStore();
const server = await startTestServer(store);
afterAll(async () => {
  await server.server.close();
  await store.close();
});

const question = 'How long do parcels to Norway take?';
const client = { name: 'test', version: '1.0.0' };
const command = {
  command: process.execPath,
  args: [launcher, 'mcp', '--store', store.config.store],
  env: { ...ownEnvironment(), FOOTNOTE_ANSWER_READER: quickAnswers.reader } as Record<string, string>,
  stderr: 'pipe' as const,
};

/** What the tests ask of a client, which both generations of the SDK have. */
interface AnyClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ tools: readonly { name: string; outputSchema?: object | undefined }[] }>;
  listResources(): Promise<{ resources: readonly { uri: string; name: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: readonly object[] }>;
  getServerVersion(): { name: string } | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

/** What came of a tool. */
interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

const call = async (to: AnyClient, name: string, args: Record<string, unknown>) =>
  (await to.callTool({ name, arguments: args })) as ToolResult;

/** A client of today's SDK, which speaks the revision of 2026 or, like most hosts, the one of 2025. */
async function newClient(mode: 'legacy' | 'auto', transport: NewHttp | NewStdio): Promise<NewClient> {
  const made = new NewClient(client, { versionNegotiation: { mode } });
  await made.connect(transport);
  return made;
}

/** A client of the SDK that most hosts are built with. */
async function oldClient(transport: OldHttp | OldStdio): Promise<OldClient> {
  const made = new OldClient(client);
  await made.connect(transport);
  return made;
}

const address = (of = server) => new URL('/mcp', of.address);

const doors: readonly (readonly [string, () => Promise<AnyClient>])[] = [
  ['HTTP, revision of 2026', () => newClient('auto', new NewHttp(address()))],
  ['HTTP, revision of 2025', () => newClient('legacy', new NewHttp(address()))],
  ['HTTP, SDK 1', () => oldClient(new OldHttp(address()))],
  ['standard input and output, revision of 2026', () => newClient('auto', new NewStdio(command))],
  ['standard input and output, SDK 1', () => oldClient(new OldStdio(command))],
];

describe.each(doors)('over %s', (_, connect) => {
  test('tools answer with structured citations and readable text, and fail with a remedy', async () => {
    const to = await connect();
    onTestFinished(() => to.close());
    expect(to.getServerVersion()).toMatchObject({ name: 'footnote' });
    expect(to.getInstructions()).toContain('read_document');
    const { tools } = await to.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask', 'search', 'read_document', 'list_documents']);
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);

    const { content, structuredContent } = await call(to, 'ask', { question });
    const quote = 'Parcels to Norway take nine days and need a customs form.';
    expect(structuredContent).toMatchObject({
      answer: `${quote} [1]`,
      abstained: false,
      citations: [
        { number: 1, collection: 'default', headingPath: ['Shipping', 'Abroad'], quote, verdict: 'verbatim' },
      ],
    });
    expect(content[0]?.text).toMatch(
      /^Parcels to Norway .* \[1\]\n\n\[1\] \S*shipping\.md › Shipping › Abroad, characters \d+–\d+: “Parcels to Norway /,
    );

    const [citation] = (structuredContent ?? {}).citations as [
      { documentId: string; uri: string; start: number; end: number },
    ];
    const { documentId, start, end } = citation;
    const { text } = await store.footnote.getDocumentText(documentId);
    expect(text.slice(start, end)).toBe(quote);
    const span = await call(to, 'read_document', { document: documentId, start, end, neighbours: 1 });
    expect(span.structuredContent).toMatchObject({
      text: `## Abroad\n\n${quote}`,
      span: { start, end },
      length: text.length,
      headingPath: ['Shipping', 'Abroad'],
    });
    const whole = await call(to, 'read_document', { document: documentId });
    expect(whole.structuredContent).toMatchObject({ text, start: 0, end: text.length, nextStart: null });

    const found = await call(to, 'search', { question, topK: 1 });
    expect(found.structuredContent).toMatchObject({
      relevant: true,
      hits: [{ documentId, uri: citation.uri }],
    });
    // A7, A10: a document without the field is of the project that has the name of its collection.
    for (const [project, relevant] of [
      ['default', true],
      ['quarry', false],
    ] as const)
      expect((await call(to, 'search', { question, project })).structuredContent).toMatchObject({ relevant });
    const listed = await call(to, 'list_documents', { search: 'refunds' });
    expect(listed.structuredContent).toMatchObject({
      matching: 1,
      collections: ['default'],
      documents: [{ title: 'Refunds' }],
    });
    expect(listed.content[0]?.text).toMatch(/^1 of 1 documents\. Collections: default\.\n\n- \S+ — Refunds /);

    for (const [name, args, problem] of [
      ['ask', { question: '  ' }, /^The question is empty\. Enter /],
      [
        'ask',
        { question, collections: ['none'] },
        /^There is no collection "none" here\. .*Choose one of them/,
      ],
      ['search', { question, topk: 3 }, /topk/],
      ['read_document', { document: 'none' }, /^There is no document "none".* Choose one from the list/],
      [
        'read_document',
        { document: documentId, start: 99_999 },
        /^start: it is past the end of the document/,
      ],
    ] as const) {
      const failed = await call(to, name, args);
      expect(failed.isError, name).toBe(true);
      expect(failed.content[0]?.text).toMatch(problem);
    }
  });

  test('documents are resources', async () => {
    const to = await connect();
    onTestFinished(() => to.close());
    const { resources } = await to.listResources();
    expect(resources).toHaveLength(3);
    for (const { uri, name } of resources) {
      const { text } = await store.footnote.getDocumentText(name);
      expect((await to.readResource({ uri })).contents).toEqual([{ uri, mimeType: 'text/plain', text }]);
    }
    const gone = { uri: 'footnote://collections/default/documents/none' };
    await expect(to.readResource(gone)).rejects.toThrow('There is no document "none"');
    for (const uri of [
      'footnote://collections/default/documents/%',
      'footnote://collections/%ff/documents/a',
    ])
      await expect(to.readResource({ uri })).rejects.toThrow('Resource not found');
  });
});

test('a question that nothing bears on is no error', async () => {
  const to = await newClient('auto', new NewHttp(address()));
  onTestFinished(() => to.close());
  const { isError, structuredContent } = await call(to, 'ask', { question: 'Who painted the Mona Lisa?' });
  expect([isError, structuredContent?.abstained, structuredContent?.citations]).toEqual([
    undefined,
    true,
    [],
  ]);
});

test.each(['auto', 'legacy'] as const)('whoever waits is told how far an answer is (%s)', async (mode) => {
  const to = await newClient(mode, new NewHttp(address()));
  onTestFinished(() => to.close());
  const told: { progress: number; message?: string | undefined }[] = [];
  await to.callTool({ name: 'ask', arguments: { question } }, { onprogress: (one) => told.push(one) });
  expect(told).toEqual([
    { progress: 1, message: '3 passages found' },
    { progress: 2, message: 'A sentence is written and checked' },
  ]);
});

/** A server whose answers never come; `begun` has the signal of the first. */
async function neverAnswering() {
  const begun = Promise.withResolvers<AbortSignal>();
  const ask: Footnote['ask'] = (_question, { signal } = {}) =>
    answerStream(async function* () {
      begun.resolve(signal as AbortSignal);
      await once(signal as AbortSignal, 'abort');
      yield* [];
      throw signal?.reason;
    });
  const footnote = footnoteWith(store.footnote, { ask });
  const config = { ...store.config, server: { ...store.config.server, maxQuestions: 1, maxQueued: 0 } };
  const own = await startTestServer({ config, footnote }, { streamLimits: { closingMs: 0 } });
  return { own, begun: begun.promise };
}

test('a client that gives up stops the work, and another is refused until then', async () => {
  const { own, begun } = await neverAnswering();
  onTestFinished(() => own.server.close());
  const to = await newClient('auto', new NewHttp(address(own)));
  onTestFinished(() => to.close());
  const wait = new AbortController();
  const waiting = to.callTool({ name: 'ask', arguments: { question } }, { signal: wait.signal });
  const signal = await begun;
  const busy = await call(to, 'search', { question });
  expect(busy.isError).toBe(true);
  expect(busy.content[0]?.text).toContain('it works on 1 questions at most');
  wait.abort();
  await expect(waiting).rejects.toThrow();
  await expect.poll(() => signal.aborted).toBe(true);
  await expect.poll(async () => (await call(to, 'search', { question })).isError).not.toBe(true);
  expect(own.log).toEqual([]);
});

test.each(['auto', 'legacy'] as const)(
  'a call that never ends does not hold up a server that closes (%s)',
  async (mode) => {
    const { own, begun } = await neverAnswering();
    const to = await newClient(mode, new NewHttp(address(own)));
    const waiting = to.callTool({ name: 'ask', arguments: { question } }).catch((error: unknown) => error);
    const signal = await begun;
    await own.server.close();
    expect(signal.aborted).toBe(true);
    await to.close();
    expect(await waiting).toBeInstanceOf(Error);
  },
);

const failing: Footnote['search'] = (text) =>
  Promise.reject(new Error(`cannot open /home/alice for "${text}"`));

test('a failure that nobody foresaw is told to the log and not to the client, and the question to neither', async () => {
  const own = await startTestServer({
    config: store.config,
    footnote: footnoteWith(store.footnote, { search: failing }),
  });
  onTestFinished(() => own.server.close());
  const to = await newClient('auto', new NewHttp(address(own)));
  onTestFinished(() => to.close());
  const failed = await call(to, 'search', { question });
  expect(failed.content[0]?.text).toMatch(/^Something went wrong inside Footnote\. Check the server log/);
  expect(own.log).toHaveLength(1);
  expect(own.log[0]).toContain('cannot open /home/alice for \\"[question]\\"');
  expect(own.log[0]).not.toContain(question);
});

test('the settings that docs/integrations.md has for assistants start a server that they can use', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/integrations.md'), 'utf8');
  const settings = [...page.matchAll(/^```json\n(.*?)^```/gms)].flatMap(([, json = '']) =>
    Object.values(JSON.parse(json) as Record<string, Record<string, { command: string; args: string[] }>>),
  );
  expect(settings).toHaveLength(3);
  const [own] = settings;
  for (const { footnote } of settings) {
    expect(footnote?.command).toBe('footnote');
    expect(footnote?.args).toEqual(own?.footnote?.args);
  }
  const args = own?.footnote?.args.slice(0, -1) ?? [];
  const to = await oldClient(new OldStdio({ ...command, args: [launcher, ...args, store.config.store] }));
  onTestFinished(() => to.close());
  expect((await call(to, 'list_documents', {})).structuredContent).toMatchObject({ matching: 3 });
});

test('what is no message of the protocol is refused in words', async () => {
  const refused = await server.send('/mcp', { body: { question } });
  expect([refused.status, refused.json()]).toMatchObject([400, { error: { details: { field: 'jsonrpc' } } }]);
  const stranger = { origin: 'http://evil.example' };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect((await server.send('/mcp', { body: message, headers: stranger })).status).toBe(403);
});

describe('footnote mcp', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client },
  };

  /** The command with a client that has said hello, and been answered. */
  async function started() {
    const child = spawn(command.command, command.args, { env: command.env });
    const ended = once(child, 'close');
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
    child.stdin.write(`words\n{"no": "message"}\n${JSON.stringify(initialize)}\n`);
    await expect.poll(() => said.stdout).toContain('\n');
    return { child, said, ended };
  }

  test('writes nothing but the protocol to standard output, and ends when standard input does', async () => {
    const { child, said, ended } = await started();
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    const lines = said.stdout.split('\n').filter((line) => line !== '');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'footnote' } } },
    ]);
    expect(said.stderr).toMatch(/^warning: /);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends at %s although a client is connected', async (name) => {
    const { child, ended } = await started();
    child.kill(name);
    expect(await ended).toEqual([0, null]);
  });

  test('says on standard error what is missing, and answers all the same', async () => {
    using folder = temporaryFolder();
    const transport = new NewStdio({
      ...command,
      args: [launcher, 'mcp', '--store', join(folder.path, 'none')],
    });
    let said = '';
    transport.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const to = await newClient('auto', transport);
    onTestFinished(() => to.close());
    await expect
      .poll(() => said)
      .toContain('There are no documents here yet. Add some with: footnote ingest PATH');
    const failed = await call(to, 'ask', { question });
    expect(failed.isError).toBe(true);
    expect(failed.content[0]?.text).toMatch(
      /^There is no collection "default" here\. .*put documents into a new one\.$/,
    );
  });
});
