import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { EngineName } from '../scripts/engines/command.ts';
import { type ServerEngineName, serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import type { Engine } from '../src/contracts/engine.ts';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { startPglite as startPgliteServer } from './pglite-server.ts';
import { quickParsers } from './shared-embedder.ts';
import { startTcpProxy } from './tcp-proxy.test-support.ts';
import { startWordEmbedder, type WordEmbedder } from './word-embedder.ts';

/** Where a collection can be: in an engine that is named by settings, or in one that the test makes. */
interface Place {
  readonly name: string;
  readonly settings?: Pick<PartialConfig, 'engine'>;
  readonly engine?: () => Engine;
}

const servers = (['postgresql', 'qdrant', 'neo4j', 'chroma'] as const satisfies readonly EngineName[]).map(
  (name: ServerEngineName) => ({ name, server: serverOfEnvironment(name) }),
);

/** The servers that the environment names. Each test has names of its own there. */
let places = 0;
function onServers(): readonly Place[] {
  return servers.flatMap(({ name, server }) =>
    server
      ? {
          name,
          settings: {
            engine: {
              ...engineSettings(name, server),
              name: `moved_${process.pid}_${++places}`,
              timeoutMs: 30_000,
            },
          },
        }
      : [],
  );
}

let words: WordEmbedder;
let inProcess: Place;
beforeAll(async () => {
  words = await startWordEmbedder();
  const database = await startPglite();
  inProcess = {
    name: 'PostgreSQL in this process',
    engine: () =>
      postgresqlEngine({
        url: 'postgresql://localhost/in-process',
        pool: pglitePool(database),
        analyser: analyser(),
        timeoutMs: 30_000,
      }),
  };
  return async () => {
    await words.peer.close();
    await database.close();
  };
});

/** A library with a small handbook in the embedded engine, which opens wherever its collection is moved to. */
async function library() {
  const folder = temporaryFolder();
  const open = async ({ settings, engine }: Partial<Place> = {}): Promise<Footnote> => {
    const { embedder, ...others } = words.settings;
    // Nothing may be taken from the cache: what is embedded again is to show.
    const footnote = await openFootnote(
      {
        ...others,
        embedder: { ...embedder, cacheMaxBytes: 0 },
        store: join(folder, 'store'),
        ...settings,
      },
      { parsers: quickParsers, ...(engine && { engine: engine() }) },
    );
    onTestFinished(() => footnote.close());
    return footnote;
  };
  const embedded = await open();
  await embedded.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
  return { embedded, open };
}

const question = 'Who approves flights?';

/** What is found, as far as it is to be the same everywhere. */
async function found(footnote: Footnote) {
  const { hits } = await footnote.search(question);
  return hits.map(({ chunkId, score, explain }) => ({
    chunkId,
    score,
    terms: explain.matchedTerms?.map(({ term }) => term),
  }));
}

/** Moves a collection from place to place and back, and finds the same everywhere without embedding anything. */
async function moveThrough(through: readonly Place[]): Promise<void> {
  const { embedded, open } = await library();
  const before = await found(embedded);
  expect(before.length).toBeGreaterThan(1);
  const same = before.map((hit) => ({ ...hit, score: expect.closeTo(hit.score, 5) }));
  const requests = words.peer.requests.length;
  let here = embedded;
  for (const place of through) {
    const there = await open(place);
    // A server that the test makes itself is known to the one that was opened with it alone.
    const moved = await (place.settings ? here.reindex(place.settings) : there.reindex());
    expect(moved, place.name).toMatchObject({ tokens: 0, warnings: [] });
    expect(await found(there), place.name).toEqual(same);
    here = there;
  }
  expect(await here.reindex({ engine: { kind: 'embedded' } })).toMatchObject({ tokens: 0, warnings: [] });
  expect(await found(embedded)).toEqual(same);
  // One for each question that was asked; none for a passage.
  expect(words.peer.requests.length - requests).toBe(through.length + 1);
}

test('from the embedded engine to PostgreSQL and back nothing is embedded again', () =>
  moveThrough([inProcess]));

describe.each(servers)('$name', ({ name, server }) => {
  const reason = server ? '' : ` (${name.toUpperCase()}_URL names no server)`;
  test.skipIf(!server)(
    `from the embedded engine to the server and back nothing is embedded again${reason}`,
    () => moveThrough(onServers().filter((place) => place.name === name)),
    120_000,
  );
});

/** Settings by which a PostgreSQL on this machine is used. */
const at = ({ port }: { readonly port: number }) =>
  ({
    engine: {
      kind: 'postgresql',
      url: `postgresql://127.0.0.1:${port}/postgres`,
      user: 'postgres',
      maxConnections: 1,
      timeoutMs: 30_000,
    },
  }) as const;

test('two servers of one kind are two engines; one at another address is the same', async () => {
  const [one, other] = [await startPgliteServer(), await startPgliteServer()];
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  const { embedded, open } = await library();
  const before = (await found(embedded)).map((hit) => ({ ...hit, score: expect.closeTo(hit.score, 5) }));
  expect(await embedded.reindex(at(one))).toMatchObject({ tokens: 0, warnings: [] });
  const onOne = await open({ settings: at(one) });
  expect(await found(onOne)).toEqual(before);
  const requests = words.peer.requests.length;
  expect(await onOne.reindex(at(other))).toMatchObject({ tokens: 0, warnings: [] });
  expect(words.peer.requests.length).toBe(requests);
  const onOther = await open({ settings: at(other) });
  expect(await found(onOther)).toEqual(before);
  await onOne.close();

  // The first one has nothing of it any more, and nothing is made there by looking.
  const late = await open({ settings: at(one) });
  const error = await late.search(question).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'store_unavailable' });
  expect(String(error)).toContain(`they were put at 127.0.0.1:${other.port}/postgres/public`);
  await late.close();

  const proxy = await startTcpProxy(other);
  onTestFinished(() => proxy.close());
  await onOther.close();
  const moved = await open({ settings: at(proxy) });
  expect(await found(moved)).toEqual(before);
  expect(await moved.reindex()).toMatchObject({ warnings: [] });
});

const passedThrough = () => {
  const named = onServers();
  return named.some(({ name }) => name === 'postgresql') ? named : [inProcess, ...named];
};
const isAlone = !servers.some(({ name, server }) => server && name !== 'postgresql');
test.skipIf(isAlone)(
  `from one server to another nothing is embedded again${isAlone ? ' (the environment names only one)' : ''}`,
  () => moveThrough(passedThrough()),
  240_000,
);
