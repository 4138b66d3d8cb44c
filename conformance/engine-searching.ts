import assert from 'node:assert/strict';
import type { EngineHit } from '../src/contracts/engine.ts';
import { assertHolds, assertNear, assertSame } from './assertions.ts';
import type { EngineTests } from './engine.ts';
import {
  axis,
  between,
  countsOf,
  dimension,
  legsOf,
  randomVector,
  refusalOf,
  write,
} from './engine-fixtures.ts';

const keyword = { language: 'en', limit: 10 };
const idsOf = (hits: readonly EngineHit[]) => hits.map((hit) => hit.chunkId);
const versionsOf = (hits: readonly EngineHit[]) => hits.map((hit) => `${hit.chunkId} ${hit.version}`);

export const searchingTests: EngineTests = {
  'the vector leg ranks by cosine and says it': async ({ index }) => {
    await index.write([
      write({ documentId: 'opposite' }, [axis(0).map((value) => -value)]),
      write({ documentId: 'near' }, [between(0, 1, 0.9)]),
      write({ documentId: 'across' }, [axis(2)]),
      write({ documentId: 'same' }, [axis(0)]),
      write({ documentId: 'far' }, [between(0, 1, 0.3)]),
    ]);
    const hits = await index.vectors.search({ vector: axis(0), limit: 10 });
    assertSame(
      hits.map((hit) => hit.documentId),
      ['same', 'near', 'far', 'across', 'opposite'],
    );
    for (const [at, cosine] of [1, 0.9, 0.3, 0, -1].entries()) assertNear(hits[at]?.score, cosine, 3);
    assertHolds(hits[1], { chunkId: 'near.1.0', documentId: 'near', version: 1 });
    assertSame(idsOf(await index.vectors.search({ vector: axis(0), limit: 2 })), ['same.1.0', 'near.1.0']);
  },

  'the vector leg finds what brute force finds': async ({ index }) => {
    const vectors = Array.from({ length: 300 }, (_, seed) => randomVector(seed));
    await index.write(vectors.map((vector, ordinal) => write({ ordinal }, [vector])));
    for (let seed = 1000; seed < 1010; seed++) {
      const question = randomVector(seed);
      const cosines = vectors.map((vector) =>
        vector.reduce((sum, value, at) => sum + value * (question[at] as number), 0),
      );
      const best = cosines.toSorted((left, right) => right - left).slice(0, 10);
      const hits = await index.vectors.search({ vector: question, limit: 10 });
      for (const [rank, cosine] of best.entries()) assertNear(hits[rank]?.score, cosine, 3);
    }
    for (const vector of vectors.slice(0, 20)) {
      const [itself] = await index.vectors.search({ vector, limit: 1 });
      assertNear(itself?.score, 1, 3);
      assert.ok((itself?.score ?? 0) <= 1, 'a cosine is at most 1, also where it was rounded');
    }
  },

  'a chunk with several vectors scores as its best and comes once': async ({ index }) => {
    const several = write({ documentId: 'several' }, [axis(0), axis(1), between(1, 2, 0.7)]);
    await index.write([several, write({ documentId: 'single' }, [between(1, 3, 0.8)])]);
    assertHolds(await countsOf(index), { vectors: 4, vectorChunks: 2 });
    const hits = await index.vectors.search({ vector: axis(1), limit: 10 });
    assertSame(idsOf(hits), ['several.1.0', 'single.1.0']);
    assertNear(hits[0]?.score, 1, 3);
    assertNear(hits[1]?.score, 0.8, 3);
  },

  'many windows of one chunk do not crowd the others out': async ({ index }) => {
    const windows = Array.from({ length: 200 }, () => axis(0));
    await index.write([
      write({ documentId: 'windows' }, windows),
      ...Array.from({ length: 5 }, (_, ordinal) =>
        write({ documentId: 'others', ordinal }, [between(0, 1, 0.5)]),
      ),
    ]);
    const hits = await index.vectors.search({ vector: axis(0), limit: 6 });
    assertSame(idsOf(hits), ['windows.1.0', ...[0, 1, 2, 3, 4].map((ordinal) => `others.1.${ordinal}`)]);
  },

  'chunks without vectors are found by their words alone': async ({ index }) => {
    await index.write([
      write({ content: 'wordy apple' }, []),
      write({ ordinal: 1, content: 'other' }, [axis(0)]),
    ]);
    assertSame(idsOf(await index.vectors.search({ vector: axis(0), limit: 5 })), ['document.1.1']);
    assertSame(idsOf(await index.keywords.search({ ...keyword, text: 'apple' })), ['document.1.0']);
  },

  'the keyword leg finds chunks with any of the words, the better match first': async ({ index }) => {
    await index.write([
      write({ ordinal: 0, content: 'apple banana cherry' }),
      write({ ordinal: 1, content: 'apple grape melon' }),
      write({ ordinal: 2, content: 'stone metal wood' }),
      write({ ordinal: 3, content: 'apple peach plum' }),
    ]);
    const hits = await index.keywords.search({ ...keyword, text: 'banana apple' });
    assertSame(idsOf(hits), ['document.1.0', 'document.1.1', 'document.1.3']);
    assertHolds(hits[0], { documentId: 'document', version: 1 });
    for (const hit of hits) assert.ok(hit.score > 0);
    assert.equal((await index.keywords.search({ ...keyword, text: 'banana apple', limit: 1 })).length, 1);
  },

  'a rare word counts for more than a common one': async ({ index }) => {
    await index.write([
      ...Array.from({ length: 20 }, (_, ordinal) => write({ ordinal, content: 'common filler text' })),
      write({ documentId: 'rare', content: 'unusual filler text' }),
    ]);
    const [best] = await index.keywords.search({ ...keyword, text: 'common unusual' });
    assert.equal(best?.chunkId, 'rare.1.0');
  },

  'words of title and heading path are found too': async ({ index }) => {
    await index.write([
      write({ documentId: 'titled', title: 'Botany handbook', content: 'roses' }),
      write({ documentId: 'headed', headingPath: ['Zoology', 'Mammals'], content: 'cats' }),
    ]);
    assertSame(idsOf(await index.keywords.search({ ...keyword, text: 'botany' })), ['titled.1.0']);
    assertSame(idsOf(await index.keywords.search({ ...keyword, text: 'mammals' })), ['headed.1.0']);
  },

  'words that no chunk has, or none at all, find nothing': async ({ index }) => {
    await index.write([write({ content: 'apple' })]);
    for (const text of ['zebra', '', '   ', '?!', `' or 1=1 --`, '"', '*', 'AND (', ':*', '\\']) {
      assertSame(await index.keywords.search({ ...keyword, text }), []);
    }
  },

  'matched terms are those that occur, and their shares make up the score': async ({ index }) => {
    await index.write([write({ content: 'apple banana' }), write({ ordinal: 1, content: 'apple stone' })]);
    const hits = await index.keywords.search({ ...keyword, text: 'banana apple zebra' });
    assert.equal(hits[0]?.matchedTerms?.length, 2);
    assert.equal(hits[1]?.matchedTerms?.length, 1);
    for (const hit of hits) {
      const shares = hit.matchedTerms?.map((matched) => matched.score) ?? [];
      assertSame(
        shares,
        shares.toSorted((left, right) => right - left),
      );
      assertNear(
        shares.reduce((sum, share) => sum + share, hit.gramScore ?? 0),
        hit.score,
        6,
      );
    }
  },

  'equal scores come in order of chunk id': async (fixture) => {
    // By code unit, capitals come before small letters, what is accented after both, and a pair of surrogates before a
    // fullwidth letter, which has the smaller code point.
    const documents = ['m', 'b', 'Ａ', 'Z', 'ä', 'a', '😀', 'K'];
    await fixture.index.write(
      documents.map((documentId) => write({ documentId, content: 'apple pie' }, [axis(0)])),
    );
    const expected = documents.toSorted().map((documentId) => `${documentId}.1.0`);
    for (const search of legsOf(fixture)) {
      assertSame(idsOf(await search({ limit: 10 })), expected);
      assertSame(idsOf(await search({ limit: 2 })), expected.slice(0, 2));
    }
  },

  'a hit names the version that its chunk is of': async (fixture) => {
    await fixture.index.write([2, 1, 7].map((version) => write({ version, content: 'apple' })));
    const expected = ['document.1.0 1', 'document.2.0 2', 'document.7.0 7'];
    for (const search of legsOf(fixture))
      assertSame(versionsOf(await search({ limit: 10 })).toSorted(), expected);
  },

  'a limit outside 1–1000 is request_invalid': async (fixture) => {
    for (const limit of [0, -1, 1001, 1.5, Number.NaN]) {
      for (const search of legsOf(fixture))
        assert.equal(await refusalOf(search({ limit })), 'request_invalid', `limit ${limit}`);
    }
  },

  'a large limit returns all there is': async (fixture) => {
    await fixture.index.write(
      Array.from({ length: 300 }, (_, ordinal) => write({ ordinal, content: `apple ${ordinal}` })),
    );
    for (const search of legsOf(fixture))
      assert.equal(new Set(idsOf(await search({ limit: 1000 }))).size, 300);
  },

  'an unusable question vector is vector_invalid': async ({ index }) => {
    for (const vector of [
      new Float32Array(dimension),
      new Float32Array(3).fill(1),
      axis(0).fill(Number.NaN),
    ]) {
      assert.equal(
        await refusalOf(index.vectors.search({ vector, limit: 5 })),
        'vector_invalid',
        vector.join(' '),
      );
    }
  },

  'get keeps the order of the ids and leaves unknown ones out': async ({ index }) => {
    await index.write([0, 1, 2].map((ordinal) => write({ ordinal })));
    const found = await index.get(['document.1.2', 'unknown.1.0', 'document.1.0']);
    assertSame(
      found.map((one) => one.id),
      ['document.1.2', 'document.1.0'],
    );
    const twice = await index.get(['document.1.1', 'document.1.0', 'document.1.1']);
    assertSame(
      twice.map((one) => one.id),
      ['document.1.1', 'document.1.0', 'document.1.1'],
    );
    assertSame(await index.get([]), []);
  },

  'neighbours are those of the same document version, in order, without the chunk itself': async ({
    index,
  }) => {
    await index.write([
      ...Array.from({ length: 12 }, (_, ordinal) => write({ ordinal })),
      write({ version: 2, ordinal: 5 }),
      write({ documentId: 'other', ordinal: 5 }),
    ]);
    const range = { before: 2, after: 1 };
    const idsAround = async (ids: readonly string[], wanted: typeof range) =>
      (await index.neighbours(ids, wanted)).map((near) => near.map((one) => one.id));
    assertSame(await idsAround(['document.1.5', 'unknown.1.5', 'document.1.0', 'document.1.5'], range), [
      ['document.1.3', 'document.1.4', 'document.1.6'],
      [],
      ['document.1.1'],
      ['document.1.3', 'document.1.4', 'document.1.6'],
    ]);
    assertSame(await idsAround(['document.1.10'], { before: 0, after: 5 }), [['document.1.11']]);
    assertSame(await idsAround(['document.1.5'], { before: 0, after: 0 }), [[]]);
    assertSame(await idsAround([], range), []);
  },
};
