import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OwnAdapters } from '../src/app/adapters.ts';
import type { Chunker } from '../src/contracts/chunker.ts';
import type { Generator } from '../src/contracts/generator.ts';
import type { Reranker } from '../src/contracts/reranker.ts';
import { openFootnote } from '../src/pipeline.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';

test('closing ends an ingest under way and a watch', async () => {
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'notes'), { 'a.txt': 'Far away.' });
  const openQuick = () => openFootnote({ store: join(folder, 'store') }, { embedder: alike() });
  const ingesting = await openQuick();
  const ingest = ingesting.ingest([files], { onProgress: () => void ingesting.close() });
  await expect(ingest).rejects.toMatchObject({ code: 'aborted' });

  const watching = await openQuick();
  const states: unknown[] = [];
  for await (const { report } of watching.watch([files])) {
    states.push(report?.status);
    void watching.close();
  }
  expect(states).toEqual(['complete']);
});

test('adapters of the caller’s own take the places of those that the settings name, and are closed with all else', async () => {
  const closed: string[] = [];
  const close = (name: string) => async () => void closed.push(name);
  const embedder = { ...alike(), close: close('embedder') };
  const chunker: Chunker = {
    id: 'block',
    chunk: async ({ text, blocks }) =>
      blocks.map(({ start, end }) => ({ start, end, headingPath: [], tokens: text.length })),
  };
  const reranker: Reranker = {
    name: 'shortest',
    maxCandidates: 5,
    rerank: async (_, candidates) =>
      candidates.map(({ chunkId, text }) => ({ chunkId, score: -text.length })),
    close: close('reranker'),
  };
  const generator: Generator = {
    name: 'first words',
    async *generate({ passages }) {
      for (const { number, chunk } of passages.slice(0, 1))
        yield { type: 'quote', passage: number, start: chunk.start, end: chunk.start + 4 };
      yield { type: 'finish', reason: 'stop' };
    },
    close: close('generator'),
  };
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'files'), { 'a.txt': 'Far away.\n\nNear.' });
  const own = { chunker, embedder, generator, reranker };
  const footnote = await openFootnote({ store: join(folder, 'store') }, own);
  await footnote.ingest([files]);
  expect(await footnote.ask('What is it?')).toMatchObject({
    answer: 'Near [1]',
    hits: [{ content: 'Near.' }, { content: 'Far away.' }],
  });
  await footnote.close();
  expect(closed.toSorted()).toEqual(['embedder', 'generator', 'reranker']);
});

test.each([
  [{ ranker: {} }, 'adapters: there is no field "ranker" (did you mean "reranker"?).'],
  [{ reranker: 'features' }, 'adapters.reranker: it must be an object.'],
  [
    { embedder: { id: 'mine', embedQuery: async () => new Float32Array(3) } },
    'adapters.embedder: it lacks dimension (a number), tokenizer (an object), embedDocuments (a function), close (a function).',
  ],
  [
    { engine: { open: true } },
    'adapters.engine: it lacks name (a string), open (a function), drop (a function), close (a function).',
  ],
  [{ chunker: {} }, 'adapters.chunker: it lacks id (a string), chunk (a function).'],
  [{ generator: { name: 'mine' } }, 'adapters.generator: it lacks generate (a function).'],
  [{ reranker: { rerank() {} } }, 'adapters.reranker: it lacks name (a string), maxCandidates (a number).'],
  [{ verifier: {} }, 'adapters.verifier: it lacks name (a string), verify (a function).'],
  [{ parsers: {} }, 'adapters.parsers: it must be a list.'],
  [{ parsers: [{ name: 'two words' }] }, 'adapters.parsers.0.name: it must be a word.'],
  [
    { parsers: [{ name: 'ini', version: 1, extensions: ['INI'] }] },
    'adapters.parsers.0.extensions: "INI" is no ending of file names; write one in lower case with its dot, such as ".recipe".',
  ],
  [
    { parsers: [{ name: 'ini', version: 1, extensions: ['.ini'] }] },
    'adapters.parsers.0.recognise: it must be a function.',
  ],
])('%j are no adapters', async (adapters, message) => {
  const opening = openFootnote({}, adapters as unknown as OwnAdapters);
  await expect(opening).rejects.toMatchObject({ code: 'request_invalid', message });
});
