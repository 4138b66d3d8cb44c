import assert from 'node:assert/strict';
import type { EngineHit, KeywordQuery } from '../src/contracts/engine.ts';
import { seededRandom } from '../src/values/seeded-random.ts';
import { assertNear, assertSame } from './assertions.ts';
import type { EngineTests } from './engine.ts';
import { refusalOf, write } from './engine-fixtures.ts';

const keyword = { language: 'en', limit: 10 };
const invalid = { code: 'request_invalid' };
const idsOf = (hits: readonly EngineHit[]) => hits.map((hit) => hit.chunkId);
const sorted = (hits: readonly EngineHit[]) => idsOf(hits).toSorted();

export const wordingTests: EngineTests = {
  'a phrase is found only where its words stand side by side, in order and in one field': async ({
    index,
  }) => {
    const phrases = ['sea lion'];
    await index.write([
      write({ documentId: 'content', content: 'a Sea  lion sleeps' }),
      write({ documentId: 'title', title: 'Sea lion', content: 'sleeps' }),
      write({ documentId: 'heading', headingPath: ['Animals', 'Sea lion'], content: 'sleeps' }),
      write({ documentId: 'apart', content: 'a sea without any lion' }),
      write({ documentId: 'reversed', content: 'lion sea' }),
      write({ documentId: 'divided', content: 'a sea', title: 'lion' }),
      write({ documentId: 'half', content: 'sea' }),
    ]);
    const search = async (query: Partial<KeywordQuery>) =>
      sorted(await index.keywords.search({ ...keyword, text: 'sea lion sleeps', ...query }));
    assertSame(await search({ phrases }), ['content.1.0', 'heading.1.0', 'title.1.0']);
    assertSame(await search({ phrases: ['sea lion', 'lion sleeps'] }), ['content.1.0']);
    assertSame(await search({ phrases: ['lion sea'] }), ['reversed.1.0']);
    assertSame(await search({ phrases: ['sleeps'], text: 'sea' }), [
      'content.1.0',
      'heading.1.0',
      'title.1.0',
    ]);
    assertSame(await search({ phrases: ['sea elephant'] }), []);
    assert.equal((await search({ phrases: [] })).length, 7);
    assert.equal((await search({ phrases: ['', '?!', '"'] })).length, 7);
  },

  'a phrase holds across writes and removals, and with words that repeat': async ({ index }) => {
    const random = seededRandom(5);
    const words = ['one', 'two', 'three'];
    const texts = Array.from({ length: 120 }, () =>
      Array.from({ length: 6 }, () => words[Math.floor(random() * 3)]).join(' '),
    );
    for (let from = 0; from < texts.length; from += 10) {
      const batch = texts.slice(from, from + 10);
      await index.write(batch.map((content, at) => write({ documentId: `d${from + at}`, content })));
    }
    await index.remove([{ documentId: 'd7' }, { documentId: 'd50' }]);
    for (const phrase of ['one one two', 'three two one three', 'two']) {
      const expected = texts.flatMap((text, at) =>
        text.includes(phrase) && at !== 7 && at !== 50 ? [`d${at}.1.0`] : [],
      );
      const hits = await index.keywords.search({ ...keyword, limit: 200, text: phrase, phrases: [phrase] });
      assertSame(sorted(hits), expected.toSorted());
    }
  },

  'an expansion finds what the text does not name, for less than a word of it': async ({ index }) => {
    const expansions = [{ term: 'truck', weight: 0.5 }];
    await index.write([
      write({ documentId: 'named', content: 'car' }),
      write({ documentId: 'synonym', content: 'truck' }),
      write({ documentId: 'other', content: 'boat' }),
    ]);
    const hits = await index.keywords.search({ ...keyword, text: 'car', expansions });
    assertSame(idsOf(hits), ['named.1.0', 'synonym.1.0']);
    assertNear((hits[1] as EngineHit).score, (hits[0] as EngineHit).score / 2, 6);
    const twice = [0.1, 0.5, 0.2].map((weight) => ({ term: 'truck', weight }));
    assertSame(await index.keywords.search({ ...keyword, text: 'car', expansions: twice }), hits);
    const same = await index.keywords.search({
      ...keyword,
      text: 'car',
      expansions: [{ term: 'car', weight: 1 }],
    });
    assert.equal(same[0]?.score, hits[0]?.score);
    for (const weight of [0, -1, 1.1, Number.NaN]) {
      const query = { ...keyword, text: 'car', expansions: [{ term: 'truck', weight }] };
      assert.equal(await refusalOf(index.keywords.search(query)), 'request_invalid', `weight ${weight}`);
    }
    const many = Array.from({ length: 101 }, (_, at) => ({ term: `t${at}`, weight: 1 }));
    await assert.rejects(index.keywords.search({ ...keyword, text: 'car', expansions: many }), invalid);
  },

  'boosts say what title and headings count for': async ({ index }) => {
    await index.write([
      write({ documentId: 'titled', title: 'apple', content: 'stone' }),
      write({ documentId: 'headed', headingPath: ['apple'], title: 'stone', content: 'stone' }),
    ]);
    const find = (query: Partial<KeywordQuery>) =>
      index.keywords.search({ ...keyword, text: 'apple', ...query });
    assertSame(await find({ boosts: { title: 0.3, headingPath: 0.3 } }), await find({}));
    const search = async (boosts: KeywordQuery['boosts']) => idsOf(await find({ boosts }));
    assertSame(await search({ title: 2 }), ['titled.1.0', 'headed.1.0']);
    assertSame(await search({ headingPath: 2 }), ['headed.1.0', 'titled.1.0']);
    assertSame(await search({ title: 0, headingPath: 0 }), []);
    for (const title of [-1, 11, Number.NaN])
      assert.equal(await refusalOf(search({ title })), 'request_invalid', `boost ${title}`);
  },

  'term statistics count all chunks, and those that hold a term in the field where it is most common':
    async ({ index }) => {
      await index.write([
        write({ documentId: 'a', content: 'plum plum pear' }),
        write({ documentId: 'b', content: 'plum' }),
        write({ documentId: 'c', content: 'stone', title: 'plum' }),
        write({ documentId: 'gone', content: 'plum' }),
      ]);
      await index.remove([{ documentId: 'gone' }]);
      assertSame(await index.keywords.statistics(['pear', 'plum', 'zebra', 'report']), {
        chunks: 3,
        frequencies: [1, 2, 0, 2],
      });
      assertSame(await index.keywords.statistics([]), { chunks: 3, frequencies: [] });
      const filter = { field: 'documentId', op: 'in', value: ['a', 'c', 'gone'] } as const;
      assertSame(await index.keywords.statistics(['pear', 'plum', 'report'], { filter }), {
        chunks: 2,
        frequencies: [1, 1, 1],
      });
      const unknown = { field: 'unknown', op: 'eq', value: 'x' } as const;
      await assert.rejects(index.keywords.statistics(['plum'], { filter: unknown }), {
        code: 'filter_invalid',
      });
    },

  'similar terms are those a few edits away, the nearest and then the most common first': async ({
    index,
  }) => {
    await index.write([
      write({ documentId: 'a', content: 'lobster lobstar boaster' }),
      write({ documentId: 'b', content: 'roster lobstar' }),
      write({ documentId: 'c', content: 'cluster', title: 'lobbster' }),
      write({ documentId: 'gone', content: 'mobster' }),
    ]);
    await index.remove([{ documentId: 'gone' }]);
    const find = async (term: string, maxEdits: number, limit = 10) => {
      const similar = await index.keywords.similarTerms(term, {
        maxEdits,
        limit,
      });
      return similar.map((one) => `${one.term} ${one.edits} ${one.chunks}`);
    };
    assertSame(await find('lobtser', 1), ['lobster 1 1']);
    assertSame(await find('lobster', 2), ['lobstar 1 2', 'lobbster 1 1', 'boaster 2 1', 'roster 2 1']);
    assertSame(await find('lobster', 2, 1), ['lobstar 1 2']);
    assertSame(await find('zzzzzz', 2), []);
    for (const [maxEdits, limit] of [
      [0, 5],
      [3, 5],
      [1, 0],
    ] as const) {
      const found = find('lobster', maxEdits, limit);
      assert.equal(await refusalOf(found), 'request_invalid', `${maxEdits} edits, limit ${limit}`);
    }
  },

  'terms that begin or end in one are longer ones, the most common first': async ({ index }) => {
    await index.write([
      write({ documentId: 'a', content: 'houseboat motorboat boat' }),
      write({ documentId: 'b', content: 'motorboat lake', title: 'rowboat boatyard' }),
      write({ documentId: 'gone', content: 'steamboat' }),
    ]);
    await index.remove([{ documentId: 'gone' }]);
    const find = async (part: string, limit = 10) => {
      const found = await index.keywords.longerTerms(part, { limit });
      return found.map(({ term, chunks }) => `${term} ${chunks}`);
    };
    assertSame(await find('boat'), ['motorboat 2', 'boatyard 1', 'houseboat 1', 'rowboat 1']);
    assertSame(await find('boat', 1), ['motorboat 2']);
    assertSame(await find('ship'), []);
    assert.equal(await refusalOf(find('boat', 0)), 'request_invalid');
  },
};
