import assert from 'node:assert/strict';
import type { StoredReader } from '../src/engines/complete/complete-engine.ts';
import { assertHolds, assertSame } from './assertions.ts';
import type { EngineFixture, EngineTests } from './engine.ts';
import { axis, countsOf, dimension, refusalOf, spec, write } from './engine-fixtures.ts';

/** Every call, by name. */
function callsOf(
  { engine, index }: Pick<EngineFixture, 'engine' | 'index'>,
  signal?: AbortSignal,
): Readonly<Record<string, () => Promise<unknown>>> {
  const { vectors, keywords } = index;
  return {
    open: () => engine.open(spec, { signal }),
    drop: () => engine.drop(spec.id, { signal }),
    write: () => index.write([write({ ordinal: 1 })], { signal }),
    remove: () => index.remove([{ documentId: 'document' }], { signal }),
    get: () => index.get(['document.1.0'], { signal }),
    neighbours: () => index.neighbours(['document.1.0'], { before: 1, after: 1 }, { signal }),
    versions: () => index.versions({ signal }),
    count: () => index.count({ signal }),
    addVectors: () => vectors.add([{ chunkId: 'document.1.0', vectors: [] }], { signal }),
    searchVector: () => vectors.search({ vector: axis(0), limit: 5, signal }),
    countVectors: () => vectors.count({ signal }),
    searchKeyword: () => keywords.search({ text: 'content', language: 'en', limit: 5, signal }),
    statistics: () => keywords.statistics(['content'], { signal }),
  };
}

