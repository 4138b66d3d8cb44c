import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { contracts } from '../src/serve/create-server.ts';
import type { Config, PartialConfig } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { seededRandom } from '../src/values/seeded-random.ts';
import { writeFiles } from './corpus.ts';
import { startPglite } from './pglite-server.ts';
import { footnoteWith, type Reply, startTestServer, type TestServer } from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

/*
 * Every operation of `/openapi.json`, asked by everyone who may not see something, on both kinds of records. Words that
 * stand nowhere but in what they may not see must be in no reply. A route that is new is asked too: where its body
 * cannot be made from its examples, the test fails until `bodies` says how. On PostgreSQL, which is this process here
 * and slow, a third of the cases is drawn; all of them with ACCESS_MATRIX=whole in the environment.
 */

/** A word that stands in one place alone. The last part of each says what it is in. */
const canary = (place: string, what: string) => `zq${place}${what}`.toLowerCase();
const kinds = ['title', 'path', 'text', 'heading', 'metadata'] as const;

/** A document each of whose parts has a canary in it. */
function bearing(place: string): Record<string, string> {
  const [title, path, text, heading, metadata] = kinds.map((kind) => canary(place, kind));
  const front = `---\ntitle: Salaries ${title}\nteam: ${metadata}\n---\n`;
  const drawing = Buffer.from(`<svg><text>${text}</text></svg>`).toString('base64');
  return {
    [`${path}.md`]: `${front}# Salaries\n\n## Directors ${heading}\n\nThe director of ${place} earns ninety ${text} coins.\n\n![](data:image/svg+xml;base64,${drawing})\n`,
  };
}

/** Where its picture lies in such a document: in all of them alike, since the names of all places are as long. */
function pictureIn([text = '']: readonly string[]): string {
  return `${text.indexOf(';base64,') + ';base64,'.length}-${text.lastIndexOf(')')}`;
}

const nothing = canary('nobody', 'id');
const public_ = { 'open.md': '# Open hours\n\nThe shop opens at ten and closes at six.\n' };
const question = 'How much does the director earn?';

/** Of what is in each place nobody may learn who is not allowed there. */
const places = ['staff', 'vault', 'talk'] as const;
type Place = (typeof places)[number];

interface Operation {
  readonly operationId: string;
  readonly 'x-access': 'public' | 'read' | 'write' | 'admin';
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: { readonly $ref?: string; readonly examples?: unknown[] } }>
    >;
  };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  };
}

/** What there is to ask for. */
interface Known {
  readonly staffId: string;
  readonly vaultId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly questionId: string;
  /** To an answer that cites what the group `staff` may see. */
  readonly shareId: string;
  readonly folderId: string;
  readonly keyId: string;
  readonly jobId: string;
  /** Of a reader of the collection `own`. */
  readonly key: string;
  /** That the server may read. */
  readonly folder: string;
}

/** Whoever may not see something, and what. */
interface Asker {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hidden: readonly Place[];
  /** Of requests that need more than `public`; undefined: it depends on what they ask for. */
  readonly status?: number;
  readonly role?: 'read' | 'write';
}

