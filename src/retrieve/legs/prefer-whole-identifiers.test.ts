import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { SearchIndex } from '../../contracts/engine.ts';
import { embeddedEngine } from '../../engines/embedded/embedded-engine.ts';
import { stripQuestion, understandQuestion } from '../../question/question.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { chunkOf } from '../passages.test-support.ts';
import { identifiersOf, preferWholeIdentifiers } from './prefer-whole-identifiers.ts';

/** By document; the words of the name are more frequent wherever it does not stand. */
const texts: Readonly<Record<string, string>> = {
  settings: `The port is 5432 unless it is set otherwise. The address is that of the host. max_connections says how many
    clients may be served at a time, and what a sort may use before it writes to the disk is set elsewhere. A restart
    is needed after each change. Three of them are kept free for whoever looks after the server. Pages are read into a
    memory of their own, which a quarter of what the machine has is enough for, and written from time to time.`,
  code: 'if self.clients >= self.max_connections: raise Full',
  log: 'The key also_asked of the log is set by default.',
  pool: 'Connections cost memory. The most that are open is their max: connections wait, and max connections close.',
  people:
    'Max asked of connections. Max also asked for the max age of connections, and connections answered Max.',
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, place) => [
      `note-${place}`,
      `The backup of server ${place} runs at night.`,
    ]),
  ),
};

const analysis = analyser();
let index: SearchIndex;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-identifiers-'));
  const engine = embeddedEngine({ file: join(folder, 'store.db'), analyser: analysis });
  index = await engine.open({ id: 'texts', collection: 'texts', dimension: 1, fields: {} });
  await index.write(
    Object.entries(texts).map(([documentId, content]) => ({
      chunk: chunkOf(documentId, 0, { content, title: '' }),
      vectors: [],
    })),
  );
  return async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  };
});

function read(asked: string) {
  const question = understandQuestion(stripQuestion(asked, { maxLength: 1000 }), 'en');
  return { identifiers: identifiersOf(question, analysis), text: question.keywords };
}

async function search(asked: string) {
  const { identifiers, text } = read(asked);
  const query = { text, language: 'en', limit: 10 };
  const plain = await index.keywords.search(query);
  return { plain, hits: await preferWholeIdentifiers(plain, identifiers, { index, query }) };
}

const documents = (hits: readonly { readonly documentId: string }[]) => hits.map((hit) => hit.documentId);

test('a passage that holds an identifier stands before those that hold its words more often', async () => {
  const { plain, hits } = await search('max_connections');
  expect(documents(plain)[0]).not.toBe('settings');
  expect(documents(hits)[0]).toBe('settings');
  expect(documents(hits).at(-1)).toBe('people');
  expect(documents((await search('What is maxConnections?')).hits)[0]).toBe('settings');
});

test('each score is still made up of its terms', async () => {
  for (const { score, matchedTerms = [] } of (await search('max_connections')).hits)
    expect(matchedTerms.reduce((sum, term) => sum + term.score, 0)).toBeCloseTo(score, 9);
});

test('of two identifiers each counts less in all passages without it, also in those found for the other', async () => {
  const { identifiers, text } = read('max_connections also_asked');
  const query = { text, language: 'en', limit: 10 };
  const found = (await index.keywords.search(query)).filter(({ documentId }) =>
    ['settings', 'log'].includes(documentId),
  );
  const hits = await preferWholeIdentifiers(found, identifiers, { index, query });
  expect(documents(hits)).toContain('people');
  expect(await preferWholeIdentifiers(found, identifiers.toReversed(), { index, query })).toEqual(hits);
});

test('one that no passage holds, and words that the question says besides, count as they did', async () => {
  for (const asked of ['max_age_of_replicas_and_logs', 'max_connections, the max of connections', 'backup']) {
    const { plain, hits } = await search(asked);
    expect(hits).toEqual(plain);
  }
});

test.each([
  ['max_connections', ['max connections']],
  ['unwrapOrElse and getResponse', ['unwrap Or Else', 'get Response']],
  ['max_connections or max_connections', ['max connections']],
  ['COVID-19, 10-K, utf8 and v1.2.3', []],
  ['self.max_connections', []],
  ['__init__', []],
])('of %s the identifiers are %j', (asked, words) => {
  expect(read(asked).identifiers.map((identifier) => identifier.words)).toEqual(words);
});
