import assert from 'node:assert/strict';
import { assertHolds, assertNear, assertSame } from './assertions.ts';
import type { EngineTests } from './engine.ts';
import { axis, between, chunk, countsOf, dimension, legsOf, randomVector, write } from './engine-fixtures.ts';

const keyword = { language: 'en', limit: 10 };

export const writingTests: EngineTests = {
  'a chunk comes back as it was written': async ({ index }) => {
    const full = chunk({
      documentId: 'folder/a.b 1.md',
      version: 7,
      ordinal: 3,
      content: 'First line\n\n  second line',
      title: 'A title',
      headingPath: ['Part one', 'Chapter 2'],
      page: 12,
      metadata: {
        topic: 'physics',
        year: 1905,
        reviewed: true,
        published: '1905-06-30',
        tags: ['light', 'time'],
        undeclared: 'kept all the same',
      },
    });
    const bare = chunk({ title: '', content: 'x' });
    await index.write([full, bare].map((one) => ({ chunk: one, vectors: [axis(0)] })));
    assertSame(await index.get([full.id, bare.id]), [full, bare]);
  },

  'text of every script and its oddities comes back unchanged': async ({ index }) => {
    const texts = [
      'Ünïcödé ﬁ \u00c5 A\u030a \u212b',
      '日本語のテキスト 中文 한국어',
      'हिन्दी ภาษาไทย العربية עברית',
      '👩‍👩‍👧‍👦 🏳️‍🌈 𝔘𝔫𝔦',
      `quotes ' " \` $1 %s \\ ; -- /* */ {}`,
      '\tTabs\r\nand\u00a0spaces\u200b\ufeff ',
      '<script>alert(1)</script> & &amp;',
      'long '.repeat(20_000),
    ];
    const chunks = texts.map((content, ordinal) =>
      chunk({ documentId: content.slice(0, 8), ordinal, content, title: content.slice(0, 30) }),
    );
    await index.write(chunks.map((one, at) => ({ chunk: one, vectors: [randomVector(at)] })));
    assertSame(await index.get(chunks.map((one) => one.id)), chunks);
  },

  'five written are five found': async (fixture) => {
    const { index } = fixture;
    await index.write(
      Array.from({ length: 5 }, (_, ordinal) => write({ ordinal, content: `apple number${ordinal}` })),
    );
    assertSame(await countsOf(index), { chunks: 5, keywordChunks: 5, vectors: 5, vectorChunks: 5 });
    for (const search of legsOf(fixture)) assert.equal((await search({ limit: 10 })).length, 5);
  },

  'an empty batch is no error': async ({ index }) => {
    await index.write([]);
    await index.vectors.add([]);
    await index.remove([]);
    assert.equal(await index.count(), 0);
  },

  'writing the same id again replaces text, vectors and metadata': async ({ index }) => {
    await index.write([
      write({ content: 'old words', metadata: { topic: 'old' } }, [axis(0)]),
      write({ ordinal: 1, content: 'neighbour' }),
    ]);
    await index.write([write({ content: 'new words', metadata: { topic: 'new' } }, [axis(1)])]);
    assertSame(await countsOf(index), { chunks: 2, keywordChunks: 2, vectors: 2, vectorChunks: 2 });
    assertHolds((await index.get(['document.1.0']))[0], {
      content: 'new words',
      metadata: { topic: 'new' },
    });
    assertSame(await index.keywords.search({ ...keyword, text: 'old' }), []);
    assertSame(
      (await index.keywords.search({ ...keyword, text: 'new' })).map((hit) => hit.chunkId),
      ['document.1.0'],
    );
    const [best] = await index.vectors.search({ vector: axis(1), limit: 1 });
    assert.equal(best?.chunkId, 'document.1.0');
    assertNear(best.score, 1, 3);
  },

  'of two chunks with one id in a batch the later counts': async ({ index }) => {
    await index.write([write({ content: 'first' }), write({ content: 'second' })]);
    assert.equal(await index.count(), 1);
    assert.equal((await index.get(['document.1.0']))[0]?.content, 'second');
  },

  'an unusable vector is vector_invalid, names the chunk, and writes nothing of the batch': async ({
    index,
  }) => {
    const wrong = [
      new Float32Array(dimension - 1).fill(1),
      new Float32Array(dimension),
      axis(0).fill(Number.NaN),
      axis(0).fill(Infinity),
    ];
    for (const vector of wrong) {
      const batch = [write({ ordinal: 1 }), write({ ordinal: 2 }, [vector])];
      await assert.rejects(index.write(batch), {
        code: 'vector_invalid',
        message: /document\.1\.2/,
      });
    }
    assert.equal(await index.count(), 0);
  },

  'remove takes a document, or one version of it': async ({ index }) => {
    await index.write([
      write({ documentId: 'a', version: 1 }),
      write({ documentId: 'a', version: 1, ordinal: 1 }),
      write({ documentId: 'a', version: 2 }),
      write({ documentId: 'b', version: 1 }),
    ]);
    await index.remove([{ documentId: 'a', version: 1 }]);
    const versions = (await index.versions()).map(({ documentId, version }) => `${documentId} ${version}`);
    assertSame(versions.toSorted(), ['a 2', 'b 1']);
    const selectors = [{ documentId: 'missing' }, { documentId: 'a' }, { documentId: 'a', version: 2 }];
    await index.remove(selectors);
    await index.remove([{ documentId: 'a' }]);
    assertSame(await countsOf(index), { chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
    assertSame(
      (await index.get(['a.1.0', 'a.2.0', 'b.1.0'])).map((one) => one.id),
      ['b.1.0'],
    );
  },

  'what was removed is found by neither leg': async (fixture) => {
    const { index } = fixture;
    await index.write([
      write({ documentId: 'gone', content: 'secret apple' }, [axis(0)]),
      write({ content: 'plain apple' }, [axis(1)]),
    ]);
    await index.remove([{ documentId: 'gone' }]);
    assertSame(await index.keywords.search({ ...keyword, text: 'secret' }), []);
    for (const search of legsOf(fixture))
      assertSame(
        (await search({ limit: 10 })).map((hit) => hit.documentId),
        ['document'],
      );
  },

  'document ids are only ever compared whole': async ({ index }) => {
    const ids = ['a', 'a.1', 'a%', 'a_', 'A', `a'`, 'a\\', 'a/b'];
    await index.write(ids.map((documentId) => write({ documentId })));
    await index.remove([{ documentId: 'a' }, { documentId: 'a%' }]);
    assertSame(
      (await index.versions()).map((one) => one.documentId).toSorted(),
      ids.filter((id) => id !== 'a' && id !== 'a%').toSorted(),
    );
  },

  'vectors may follow their text, and replace the ones that were there': async ({ index }) => {
    const late = [{ chunkId: 'document.1.0', vectors: [axis(2)] }];
    await index.write([write({ content: 'apple' }, [])]);
    assertSame(await countsOf(index), { chunks: 1, keywordChunks: 1, vectors: 0, vectorChunks: 0 });
    await index.vectors.add([...late, { chunkId: 'unknown.1.0', vectors: [axis(0)] }]);
    assertSame(await countsOf(index), { chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
    await index.vectors.add([{ chunkId: 'document.1.0', vectors: [axis(3)] }]);
    assertHolds(await countsOf(index), { vectors: 1, vectorChunks: 1 });
    const [best] = await index.vectors.search({ vector: axis(3), limit: 5 });
    assert.equal(best?.chunkId, 'document.1.0');
    assertNear(best.score, 1, 3);
    await index.vectors.add([{ chunkId: 'document.1.0', vectors: [] }]);
    assertSame(await countsOf(index), { chunks: 1, keywordChunks: 1, vectors: 0, vectorChunks: 0 });
  },

  'vectors are read as they were written, those of each chunk in their order': async ({ index }) => {
    if (index.vectors.read === undefined) return;
    const written = [
      write({ documentId: 'one' }, [axis(0)]),
      write({ documentId: 'windows' }, [between(0, 1, 0.6), axis(3), axis(2)]),
      write({ documentId: 'none' }, []),
    ];
    await index.write(written);
    const ids = [...written.map(({ chunk: { id } }) => id), 'unknown.1.0'];
    const read = new Map((await index.vectors.read(ids)).map((one) => [one.chunkId, one.vectors]));
    assertSame([...read.keys()].toSorted(), ['one.1.0', 'windows.1.0']);
    for (const {
      chunk: { id },
      vectors,
    } of written) {
      for (const [at, vector] of vectors.entries())
        for (const [place, value] of vector.entries()) assertNear(read.get(id)?.[at]?.[place], value, 5);
      assert.equal(read.get(id)?.length ?? 0, vectors.length);
    }
    assertSame(await index.vectors.read([]), []);
  },

  'late vectors are checked like others, and a bad one writes nothing of the batch': async ({ index }) => {
    await index.write([write({}, []), write({ ordinal: 1 }, [])]);
    const batch = [
      { chunkId: 'document.1.0', vectors: [axis(0)] },
      { chunkId: 'document.1.1', vectors: [new Float32Array(dimension)] },
    ];
    await assert.rejects(index.vectors.add(batch), { code: 'vector_invalid' });
    assert.equal((await index.vectors.count()).vectors, 0);
  },

  'a batch of ten thousand is wholly there': async ({ index }) => {
    const batch = Array.from({ length: 10_000 }, (_, ordinal) =>
      write({ documentId: `document${ordinal % 100}`, ordinal, content: `common word${ordinal}` }, [
        randomVector(ordinal),
      ]),
    );
    await index.write(batch);
    assertSame(await countsOf(index), {
      chunks: 10_000,
      keywordChunks: 10_000,
      vectors: 10_000,
      vectorChunks: 10_000,
    });
    assert.equal((await index.versions()).length, 100);
    assert.equal((await index.get(batch.map(({ chunk: { id } }) => id))).length, 10_000);
    for (const ordinal of [0, 4999, 9999]) {
      const id = `document${ordinal % 100}.1.${ordinal}`;
      assert.equal((await index.vectors.search({ vector: randomVector(ordinal), limit: 1 }))[0]?.chunkId, id);
      assert.equal((await index.keywords.search({ ...keyword, text: `word${ordinal}` }))[0]?.chunkId, id);
    }
  },

  'overlapping calls all take effect': async ({ index }) => {
    const writes = Array.from({ length: 20 }, (_, at) =>
      index.write([write({ documentId: `d${at}` }), write({ documentId: `d${at}`, ordinal: 1 })]),
    );
    const reads = Array.from({ length: 20 }, () => index.count());
    await Promise.all(writes);
    for (const chunks of await Promise.all(reads)) assert.ok(chunks <= 40);
    await Promise.all(Array.from({ length: 10 }, (_, at) => index.remove([{ documentId: `d${at}` }])));
    assertSame(await countsOf(index), { chunks: 20, keywordChunks: 20, vectors: 20, vectorChunks: 20 });
  },
};
