import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import type { SearchIndex } from '../../contracts/engine.ts';
import { type EmbeddedEngine, embeddedEngine } from '../../engines/embedded/embedded-engine.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { chunkOf, passageOf } from '../passages.test-support.ts';
import { type ExpansionSettings, expand } from './expand.ts';

/** Ten sentences of ten tokens each, the last counted as sixty; a section ends after the fourth. */
const sentences = Array.from({ length: 10 }, (_, place) => `Sentence number ${place}.`);
const text = sentences.join(' ');
const chunks = sentences.map((content, ordinal) =>
  chunkOf('d', ordinal, {
    content,
    start: text.indexOf(content),
    headingPath: [ordinal < 4 ? 'Before' : 'After'],
    tokens: ordinal === 9 ? 60 : 10,
  }),
);

let folder: string;
let engine: EmbeddedEngine;
let index: SearchIndex;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'expand-'));
  engine = embeddedEngine({ file: join(folder, 'store.db'), analyser: analyser() });
  index = await engine.open({ id: 'text', collection: 'text', dimension: 2, fields: {} });
  await index.write(chunks.map((chunk) => ({ chunk, vectors: [] })));
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

/** The spans around these hits, each as its ordinals; an addition has a plus before it. */
async function spans(hits: readonly number[], settings: ExpansionSettings) {
  const found = await expand(
    hits.map((ordinal) => passageOf(chunks[ordinal] as Chunk)),
    { settings, indexes: new Map([['default', index]]), sourceText: async () => ({ text, blocks: [] }) },
    {},
  );
  for (const { chunk, collection } of found) {
    expect(text.slice(chunk.start, chunk.end)).toBe(chunk.content);
    expect(collection).toBe('default');
  }
  return found.map(({ chunk, passage, merged }) => {
    const covered = chunks.filter(({ id }) => id === chunk.id || merged.includes(id));
    return (passage ? '' : '+') + covered.map(({ ordinal }) => ordinal).join('-');
  });
}

const plenty = 1000;

test('without expansion every hit is a span of its own, also next to another', async () => {
  expect(await spans([5, 2, 3], { expansion: 'none', expansionTokens: plenty })).toEqual(['5', '2', '3']);
});

test('A7: neighbours stand after the hits, in the order of the hits', async () => {
  expect(await spans([7, 2], { expansion: 'neighbours', expansionTokens: plenty })).toEqual([
    '7',
    '2',
    '+6',
    '+8',
    '+1',
    '+3',
  ]);
});

test('A7, A10: the next chunks stand after the hits, and none that comes before them', async () => {
  const settings = { expansion: 'next', expansionTokens: plenty } as const;
  expect(await spans([7, 2], settings)).toEqual(['7', '2', '+8', '+3']);
  expect(await spans([9], settings)).toEqual(['9']);
  expect(await spans([3, 4], settings)).toEqual(['3-4', '+5']);
});

test('A7: what is added around hits says nothing that stands in them', async () => {
  const shared = sentences.slice(0, 9).map((content, ordinal) => {
    const both = `${content} ${sentences[ordinal + 1]}`;
    return chunkOf('s', ordinal, { content: both, start: text.indexOf(both), headingPath: ['One'] });
  });
  const overlapping = await engine.open({ id: 'shared', collection: 'shared', dimension: 2, fields: {} });
  await overlapping.write(shared.map((chunk) => ({ chunk, vectors: [] })));
  const around = async (hits: readonly number[], expansion: ExpansionSettings['expansion']) => {
    const found = await expand(
      hits.map((ordinal) => passageOf(shared[ordinal] as Chunk)),
      {
        settings: { expansion, expansionTokens: plenty },
        indexes: new Map([['default', overlapping]]),
        sourceText: async () => ({ text, blocks: [] }),
      },
      {},
    );
    for (const { chunk } of found) expect(text.slice(chunk.start, chunk.end)).toBe(chunk.content);
    return found.map(({ chunk }) => chunk.content.replace(/Sentence number /g, ''));
  };
  expect(await around([2], 'next')).toEqual(['2. 3.', '4.']);
  expect(await around([2], 'neighbours')).toEqual(['2. 3.', '1.', '4.']);
  // Of the chunk between them nothing is left to say.
  expect(await around([2, 4], 'next')).toEqual(['2. 3.', '4. 5.', '6.']);
});

test('hits next to one another become one span at the place of the best', async () => {
  expect(await spans([8, 3, 2], { expansion: 'neighbours', expansionTokens: 0 })).toEqual(['8', '2-3']);
  expect(await spans([3, 8, 2], { expansion: 'neighbours', expansionTokens: 0 })).toEqual(['2-3', '8']);
});

test('a section ends where its heading does', async () => {
  expect(await spans([1], { expansion: 'section', expansionTokens: plenty })).toEqual(['1', '+0', '+2-3']);
  expect(await spans([4], { expansion: 'section', expansionTokens: plenty })).toEqual(['4', '+5-6-7-8-9']);
});

test('what is too long for the budget leaves room for what stands around other hits', async () => {
  const settings = { expansion: 'neighbours', expansionTokens: 50 } as const;
  expect(await spans([8, 1], settings)).toEqual(['8', '1', '+7', '+0', '+2']);
  expect(await spans([9], { expansion: 'document', expansionTokens: 25 })).toEqual(['9', '+7-8']);
});

test('a document is read around its hits, the nearest first, as long as the budget lasts', async () => {
  for (const [expansionTokens, expected] of [
    [0, ['5', '1']],
    [39, ['5', '1', '+4', '+6', '+0']],
    [40, ['5', '1', '+4', '+6', '+0', '+2']],
    [plenty, ['5', '1', '+2-3-4', '+6-7-8-9', '+0']],
  ] as const) {
    expect(await spans([5, 1], { expansion: 'document', expansionTokens })).toEqual(expected);
  }
});