describe.each(['sqlite', 'postgresql'] as const)('with records on %s', (kind) => {
  let folder: string;
  let footnote: Footnote;
  let config: Config;
  let known: Known;
  let askers: readonly Asker[];
  let admin: Readonly<Record<string, string>>;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-matrix-'));
    let records: PartialConfig['records'];
    if (kind === 'postgresql') {
      const server = await startPglite();
      closing.push(() => server.close());
      const url = `postgresql://${server.host}:${server.port}/postgres`;
      records = { kind, url, user: 'postgres', schema: 'matrix', timeoutMs: 60_000 };
    }
    const flags = {
      store: join(folder, 'store'),
      embedder: { threads: 1 },
      log: { storeQuestions: true },
      server: { rateLimitPerAddress: 0, folders: [folder] },
      ...(records && { records }),
    };
    ({ config } = resolveConfig({ flags, environment: {}, directory: folder }));
    footnote = await openFootnote(config, await quickAdapters());
    const groups = { 'staff/metadata.yaml': '"**": { groups: [staff] }\n' };
    const staff = Object.entries(bearing('staff')).map(([path, text]) => [`staff/${path}`, text]);
    const open = writeFiles(join(folder, 'open'), { ...public_, ...groups, ...Object.fromEntries(staff) });
    await footnote.ingest([open]);
    const vault = writeFiles(join(folder, 'vault'), bearing('vault'));
    const { length } = (await footnote.ingest([vault], { collection: 'vault' })).failures;
    expect(length).toBe(0);
    await footnote.ingest([writeFiles(join(folder, 'own'), public_)], { collection: 'own' });
    const idIn = async (collection: string, path: string) =>
      (await footnote.listDocuments({ collection })).find((one) => one.path.includes(path))?.documentId ?? '';
    const asked = await footnote.ask(`When does it open, ${canary('talk', 'text')}?`, {
      conversationId: null,
      owner: 'somebody',
      sessionId: 'shared',
    });
    const told = await footnote.ask(question, {
      conversationId: null,
      owner: 'somebody',
      sessionId: 'shared',
    });
    expect(told.citations.map(({ path }) => path).join()).toContain(canary('staff', 'path'));
    const keyFor = async (options: Omit<Parameters<Footnote['createKey']>[0], 'name'>) =>
      footnote.createKey({ name: canary('keys', 'name'), ...options });
    const revoked = await keyFor({ role: 'admin' });
    await footnote.revokeKey(revoked.id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const expired = await keyFor({ role: 'admin', expiresAt: new Date(Date.now() + 60_000).toISOString() });
    vi.useRealTimers();
    admin = bearer(await keyFor({ role: 'admin' }));
    const other = await keyFor({});
    const all = places;
    askers = [
      { name: 'no key', headers: {}, hidden: all, status: 401 },
      {
        name: 'a wrong key',
        headers: { 'x-api-key': `${other.key.slice(0, -3)}xyz` },
        hidden: all,
        status: 401,
      },
      { name: 'an expired key', headers: bearer(expired), hidden: all, status: 401 },
      { name: 'a revoked key', headers: bearer(revoked), hidden: all, status: 401 },
      {
        name: 'a key for another collection',
        headers: bearer(await keyFor({ role: 'write', collections: ['own'], groups: 'all' })),
        hidden: all,
        role: 'write',
      },
      {
        name: 'a key for another group',
        headers: bearer(await keyFor({ role: 'write', collections: ['default'], groups: ['legal'] })),
        hidden: all,
        role: 'write',
      },
      {
        name: 'a read-only key',
        headers: bearer(await keyFor({ collections: ['default'] })),
        hidden: all,
        role: 'read',
      },
    ];
    const [job] = await footnote.listJobs();
    known = {
      staffId: await idIn('default', 'staff'),
      vaultId: await idIn('vault', 'vault'),
      conversationId: asked.conversationId ?? '',
      messageId: asked.messageId ?? '',
      questionId: await firstQuestion(footnote, asked.conversationId ?? ''),
      shareId: (await footnote.shareAnswer(told.messageId ?? '')).shareId,
      // Of a path that has a canary, which is followed by nobody here.
      folderId: (await footnote.watchFolder(join(open, 'staff'))).folderId,
      keyId: other.id,
      jobId: job?.id ?? '',
      folder: open,
      key: (await footnote.createKey({ name: 'reader', collections: ['own'] })).key,
    };
    expect(Object.values(known)).not.toContain('');
  });

  afterAll(async () => {
    await footnote.close();
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const presets = ['none', ...Object.keys(contracts)] as Config['preset'][];

  test('no reply has a word in it that its reader may not see', { timeout: 600_000 }, async () => {
    let cases = 0;
    const found: string[] = [];
    const seen = new Set<string>();
    const leaks: string[] = [];
    const isWhole = kind === 'sqlite' || process.env['ACCESS_MATRIX'] === 'whole';
    const random = seededRandom(29);
    for (const preset of presets) {
      const server = await startTestServer({ config: { ...config, preset }, footnote: oneAtATime(footnote) });
      const description = (await server.send('/openapi.json')).json() as Description;
      const requests = requestsOf(description, known).filter(({ title }) => !seen.has(title));
      for (const { title } of requests) seen.add(title);
      for (const asker of askers) {
        for (const request of requests) {
          if (!isWhole && random() > 1 / 3) continue;
          const reply = await sendAs(server, asker.headers, request);
          cases += 1;
          const where = `${asker.name}: ${request.title}`;
          const text = `${JSON.stringify(reply.headers)} ${reply.body}`.toLowerCase();
          // A refusal may repeat what the request itself says.
          const said = decodeURIComponent(`${request.path} ${JSON.stringify(request.body)}`).toLowerCase();
          for (const place of asker.hidden) {
            for (const part of kinds) {
              const word = canary(place, part);
              if (text.includes(word) && !said.includes(word)) leaks.push(`${where} shows ${place} ${part}`);
            }
          }
          if (text.includes(canary('keys', 'name'))) leaks.push(`${where} shows keys`);
          const needed = request.access;
          if (needed === 'public') continue;
          if (asker.status !== undefined && reply.status !== asker.status)
            leaks.push(`${where} is answered with ${reply.status}`);
          const ranks = ['read', 'write', 'admin'];
          const isTooLow = asker.role && ranks.indexOf(asker.role) < ranks.indexOf(needed);
          if (isTooLow && reply.status !== 403) leaks.push(`${where} is not refused: ${reply.status}`);
        }
      }
      // Whoever may see everything finds what the others were kept from, by the same requests.
      const inOrder = requests.filter(({ spoils }) => !spoils).toSorted((a, b) => a.turn - b.turn);
      const fine = new Set<string>();
      for (const request of inOrder) {
        const reply = await sendAs(server, admin, request);
        if (reply.status < 400) fine.add(request.operation);
        found.push(reply.body.toLowerCase());
        if (reply.status >= 500)
          leaks.push(`admin: ${request.title} fails with ${reply.status} ${reply.body}`);
      }
      const asked = requests.map(({ operation }) => operation);
      const never = new Set(asked.filter((operation) => !unanswered.has(operation))).difference(fine);
      expect([...never], `asked for in a way that no one is answered; say how in "bodies"`).toEqual([]);
      await server.server.close();
    }
    expect(leaks).toEqual([]);
    for (const place of ['staff', 'vault'] as const)
      for (const part of kinds)
        expect(
          found.some((body) => body.includes(canary(place, part))),
          `${place} ${part} can be found`,
        ).toBe(true);
    expect(found.some((body) => body.includes(canary('talk', 'text')))).toBe(true);
    expect(cases).toBeGreaterThan(isWhole ? 500 : 200);
    process.stdout.write(`access matrix on ${kind}: ${cases} cases, ${leaks.length} leaks\n`);
  });

  test('what is another’s is told like what is not there', { timeout: 300_000 }, async () => {
    const server = await startTestServer({ config, footnote: oneAtATime(footnote) });
    const description = (await server.send('/openapi.json')).json() as Description;
    const [, , , , collectionless, groupless, reader] = askers as Asker[];
    const requests = requestsOf(description, known).filter(({ path }) => path.includes('/collections/'));
    let compared = 0;
    const differing: string[] = [];
    const compare = async (asker: Asker, hidden: string, absent: string, request: Request) => {
      if (!request.path.includes(encodeURIComponent(hidden))) return;
      const swapped = { ...request, path: request.path.replaceAll(encodeURIComponent(hidden), absent) };
      const [one, other] = [
        await sendAs(server, asker.headers, request),
        await sendAs(server, asker.headers, swapped),
      ];
      compared += 1;
      if (told(one, hidden) !== told(other, absent))
        differing.push(`${asker.name}: ${request.title}\n${told(one, hidden)}\n${told(other, absent)}`);
    };
    for (const request of requests) {
      // What is put in gets a job of its own, which no two replies have in common.
      if (request.method !== 'PUT') {
        for (const asker of [groupless, reader] as Asker[])
          await compare(asker, known.staffId, nothing, request);
      }
      for (const asker of [collectionless, groupless, reader] as Asker[]) {
        await compare(asker, 'vault', 'nowhere', request);
        await compare(asker, known.conversationId, nothing, request);
      }
    }
    await server.server.close();
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(30);
    process.stdout.write(`hidden against absent on ${kind}: ${compared} cases\n`);
  });
});

const bearer = ({ key }: { readonly key: string }) => ({ authorization: `Bearer ${key}` });

async function firstQuestion(footnote: Footnote, conversationId: string): Promise<string> {
  const [asked] = (await footnote.getConversation(conversationId)).history;
  return asked?.messageId ?? '';
}

const told = (reply: Reply, name: string) => `${reply.status} ${reply.body.replaceAll(name, 'NAME')}`;

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** What nobody is answered here: no job can be cancelled, no reranker is set up, and nothing was measured. */
const unanswered: ReadonlySet<string> = new Set(['cancelJob', 'rerankPassages', 'compareEvaluations']);

/** Collections that an admin makes, renames and deletes. */
const ownCollections = ['doomed', 'gone'];

interface Request {
  readonly title: string;
  readonly operation: string;
  readonly access: Operation['x-access'];
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly removes: boolean;
  /** Whether nobody could be asked anything after an admin has done it. */
  readonly spoils: boolean;
  /** What changes least is done first. */
  readonly turn: number;
}

/** All ways in which an operation is asked. */
function requestsOf({ paths, components }: Description, known: Known): readonly Request[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, operation]) => {
      const method = name.toUpperCase();
      const { operationId, 'x-access': access } = operation;
      const given = bodiesOf(operation, components, known);
      return addressesOf(path, operation, known).flatMap((address) =>
        given.map((body): Request => {
          const headers = headersOf[operationId];
          const said = body === undefined ? '' : ` ${JSON.stringify(body)}`;
          const title = `${method} ${address}${said}`.slice(0, 300);
          const removes = method === 'DELETE';
          const [, collection] = /\/collections\/([\w-]+)$/.exec(address) ?? [];
          const changesAll = collection !== undefined && (removes || method === 'PATCH');
          const turn = (removes ? 1 : 0) + (changesAll ? 2 : 0);
          const spoils = changesAll && !ownCollections.includes(collection);
          return {
            spoils,
            turn,
            title,
            operation: operationId,
            access,
            method,
            path: address,
            body,
            headers,
            removes,
          };
        }),
      );
    }),
  );
}

