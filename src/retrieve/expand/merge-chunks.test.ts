import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import { chunkOf } from '../passages.test-support.ts';
import { adjacentGroups, mergeChunks } from './merge-chunks.ts';

const spanOf = (text: string, ordinal: number, start: number, end: number, change: Partial<Chunk> = {}) =>
  chunkOf('d', ordinal, { start, end, content: text.slice(start, end), ...change });

test('chunks that follow one another are a group, at the place of the first in the list', () => {
  const list = [chunkOf('d', 5), chunkOf('e', 1), chunkOf('d', 2), chunkOf('d', 6), chunkOf('d', 4)];
  expect(
    adjacentGroups(list).map((group) => group.map(({ documentId, ordinal }) => `${documentId}${ordinal}`)),
  ).toEqual([['d4', 'd5', 'd6'], ['e1'], ['d2']]);
});

test('versions of a document are never joined', () => {
  expect(adjacentGroups([chunkOf('d', 0), chunkOf('d', 1, { version: 2 })])).toHaveLength(2);
});

test('one chunk has the whole span, the main one’s id and what the headings have in common', async () => {
  const text = 'One. Two. Three.';
  const first = spanOf(text, 0, 0, 4, { headingPath: ['A', 'B'], page: 1, tokens: 2 });
  const second = spanOf(text, 1, 5, 9, { headingPath: ['A', 'C'], page: 2, tokens: 3 });
  const merged = await mergeChunks([first, second], second, async () => ({ text, blocks: [] }), {});
  expect(merged).toMatchObject({
    id: second.id,
    ordinal: 0,
    start: 0,
    end: 9,
    content: 'One. Two.',
    headingPath: ['A'],
    page: 1,
    tokens: 5,
  });
});

test('where the text of the document is gone there is no merged chunk', async () => {
  const text = 'One. Two.';
  const group = [spanOf(text, 0, 0, 4), spanOf(text, 1, 5, 9)];
  expect(await mergeChunks(group, group[0] as Chunk, async () => undefined, {})).toBeUndefined();
});

test('the content is the document’s text over the span, however chunks overlap or leave gaps', async () => {
  const text = Array.from({ length: 200 }, (_, place) => String.fromCharCode(97 + (place % 26))).join('');
  const cuts = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cuts, async (steps) => {
      let start = 0;
      const chunks = steps.map(([forward, length], ordinal) => {
        start += forward;
        return spanOf(text, ordinal, start, start + length);
      });
      const merged = await mergeChunks(chunks, chunks[0] as Chunk, async () => ({ text, blocks: [] }), {});
      expect(merged?.content).toBe(text.slice(merged?.start, merged?.end));
      expect(merged?.end).toBe(Math.max(...chunks.map(({ end }) => end)));
    }),
  );
});
