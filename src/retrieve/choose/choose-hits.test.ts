import { expect, test } from 'vitest';
import type { FoundPassage } from '../passage.ts';
import { chunkOf, passageOf } from '../passages.test-support.ts';
import { chooseHits } from './choose-hits.ts';

const settings = { topK: 3, maxPerDocument: 0, duplicateSimilarity: 0.9 };

/** Offers passages of which the first `headLength` have been read, and counts what else is read. */
async function choose(
  passages: readonly FoundPassage[],
  options: Partial<typeof settings> & { headLength?: number } = {},
) {
  const { headLength = passages.length, ...change } = options;
  const readLater: string[] = [];
  const { hits, dropped } = await chooseHits(
    passages.slice(0, headLength),
    passages.slice(headLength).map(({ ranked }) => ranked),
    { ...settings, ...change },
    async (ranked) => {
      const read = passages.filter((passage) => ranked.includes(passage.ranked));
      readLater.push(...read.map(({ chunk }) => chunk.id));
      return read;
    },
  );
  return {
    hits: hits.map(({ chunk }) => chunk.id),
    dropped: dropped.map(({ ranked, droppedBy }) => [ranked.candidate.chunkId, droppedBy]),
    duplicates: dropped.flatMap(({ duplicateOf }) => duplicateOf ?? []),
    readLater,
  };
}

test('takes the first ones and says that the others are too many', async () => {
  const passages = ['a', 'b', 'c', 'd', 'e'].map((id) => passageOf(chunkOf(id, 0)));
  const chosen = await choose(passages, { headLength: 4 });
  expect(chosen.hits).toEqual(['a.1.0', 'b.1.0', 'c.1.0']);
  expect(chosen.dropped).toEqual([
    ['d.1.0', 'top-k'],
    ['e.1.0', 'top-k'],
  ]);
  expect(chosen.readLater).toEqual([]);
});

test('a passage that differs from a better one in a number alone is another one', async () => {
  const rooms =
    'The room has a table, two chairs and a window to the yard, and is cleaned on Mondays. '.repeat(3);
  const passages = ['214', '215', '214'].map((number, place) =>
    passageOf(chunkOf(`room${place}`, 0, { content: `${rooms}Its number is ${number}.` })),
  );
  expect((await choose(passages)).hits).toEqual(['room0.1.0', 'room1.1.0']);
});

test('leaves out what repeats a better passage, and names that one', async () => {
  const passages = [
    passageOf(chunkOf('first', 0, { content: 'The dam was built in 1931.' })),
    passageOf(chunkOf('other', 0)),
    passageOf(chunkOf('copy', 0, { content: 'The dam was  built in 1931.\n' })),
    passageOf(chunkOf('last', 0)),
  ];
  const chosen = await choose(passages);
  expect(chosen.hits).toEqual(['first.1.0', 'other.1.0', 'last.1.0']);
  expect(chosen.dropped).toEqual([['copy.1.0', 'duplicate']]);
  expect(chosen.duplicates).toEqual(['first.1.0']);
  const kept = await choose(passages, { duplicateSimilarity: 0 });
  expect(kept.hits).toEqual(['first.1.0', 'other.1.0', 'copy.1.0']);
});

test('takes no more of a document than may be, and reads on until there are enough', async () => {
  const long = [0, 1, 2, 3, 4].map((ordinal) => passageOf(chunkOf('long', ordinal)));
  const others = ['x', 'y', 'z'].map((id) => passageOf(chunkOf(id, 0)));
  const chosen = await choose([...long, ...others], { maxPerDocument: 1, headLength: 2 });
  expect(chosen.hits).toEqual(['long.1.0', 'x.1.0', 'y.1.0']);
  expect(chosen.dropped).toEqual([
    ['long.1.1', 'per-document'],
    ['long.1.2', 'per-document'],
    ['long.1.3', 'per-document'],
    ['long.1.4', 'per-document'],
    ['z.1.0', 'top-k'],
  ]);
  expect(chosen.readLater).toEqual(['long.1.2', 'long.1.3', 'long.1.4', 'x.1.0', 'y.1.0', 'z.1.0']);
  const two = await choose([...long, ...others], { maxPerDocument: 2 });
  expect(two.hits).toEqual(['long.1.0', 'long.1.1', 'x.1.0']);
});

test('a list of links is a hit only where nothing else takes its place', async () => {
  const links = '* [pumps](/pumps)\n* [valves](/valves)\n* [yards](/yards)';
  const passages = ['a', 'links', 'b', 'c', 'd'].map((id) =>
    passageOf(chunkOf(id, 0, id === 'links' ? { content: links } : {})),
  );
  const chosen = await choose(passages);
  expect(chosen.hits).toEqual(['a.1.0', 'b.1.0', 'c.1.0']);
  expect(chosen.dropped).toEqual([
    ['d.1.0', 'top-k'],
    ['links.1.0', 'links'],
  ]);
  expect((await choose(passages.slice(0, 3))).hits).toEqual(['a.1.0', 'b.1.0', 'links.1.0']);
});
