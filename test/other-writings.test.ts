import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { writeFiles } from './corpus.ts';
import { writings } from './writings.ts';

let footnote: Footnote;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-writings-'));
  footnote = await openFootnote({
    store: join(folder, 'store'),
    embedder: { threads: 1 },
    ingest: { parserProcesses: 1 },
  });
  const documents = writings.flatMap(({ right, wrong }, place) => [
    [`${place}-right.md`, right],
    ...wrong.map((text, other) => [`${place}-wrong-${other}.md`, text]),
  ]);
  await footnote.ingest([writeFiles(join(folder, 'documents'), Object.fromEntries(documents))]);
  return async () => {
    await footnote.close();
    rmSync(folder, { recursive: true });
  };
});

describe('in a collection of all of them, what is written in one way is found in the others', () => {
  test.each(writings.map(({ what, asked }, place) => ({ what, asked, place })))(
    '$what',
    async ({ asked, place }) => {
      const found = await Promise.all(
        asked.map(async (question) => {
          const { hits } = await footnote.search(question);
          const isRight = hits[0]?.path.endsWith(`/${place}-right.md`);
          return { question, isRight, words: hits[0]?.explain.keyword !== undefined };
        }),
      );
      expect(found).toEqual(asked.map((question) => ({ question, isRight: true, words: true })));
    },
  );
});
