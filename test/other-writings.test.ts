import { describe, expect, test } from 'vitest';
import { footnoteOver } from './shared-footnote.ts';
import { diacritics } from './writings/diacritics.ts';
import { identifiers } from './writings/identifiers.ts';
import { joinedWords } from './writings/joined-words.ts';
import { numbers } from './writings/numbers.ts';
import { otherScripts } from './writings/other-scripts.ts';
import { typography } from './writings/typography.ts';

const kinds = { identifiers, numbers, typography, joinedWords, diacritics, otherScripts };

/** In one collection, since each is to be found among the passages of all the others. */
const writings = Object.entries(kinds)
  .flatMap(([kind, list]) => list.map((writing) => ({ kind, ...writing })))
  .map((writing, place) => ({ ...writing, place }));

const documents = writings.flatMap(({ place, right, wrong }) => [
  [`${place}-right.md`, right],
  ...wrong.map((text, other) => [`${place}-wrong-${other}.md`, text]),
]);
const footnote = footnoteOver(Object.fromEntries(documents));

describe('what is written in one way is found in the others', () => {
  test.each(writings)('$kind: $what', async ({ place, asked }) => {
    const found = await Promise.all(
      asked.map(async (question) => {
        const { hits } = await footnote().search(question);
        const isRight = hits[0]?.path.endsWith(`/${place}-right.md`);
        return { question, isRight, words: hits[0]?.explain.keyword !== undefined };
      }),
    );
    expect(found).toEqual(asked.map((question) => ({ question, isRight: true, words: true })));
  });
});