export const lifecycleTests: EngineTests = {
  'a new index is empty': async ({ index }) => {
    assertSame(index.spec, spec);
    assertSame(await countsOf(index), { chunks: 0, keywordChunks: 0, vectors: 0, vectorChunks: 0 });
    assertSame(await index.versions(), []);
    assertSame(await index.get(['document.1.0']), []);
  },

  'opening twice gives handles on the same data': async ({ engine, index }) => {
    const second = await engine.open(spec);
    await index.write([write({ content: 'first' })]);
    await second.write([write({ ordinal: 1, content: 'second' })]);
    assert.equal(await index.count(), 2);
    assert.equal((await second.get(['document.1.0']))[0]?.content, 'first');
  },

  'what was written is there after reopening': async ({ engine, index, reopen }) => {
    await index.write([write({ content: 'kept', metadata: { topic: 'storage' } }, [axis(0)])]);
    await index.write([write({ documentId: 'other', content: 'removed again' })]);
    await index.remove([{ documentId: 'other' }]);
    const before = await countsOf(index);
    await engine.close();

    const reopened = await (await reopen()).open(spec);
    assertSame(await countsOf(reopened), before);
    assertSame(await reopened.versions(), [{ documentId: 'document', version: 1 }]);
    assertHolds((await reopened.get(['document.1.0']))[0], {
      content: 'kept',
      metadata: { topic: 'storage' },
    });
  },

  'another engine on the same place sees every committed write at its next call': async ({
    index,
    reopen,
  }) => {
    const other = await (await reopen()).open(spec);
    const expectFound = async (chunks: number) => {
      assert.equal(await other.count(), chunks);
      assert.equal((await other.get(['document.1.0'])).length, chunks);
      const query = { text: 'once', language: 'en', limit: 5 };
      assert.equal((await other.keywords.search(query)).length, chunks);
      assert.equal((await other.vectors.search({ vector: axis(0), limit: 5 })).length, chunks);
    };
    await expectFound(0);
    await index.write([write({ content: 'seen at once' })]);
    await expectFound(1);
    await index.remove([{ documentId: 'document' }]);
    await expectFound(0);
  },

  'another dimension is index_mismatch': async ({ engine }) => {
    await assert.rejects(engine.open({ ...spec, dimension: dimension + 1 }), {
      code: 'index_mismatch',
    });
  },

  'an unusable index name, dimension or field is request_invalid': async ({ engine }) => {
    for (const id of ['', 'Upper', 'a b', 'ü', 'a'.repeat(65), `a'; drop table x; --`]) {
      assert.equal(await refusalOf(engine.open({ ...spec, id })), 'request_invalid', id);
    }
    for (const dimension of [0, -1, 1.5, Number.NaN]) {
      const opening = engine.open({ ...spec, id: 'other', dimension });
      assert.equal(await refusalOf(opening), 'request_invalid', `dimension ${dimension}`);
    }
    const fields = { documentId: 'string' } as const;
    assert.equal(await refusalOf(engine.open({ ...spec, id: 'other', fields })), 'request_invalid');
  },

  'indexes of one engine do not see each other': async ({ engine, index }) => {
    const other = await engine.open({ ...spec, id: 'other', dimension: 2 });
    await index.write([write({ content: 'here' })]);
    await other.write([write({ content: 'there' }, [Float32Array.of(1, 0)])]);
    assert.equal((await index.get(['document.1.0']))[0]?.content, 'here');
    assert.equal((await other.get(['document.1.0']))[0]?.content, 'there');
    await other.remove([{ documentId: 'document' }]);
    assert.equal(await index.count(), 1);
  },

  'dropping an index leaves the others, and it can be made again empty': async ({ engine, index }) => {
    const other = await engine.open({ ...spec, id: 'other' });
    await index.write([write({ content: 'stays' })]);
    await other.write([write({ content: 'goes' })]);
    await engine.drop('other');
    assert.equal(await index.count(), 1);
    const again = await engine.open({ ...spec, id: 'other', dimension: 2 });
    assert.equal(await again.count(), 0);
  },

  'purging changes nothing that is found, also by another engine on the same place': async ({
    index,
    reopen,
  }) => {
    const other = await (await reopen()).open(spec);
    await index.write(
      ['kept', 'gone', 'stays'].map((documentId) => write({ documentId, content: `apple ${documentId}` })),
    );
    await index.remove([{ documentId: 'gone' }]);
    const query = { text: 'apple gone', language: 'en', limit: 10 };
    const before = await index.keywords.search(query);
    assertSame(
      before.map((hit) => hit.documentId),
      ['kept', 'stays'],
    );
    const counts = await countsOf(other);
    await index.purge?.();
    await index.purge?.();
    for (const each of [index, other]) {
      assertSame(await each.keywords.search(query), before);
      assertSame(await countsOf(each), counts);
    }
  },

  'what it stores can be looked through, where it is said to be; nothing of what was removed is left':
    async ({ engine, index }) => {
      const words = ['the words that are to go', 'the title that goes', 'the heading that goes'] as const;
      const [content, title, heading] = words;
      await index.write([
        write({ documentId: 'gone', content, title, headingPath: [heading] }),
        write({ content: 'the words that stay' }),
      ]);
      const readers = (await engine.readers()).filter(({ isFile, read }) => !isFile && read);
      const inEach = () => Promise.all(readers.map(textsIn));
      for (const { texts, versions } of await inEach()) {
        for (const word of [...words, 'the words that stay']) assert.ok(texts.includes(word), word);
        assertSame(versions.toSorted(), ['document 1', 'gone 1']);
      }
      await index.remove([{ documentId: 'gone' }]);
      await index.purge?.();
      for (const { texts, versions } of await inEach()) {
        for (const word of words) assert.ok(!texts.includes(word), word);
        assert.ok(texts.includes('the words that stay'));
        assertSame(versions, ['document 1']);
      }
    },

  'dropping a missing index is no error': async ({ engine }) => {
    await engine.drop('missing');
  },

  'calls after close reject with store_unavailable or engine_unavailable': async ({ engine, index }) => {
    await engine.close();
    for (const [name, call] of Object.entries(callsOf({ engine, index })))
      assert.ok(['store_unavailable', 'engine_unavailable'].includes(String(await refusalOf(call()))), name);
    await engine.close();
  },

  'an aborted call rejects with aborted and changes nothing': async ({ engine, index }) => {
    await index.write([write()]);
    for (const [name, call] of Object.entries(callsOf({ engine, index }, AbortSignal.abort())))
      assert.equal(await refusalOf(call()), 'aborted', name);
    assertSame(await countsOf(index), { chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
  },
};

/** All texts that can be read of an engine, joined, and the document versions that it says they are of. */
async function textsIn({ read }: StoredReader) {
  const texts: string[] = [];
  const versions = new Set<string>();
  const take = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  await read?.(({ of, value }) => {
    take(value);
    if (of) versions.add(`${of.documentId} ${of.version}`);
  });
  return { texts: texts.join('\n'), versions: [...versions] };
}