/** What stands for each parameter of an address. */
function valuesOf(known: Known, path: string): Readonly<Record<string, readonly string[]>> {
  const isKey = path.includes('/keys/');
  return {
    collection: path.endsWith('/collections/{collection}')
      ? ['default', 'vault', ...ownCollections]
      : ['default', 'vault'],
    id: path.includes('/jobs/')
      ? [known.jobId]
      : isKey
        ? [known.keyId]
        : [known.staffId, known.vaultId, `staff/${canary('staff', 'path')}.md`, 'open.md'],
    conversationId: [known.conversationId],
    shareId: [known.shareId],
    folderId: [known.folderId],
    model: ['footnote/default', 'footnote/vault', 'all-MiniLM-L6-v2'],
    jobId: [known.jobId],
    picture: [pictureIn(Object.values(bearing('staff')))],
  };
}

function addressesOf(
  path: string,
  { operationId, parameters = [] }: Operation,
  known: Known,
): readonly string[] {
  const values =
    operationId === 'putDocument' ? { ...valuesOf(known, path), id: ['new.md'] } : valuesOf(known, path);
  let addresses = [path];
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const all = values[name] ?? [nothing, known.staffId];
    addresses = addresses.flatMap((address) =>
      all.map((value) => address.replace(`{${name}}`, encodeURIComponent(value))),
    );
  }
  const queries: Readonly<Record<string, string>> = { sessionId: 'shared', search: 'salaries', question };
  const query = parameters.flatMap((one) => {
    const value = one.in === 'query' ? queries[one.name] : undefined;
    return value === undefined ? [] : [`${one.name}=${encodeURIComponent(value)}`];
  });
  return query.length === 0 ? addresses : addresses.map((address) => `${address}?${query.join('&')}`);
}

const headersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mcp: { accept: 'application/json, text/event-stream' },
};

function bodiesOf(
  operation: Operation,
  { schemas }: Description['components'],
  known: Known,
): readonly unknown[] {
  if (!operation.requestBody) return [undefined];
  const own = bodies(known)[operation.operationId];
  if (own) return own;
  const content = operation.requestBody.content['application/json'];
  const name = content?.schema?.$ref?.split('/').at(-1) ?? '';
  return [...(schemas[name]?.examples ?? content?.schema?.examples ?? [{ question }])];
}

/** Bodies that look for what is hidden in every way that an operation has. */
function bodies({
  staffId,
  vaultId,
  conversationId,
  messageId,
  questionId,
  key,
  folder,
}: Known): Readonly<Record<string, readonly object[]>> {
  const search = [
    { question },
    { question, explain: true, topK: 100 },
    { question, documents: [staffId, vaultId] },
    { question, collections: ['vault'] },
    { question, collections: ['own'] },
    { question, project: 'default' },
    { question, filter: { field: 'visible_to', op: 'eq', value: 'staff' }, explain: true },
    { question: 'path:staff* salaries' },
    { question: 'title:salaries what?' },
    { question: 'Who earns ninety coins?' },
    { question: 'visible_to:staff director' },
  ];
  const collections = ['default', 'vault'];
  return {
    search,
    ask: [
      ...search,
      { question: 'What are the documents about?' },
      { question: 'hello' },
      { question: 'And why?', conversationId },
      { question, conversationId: null },
      { question, stream: true },
    ],
    recordFeedback: [
      { messageId, helpful: true },
      { messageId, openedCitation: 1 },
    ],
    changeConversation: [{ title: 'Opening hours', pinned: true }],
    branchConversation: [{ before: questionId }, { before: messageId }],
    // Titles are looked for below.
    editDocument: [{ metadata: { season: 'winter' } }],
    shareAnswer: [{ messageId }],
    createKey: [{ name: 'another' }],
    renameCollection: [{ name: 'renamed' }],
    signIn: [{ key }],
    addDocuments: [{ name: 'mine.md', text: 'The kettle boils at noon.' }],
    putDocument: [{ text: 'The kettle boils at noon.' }],
    syncDocuments: [{ path: folder }],
    watchFolder: [{ path: folder }],
    changeWatchedFolder: [{ isActive: false }],
    // Refused once it is looked at: a name that is reserved for being there nowhere.
    fetchDocuments: [{ url: 'https://nowhere.invalid/' }],
    mcp: [
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', id: 1, method: 'resources/list' },
      ...collections.flatMap((collection) => [
        tool('search', { question, collection }),
        tool('ask', { question, collection }),
        tool('list_documents', { collection }),
        ...[staffId, vaultId].map((document) => tool('read_document', { document, collection })),
      ]),
    ],
    createChatCompletion: ['footnote/default', 'footnote/vault'].flatMap((model) => [
      { model, messages: [{ role: 'user', content: question }] },
      { model, messages: [{ role: 'user', content: question }], stream: true },
    ]),
    createEmbeddings: [{ model: 'all-MiniLM-L6-v2', input: question }],
  };
}

