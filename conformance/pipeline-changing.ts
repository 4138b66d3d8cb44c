import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkStore, Engine } from '../src/contracts/engine.ts';
import { FootnoteError, isFootnoteError } from '../src/errors.ts';
import type { Footnote } from '../src/footnote.ts';
import type { SearchResult } from '../src/retrieve/hit.ts';
import { assertHolds, assertSame } from './assertions.ts';
import type { PipelineFixture, PipelineTests } from './pipeline.ts';
import { assertSameSearch, without } from './pipeline-comparison.ts';
import { writeLibrary } from './pipeline-library.ts';
import { type PipelinePlace, showAll } from './pipeline-place.ts';
import { fileOf, meanwhile, revised, revisionsOf } from './pipeline-revisions.ts';

/** The same steps on both engines. */
async function onBoth<Result>(
  { tested, embedded }: PipelineFixture,
  run: (place: PipelinePlace) => Promise<Result>,
): Promise<{ readonly actual: Result; readonly expected: Result }> {
  const expected = await run(embedded);
  return { actual: await run(tested), expected };
}

/**
 * Fails unless the engine holds what the records say is live, and nothing else. Nothing to look into on the embedded
 * engine, whose file the records share.
 */
async function assertNothingLeft(
  { tested }: PipelineFixture,
  footnote: Footnote,
  collection: string,
): Promise<void> {
  const documents = await footnote.listDocuments({ collection });
  await inStores(tested, collection, async (store) => {
    await store.settle?.();
    const versions = await store.versions();
    assertSame(
      versions.map(({ documentId, version }) => `${documentId} ${version}`).toSorted(),
      documents.map(({ documentId, version }) => `${documentId} ${version}`).toSorted(),
    );
    assert.equal(
      await store.count(),
      documents.reduce((sum, { chunks }) => sum + chunks, 0),
    );
  });
}

/** Opens every index of the collection by itself, as somebody else's program would. */
async function inStores(
  place: PipelinePlace,
  collection: string,
  look: (store: ChunkStore) => Promise<void>,
): Promise<void> {
  const engine = await place.engine();
  if (engine === undefined) return;
  try {
    const specs = [...place.specs.values()].filter((spec) => spec.collection === collection);
    assert.equal(specs.length, 1, `indexes of ${collection}: ${specs.map(({ id }) => id).join()}`);
    for (const spec of specs) await look(await engine.open(spec));
  } finally {
    await engine.close();
  }
}

/**
 * Makes an engine fail from some call on, until it is mended, like a server that goes away: before the call, or after
 * it was carried out, so that nobody hears of it.
 */
class Outage {
  /** Calls of the engine since the last `failFrom`. */
  calls = 0;
  #from = Number.POSITIVE_INFINITY;
  #isLate = false;

  failFrom(call: number, { isLate }: { readonly isLate: boolean }): void {
    this.calls = 0;
    this.#from = call;
    this.#isLate = isLate;
  }

  mend(): void {
    this.failFrom(Number.POSITIVE_INFINITY, { isLate: false });
  }

  readonly around = (engine: Engine): Engine => ({
    name: engine.name,
    open: (...asked) => this.#step(async () => this.#failing(await engine.open(...asked))),
    drop: (...asked) => this.#step(() => engine.drop(...asked)),
    close: () => engine.close(),
  });

  #failing<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, key: keyof Part & string) => {
        const member: unknown = target[key];
        if (['vectors', 'keywords', 'terms'].includes(key) && typeof member === 'object' && member)
          return this.#failing(member);
        if (typeof member !== 'function') return member;
        const call = member.bind(target) as (...asked: unknown[]) => unknown;
        if (key === 'canFilter') return call;
        return (...asked: unknown[]) => this.#step(async () => call(...asked));
      },
    });
  }

  async #step<Result>(call: () => Promise<Result>): Promise<Result> {
    this.calls += 1;
    if (this.calls < this.#from) return call();
    // The first that fails is the one that is under way when the server goes.
    if (this.#isLate && this.calls === this.#from) await call();
    throw new FootnoteError('engine_unavailable', {
      server: 'The server of the test',
      reason: 'it has gone away',
      remedy: 'Wait for it',
    });
  }
}

