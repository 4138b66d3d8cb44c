import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Footnote, WatchRound } from '../src/footnote.ts';
import { writeFiles } from './corpus.ts';
import { refuse } from './openai-peer.ts';
import { page, startInFolder, titles } from './synced-folder.ts';

/** Runs until the collection has these titles, then stops it and waits for its end. */
async function watching(
  footnote: Footnote,
  folder: string,
  steps: readonly (readonly [change: () => void, expected: readonly string[]])[],
): Promise<readonly WatchRound[]> {
  const stop = new AbortController();
  const rounds: WatchRound[] = [];
  const first = Promise.withResolvers<void>();
  const run = (async () => {
    for await (const round of footnote.watch([folder], { signal: stop.signal, quietMs: 100 })) {
      rounds.push(round);
      first.resolve();
    }
  })();
  try {
    await Promise.race([first.promise, run]);
    for (const [change, expected] of steps) {
      change();
      await expect.poll(() => titles(footnote), { timeout: 120_000, interval: 100 }).toEqual(expected);
    }
  } finally {
    stop.abort();
    await run;
  }
  return rounds;
}

describe('a watch', () => {
  test('follows files that are added, changed, renamed and deleted, and folders that appear, also in the place of a file', async () => {
    const { folder, footnote } = await startInFolder({ 'a.md': page('A'), 'b.md': page('B') });
    await watching(footnote, folder, [
      [() => {}, ['A', 'B']],
      [() => writeFiles(folder, { 'c.md': page('C') }), ['A', 'B', 'C']],
      [() => writeFiles(folder, { 'a.md': page('A again') }), ['A again', 'B', 'C']],
      [() => writeFiles(folder, { 'new/deep/d.md': page('D') }), ['A again', 'B', 'C', 'D']],
      [() => rmSync(join(folder, 'c.md')), ['A again', 'B', 'D']],
      [() => writeFiles(folder, { 'new/deep/e.md': page('E') }), ['A again', 'B', 'D', 'E']],
      [() => writeFiles(folder, { '.footnoteignore': 'a.md\n' }), ['B', 'D', 'E']],
      [() => rmSync(join(folder, 'new/deep'), { recursive: true }), ['B', 'D', 'E']],
      // Two of three would have been too many to go at once.
      [() => writeFiles(folder, { 'g.md': page('G') }), ['B', 'G']],
    ]);
    const moved = await footnote.getDocument(join(folder, 'b.md'));
    await watching(footnote, folder, [
      [() => rmSync(join(folder, '.footnoteignore')), ['A again', 'B', 'G']],
      [() => renameSync(join(folder, 'b.md'), join(folder, 'renamed.md')), ['A again', 'B', 'G']],
      [() => writeFiles(folder, { 'f.md': page('F') }), ['A again', 'B', 'F', 'G']],
      [
        () => {
          rmSync(join(folder, 'f.md'));
          writeFiles(folder, { 'f.md/h.md': page('H') });
        },
        ['A again', 'B', 'G', 'H'],
      ],
      [() => writeFiles(folder, { 'f.md/i.md': page('I') }), ['A again', 'B', 'G', 'H', 'I']],
    ]);
    expect((await footnote.getDocument(join(folder, 'renamed.md'))).documentId).toBe(moved.documentId);
  });

  test('a burst of a thousand changes ends in the right state, in few rounds', async () => {
    const { folder, footnote } = await startInFolder({ 'a.md': page('A') });
    const rounds = await watching(footnote, folder, [
      [
        () => {
          for (let n = 0; n < 400; n++) writeFileSync(join(folder, `${n}.md`), page(`Volume ${n}`));
          for (let n = 0; n < 400; n++) writeFileSync(join(folder, `${n}.md`), page(`Tome ${n}`));
          for (let n = 20; n < 400; n++) rmSync(join(folder, `${n}.md`));
        },
        ['A', ...Array.from({ length: 20 }, (_, n) => `Tome ${n}`)].toSorted(),
      ],
    ]);
    expect(rounds.length).toBeLessThan(10);
    expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  });

  test('a round that fails is handed out, and the watch goes on', async () => {
    const { folder, footnote } = await startInFolder({ 'a.md': page('A') });
    const rules = join(folder, 'metadata.yaml');
    const stop = new AbortController();
    const errors: (string | undefined)[] = [];
    for await (const { error, report } of footnote.watch([folder], { signal: stop.signal, quietMs: 50 })) {
      if (error) {
        errors.push(error.code);
        mkdirSync(join(folder, 'in'), { recursive: true });
        writeFileSync(rules, 'b.md: { team: x }\n');
        writeFileSync(join(folder, 'in/b.md'), page('B'));
      } else if (report.documents.added === 1 && errors.length === 0) writeFileSync(rules, '- broken\n');
      if ((await titles(footnote)).length === 2) stop.abort();
    }
    expect(new Set(errors)).toEqual(new Set(['file_malformed']));
    expect(await titles(footnote)).toEqual(['A', 'B']);
  });

  test('a round that fails for a while is tried again, though nothing changes', async () => {
    const { folder, footnote, peer } = await startInFolder({ 'a.md': page('A') });
    const stop = new AbortController();
    const outcomes: unknown[] = [];
    for await (const { error, report } of footnote.watch([folder], { signal: stop.signal, quietMs: 50 })) {
      outcomes.push(error?.code ?? report?.chunks);
      if (outcomes.length === 1) {
        // As often as a request is tried.
        peer.meet(...Array.from({ length: 6 }, () => refuse(503, 'Overloaded', { 'retry-after': '0' })));
        writeFiles(folder, { 'b.md': page('B') });
      } else if (report && outcomes.includes('model_unavailable')) stop.abort();
    }
    expect(outcomes[0]).toBe(1);
    expect(outcomes.slice(-2)).toEqual(['model_unavailable', 1]);
  });

  test('follows a folder that is given by a link, the link, and a file of rules elsewhere', async () => {
    const { home, folder, footnote, open } = await startInFolder({ 'a.md': page('A') });
    const link = join(home, 'link');
    symlinkSync(folder, link);
    await watching(footnote, link, [
      [() => {}, ['A']],
      [() => writeFiles(folder, { 'b.md': page('B') }), ['A', 'B']],
      [
        () => {
          writeFiles(join(home, 'others'), { 'c.md': page('C') });
          rmSync(link);
          symlinkSync(join(home, 'others'), link);
        },
        ['A', 'B', 'C'],
      ],
      [() => writeFiles(join(home, 'others'), { 'd.md': page('D') }), ['A', 'B', 'C', 'D']],
    ]);
    const rules = join(home, 'rules.yaml');
    writeFileSync(rules, '');
    const ruled = await open({ metadata: { file: rules } });
    const stop = new AbortController();
    for await (const { report } of ruled.watch([folder], { signal: stop.signal, quietMs: 50 })) {
      if (report?.documents.updated === 0) writeFileSync(rules, 'a.md: { team: roads }\n');
      else stop.abort();
    }
    expect(await footnote.getDocument(join(folder, 'a.md'))).toMatchObject({ metadata: { team: 'roads' } });
  });

  test('its first round fails as an ingest does', async () => {
    const { folder, footnote } = await startInFolder({ 'a.md': page('A'), 'metadata.yaml': '- broken\n' });
    await expect(footnote.watch([folder])[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'file_malformed',
    });
  });
});