/**
 * Work that a request begins ends before its reply: all connections to PostgreSQL in this process share one session,
 * which does one thing at a time.
 */
function oneAtATime(footnote: Footnote): Footnote {
  const add: Footnote['add'] = async (documents, { onJob, ...options } = {}) => {
    const begun: string[] = [];
    const report = await footnote.add(documents, { ...options, onJob: (id) => void begun.push(id) });
    for (const id of begun) onJob?.(id);
    return report;
  };
  const ingest: Footnote['ingest'] = async (paths, { onJob, ...options } = {}) => {
    const begun: string[] = [];
    const report = await footnote.ingest(paths, { ...options, onJob: (id) => void begun.push(id) });
    for (const id of begun) onJob?.(id);
    return report;
  };
  // Folders would be read while others ask.
  return footnoteWith(footnote, { add, ingest, followFolders: async () => {} });
}

function sendOnce(
  server: TestServer,
  headers: Readonly<Record<string, string>>,
  request: Request,
): Promise<Reply> {
  const { method, path, body } = request;
  return server.send(path, { method, body, headers: { ...headers, ...request.headers } });
}

/** Likewise; asked again where connections that share one backend have taken each other's statement. */
async function sendAs(...request: Parameters<typeof sendOnce>): Promise<Reply> {
  const reply = await sendOnce(...request);
  return reply.body.includes('store_busy') ? sendOnce(...request) : reply;
}