export const changingTests: PipelineTests = {
  'a changed, a moved, a removed and a new file are followed': async (fixture) => {
    const { folder, collection } = fixture;
    writeLibrary(folder, revised(['a', 'b', 'c', 'd'], 1));
    const ingest = async (place: PipelinePlace) => {
      const report = await (await place.footnote()).ingest([folder], { collection });
      return without(report, 'durationMs');
    };
    const search = async (place: PipelinePlace) =>
      (await place.footnote(showAll)).search('revision of part 2', { collection });

    const first = await onBoth(fixture, ingest);
    assertHolds(first.actual, { status: 'complete', documents: { added: 4 } });
    assertSame(first.actual, first.expected);

    writeLibrary(folder, { ...revised(['b'], 2), ...revised(['e'], 1) });
    renameSync(join(folder, 'c.md'), join(folder, 'moved.md'));
    rmSync(join(folder, 'd.md'));
    const second = await onBoth(fixture, ingest);
    assertHolds(second.actual, {
      status: 'complete',
      documents: { added: 1, updated: 1, removed: 1, unchanged: 2 },
      moved: 1,
    });
    assertSame(second.actual, second.expected);

    const found = await onBoth(fixture, search);
    assertSameSearch(found, fixture, 'after the changes');
    const footnote = await fixture.tested.footnote(showAll);
    assertSame(
      [...(await revisionsOf(footnote, collection))],
      [
        ['a.md', 1],
        ['b.md', 2],
        ['e.md', 1],
        ['moved.md', 1],
      ],
    );
    await assertNothingLeft(fixture, footnote, collection);

    const third = await onBoth(fixture, ingest);
    assertHolds(third.actual, { documents: { unchanged: 4 }, chunks: 0 });
    assertSame(third.actual, third.expected);
  },

  'while documents are replaced, each is found whole in its old version or in its new one': async (
    fixture,
  ) => {
    const { folder, collection, tested } = fixture;
    const names = Array.from({ length: 12 }, (_, index) => `rule-${index}`);
    const footnote = await tested.footnote(showAll);
    await footnote.ingest([writeLibrary(folder, revised(names, 1))], { collection });
    for (const revision of [2, 3]) {
      writeLibrary(folder, revised(names, revision));
      const ingest = footnote.ingest([folder], { collection });
      const { result: report, steps } = await meanwhile(ingest, async () => {
        const revisions = await revisionsOf(footnote, collection);
        assert.equal(revisions.size, names.length, `${revisions.size} documents are found`);
        for (const [file, found] of revisions)
          assert.ok(found === revision || found === revision - 1, `${file} is in revision ${found}`);
      });
      assertHolds(report, { status: 'complete', documents: { updated: names.length } });
      assert.ok(steps > 0);
      const after = await revisionsOf(footnote, collection);
      assertSame([...new Set(after.values())], [revision]);
    }
    await assertNothingLeft(fixture, footnote, collection);
  },

  'metadata that change alone reach the passages': async (fixture) => {
    const { folder, collection } = fixture;
    writeLibrary(folder, revised(['a', 'b'], 1));
    const run = async (place: PipelinePlace) => {
      const footnote = await place.footnote(showAll);
      await footnote.ingest([folder], { collection });
      return footnote.search('revision of part 1', {
        collection,
        filter: { field: 'team', op: 'eq', value: 'board' },
      });
    };
    assertSame((await onBoth(fixture, run)).actual.hits, []);
    writeLibrary(folder, { 'metadata.yaml': '"b.md": { team: board, tags: [new] }\n' });
    const after = await onBoth(fixture, run);
    assertSame(
      after.actual.hits.map(({ path }) => fileOf(path)),
      ['b.md', 'b.md', 'b.md'],
    );
    assertSameSearch(after, fixture, 'after the change');
  },

  'an index is built anew under another chunker while questions are answered': async (fixture) => {
    const { folder, collection, tested } = fixture;
    const names = Array.from({ length: 10 }, (_, index) => `rule-${index}`);
    writeLibrary(folder, revised(names, 1));
    const chunker = { name: 'sentences', maxSentences: 1, overlapSentences: 0 } as const;
    const question = 'In which revision stands part 2 of the file rule-7?';
    const { actual, expected } = await onBoth(fixture, async (place) => {
      const old = await place.footnote();
      await old.ingest([folder], { collection });
      const changed = await place.footnote({ chunker });
      const { result, steps } = await meanwhile(changed.reindex({ collection }), async () => {
        const { answer, citations } = await old.ask(question, { collection });
        assert.ok(answer.includes('revision 1'), answer);
        assert.ok(citations.length > 0);
      });
      assert.ok(steps > 0);
      const { documents, chunks, warnings } = result;
      const all = await place.footnote({ ...showAll, chunker });
      return { report: { documents, chunks, warnings }, found: await all.search('part 2', { collection }) };
    });
    assertSame(actual.report, expected.report);
    assert.equal(actual.report.documents, names.length);
    assertSameSearch({ actual: actual.found, expected: expected.found }, fixture, 'after the reindex');
    // Of the old index nothing is left, for whoever opened it before as well.
    const old = await tested.footnote();
    assert.ok((await old.ask(question, { collection })).answer.includes('revision 1'));
    await assertNothingLeft(fixture, old, collection);
  },

  'a dropped index is gone': async (fixture) => {
    const { folder, collection, tested } = fixture;
    writeLibrary(folder, revised(['a', 'b'], 1));
    const footnote = await tested.footnote();
    await footnote.ingest([folder], { collection });
    const old = [...tested.specs.values()].filter((spec) => spec.collection === collection);
    await (await tested.footnote({ chunker: { name: 'tokens' } })).reindex({ collection });
    const engine = await tested.engine();
    if (engine === undefined) return;
    try {
      for (const spec of old) {
        assert.ok(!tested.specs.has(spec.id));
        const store = await engine.open(spec);
        assert.equal(await store.count(), 0);
        assertSame(await store.versions(), []);
        await engine.drop(spec.id);
      }
    } finally {
      await engine.close();
    }
  },

  'an ingest that was stopped goes on where it stopped': async (fixture) => {
    const { folder, collection } = fixture;
    const names = Array.from({ length: 24 }, (_, index) => `rule-${index}`);
    writeLibrary(folder, revised(names, 1));
    const { actual, expected } = await onBoth(fixture, async (place) => {
      const first = await place.another(showAll);
      const stop = new AbortController();
      const stopped = first.ingest([folder], {
        collection,
        signal: stop.signal,
        onProgress: ({ filesDone }) => filesDone >= 6 && stop.abort(),
      });
      await assert.rejects(stopped, { code: 'aborted' });
      await revisionsOf(first, collection);
      await first.close();
      const second = await place.footnote(showAll);
      const { status, documents } = await second.ingest([folder], { collection });
      assert.equal(documents.added + documents.unchanged + documents.updated, names.length);
      const list = await second.listDocuments({ collection });
      return {
        status,
        list: list.map(({ path, chunks, embeddedChunks }) => ({ path, chunks, embeddedChunks })),
        found: await second.search('revision of part 3', { collection }),
      };
    });
    assert.equal(actual.status, 'complete');
    assertSame(actual.list, expected.list);
    assertSameSearch({ actual: actual.found, expected: expected.found }, fixture, 'after going on');
    await assertNothingLeft(fixture, await fixture.tested.footnote(showAll), collection);
  },

  'where the engine goes away, at whatever call, nothing is lost or half there, and it goes on by itself':
    async (fixture) => {
      const { folder, collection, tested } = fixture;
      if (!tested.isUnderTest) return;
      const names = ['a', 'b', 'c'];
      const outage = new Outage();
      const footnote = await tested.another(showAll, outage.around);
      const ingest = async () =>
        footnote.ingest([folder], { collection }).then(
          ({ status }) => status,
          (error: unknown) => (isFootnoteError(error) ? error.code : error),
        );
      writeLibrary(folder, revised(names, 1));
      await footnote.ingest([folder], { collection });
      let revision = 2;
      writeLibrary(folder, revised(names, revision));
      outage.mend();
      assert.equal(await ingest(), 'complete');
      const calls = outage.calls;
      assert.ok(calls > 1, `${calls} calls`);
      for (let from = 1; from <= calls; from++) {
        writeLibrary(folder, revised(names, ++revision));
        outage.failFrom(from, { isLate: from % 2 === 0 });
        const outcome = await ingest();
        // What comes after the new version is live may fail without anybody having to know.
        assert.ok(['engine_unavailable', 'complete'].includes(String(outcome)), String(outcome));
        await assert.rejects(footnote.search('revision', { collection }), { code: 'engine_unavailable' });
        outage.mend();
        const found = await revisionsOf(footnote, collection);
        assert.equal(found.size, names.length, `call ${from} of ${calls}`);
        for (const [file, one] of found) {
          const isNew = one === revision;
          assert.ok(isNew || outcome !== 'complete', `${file} was acknowledged and is in revision ${one}`);
          assert.ok(isNew || one === revision - 1, `${file} is in revision ${one} of ${revision}`);
        }
        assert.equal(await ingest(), 'complete');
        assertSame([...new Set((await revisionsOf(footnote, collection)).values())], [revision]);
      }
      await assertNothingLeft(fixture, footnote, collection);
      await footnote.close();
    },

  'where the engine goes away while an index is built anew, the old one or the new one is there whole':
    async (fixture) => {
      const { folder, collection, tested } = fixture;
      if (!tested.isUnderTest) return;
      const names = ['a', 'b'];
      const outage = new Outage();
      const footnote = await tested.another(showAll, outage.around);
      await footnote.ingest([writeLibrary(folder, revised(names, 1))], { collection });
      outage.mend();
      await footnote.reindex({ collection });
      const calls = outage.calls;
      assert.ok(calls > 1, `${calls} calls`);
      for (let from = 1; from <= calls; from++) {
        for (const isLate of [false, true]) {
          outage.failFrom(from, { isLate });
          const failed = await footnote.reindex({ collection }).then(
            // The new index is live by then, and the old one is still to be dropped.
            ({ warnings }) => warnings.some((one) => /could not be dropped yet/.test(one)),
            (error: { readonly code?: string }) => error.code === 'engine_unavailable',
          );
          assert.ok(failed, `call ${from} of ${calls} failed, and nothing was said`);
          outage.mend();
          const assertWhole = async (when: string) =>
            assertSame(
              [...(await revisionsOf(footnote, collection)).keys()],
              ['a.md', 'b.md'],
              `call ${from} of ${calls}, ${when}`,
            );
          await assertWhole('when the engine is back');
          await footnote.reindex({ collection });
          await assertWhole('built anew');
          await assertNothingLeft(fixture, footnote, collection);
        }
      }
      await footnote.close();
    },

  'of a removed document nothing is found, read or listed any more': async (fixture) => {
    const { folder, collection, tested } = fixture;
    const secret = {
      'secret.md': '# Zyphrane\n\nThe zyphrane is kept in the third cellar of the harbour.\n',
    };
    writeLibrary(folder, { ...revised(['a'], 1), ...secret });
    const result = await onBoth(fixture, async (place) => {
      const footnote = await place.footnote(showAll);
      await footnote.ingest([folder], { collection });
      const before = await footnote.search('zyphrane cellar', { collection });
      const ids = before.hits.filter(({ path }) => fileOf(path) === 'secret.md');
      assert.ok(ids.length > 0);
      const removed = await footnote.removeDocument(join(folder, 'secret.md'), { collection });
      const gone = { documentId: removed.documentId, chunkIds: ids.map(({ chunkId }) => chunkId) };
      return { gone, after: await footnote.search('zyphrane cellar', { collection }) };
    });
    const { gone, after } = result.actual;
    assertSameSearch(
      { actual: after, expected: result.expected.after },
      fixture,
      'after the document was removed',
    );
    assert.ok(!JSON.stringify([after.hits, after.dropped]).toLowerCase().includes('zyphrane'));
    assertAbsent(after, 'zyphran');
    // The terms of a removed document are no spelling of anything.
    const footnote = await tested.footnote(showAll);
    const misspelt = await footnote.search('zyphrnae', { collection });
    assertSame(misspelt.question.expansions, []);
    await assertNothingLeft(fixture, footnote, collection);
    await inStores(tested, collection, async (store) => {
      assertSame(await store.get(gone.chunkIds), []);
      const versions = await store.versions();
      assert.ok(!versions.some(({ documentId }) => documentId === gone.documentId));
    });
    assert.ok(existsSync(join(folder, 'secret.md')));
  },

  'what one process has ingested, another finds at its next question': async (fixture) => {
    const { folder, collection, tested } = fixture;
    writeLibrary(folder, revised(['a'], 1));
    const [writer, reader] = [await tested.footnote(showAll), await tested.another(showAll)];
    try {
      await writer.ingest([folder], { collection });
      assertSame([...(await revisionsOf(reader, collection))], [['a.md', 1]]);
      writeLibrary(folder, { ...revised(['a'], 2), ...revised(['b'], 1) });
      await writer.ingest([folder], { collection });
      assertSame(
        [...(await revisionsOf(reader, collection))],
        [
          ['a.md', 2],
          ['b.md', 1],
        ],
      );
      await writer.removeDocument(join(folder, 'a.md'), { collection });
      assertSame([...(await revisionsOf(reader, collection))], [['b.md', 1]]);
    } finally {
      await reader.close();
    }
  },
};

function assertAbsent({ question }: SearchResult, term: string): void {
  const found = question.terms.find((one) => one.term.startsWith(term));
  assert.equal(found?.absent, true, `"${term}" is known still`);
}
