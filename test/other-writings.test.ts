import { describe, expect, test } from 'vitest';
import { footnoteOver } from './shared-footnote.ts';
import { writings } from './writings.ts';

const documents = writings.flatMap(({ right, wrong }, place) => [
  [`${place}-right.md`, right],
  ...wrong.map((text, other) => [`${place}-wrong-${other}.md`, text]),
]);
const footnote = footnoteOver(Object.fromEntries(documents));

describe('in a collection of all of them, what is written in one way is found in the others', () => {
  test.each(writings.map(({ what, asked }, place) => ({ what, asked, place })))(
    '$what',
    async ({ asked, place }) => {
      const found = await Promise.all(
        asked.map(async (question) => {
          const { hits } = await footnote().search(question);
          const isRight = hits[0]?.path.endsWith(`/${place}-right.md`);
          return { question, isRight, words: hits[0]?.explain.keyword !== undefined };
        }),
      );
      expect(found).toEqual(asked.map((question) => ({ question, isRight: true, words: true })));
    },
  );
});
