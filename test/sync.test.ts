import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PartialConfig } from '../src/config.ts';
import type { Filter } from '../src/contracts/filter.ts';
import type { IngestReport } from '../src/contracts/ingest-report.ts';
import type { Footnote, WatchRound } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';

/** A folder with files, and Footnote over a store beside it. Paths of files are relative to the folder. */
async function start(files: Readonly<Record<string, string>>, settings: PartialConfig = {}) {
  const home = temporaryFolder();
  const folder = writeFiles(join(home, 'docs'), files);
  const store = join(home, 'store');
  const open = async (changed: PartialConfig = {}) => {
    const footnote = await openFootnote({ store, ...settings, ...changed });
    onTestFinished(() => footnote.close());
    return footnote;
  };
  return { home, folder, store, open, footnote: await open() };
}

async function titles(footnote: Footnote): Promise<readonly string[]> {
  const documents = await footnote.listDocuments();
  return documents.map(({ title }) => title).toSorted();
}

function changesOf({ changes }: IngestReport, folder: string): readonly string[] {
  return (changes ?? []).map(({ change, path }) => `${change} ${path.slice(folder.length + 1)}`);
}

const page = (title: string, body = 'The bridge was built of stone and iron.') => `# ${title}\n\n${body}\n`;

async function found(footnote: Footnote, filter: Filter): Promise<readonly string[]> {
  const { hits } = await footnote.search('The bridge was built of stone and iron', { filter, topK: 100 });
  return [...new Set(hits.map(({ title }) => title))].toSorted();
}

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

describe('a dry run', () => {
  test('of an empty store says what would be added, and makes nothing', async () => {
    const { home, folder, footnote } = await start({ 'a.md': page('A'), 'in/b.md': page('B'), 'c.png': '' });
    const report = await footnote.ingest([folder], { dryRun: true });
    expect(changesOf(report, folder)).toEqual(['added a.md', 'added in/b.md']);
    expect(report).toMatchObject({ status: 'complete', passedOver: { '.png': 1 }, chunks: 0 });
    expect(readdirSync(home)).toEqual(['docs']);
  });

  test('tells added, updated, moved and removed apart, and the ingest does the same', async () => {
    const { folder, footnote } = await start({
      'a.md': page('A'),
      'b.md': page('B'),
      'c.md': page('C'),
      'd.md': page('D'),
      'e.md': page('E'),
    });
    await footnote.ingest([folder]);
    const moved = await footnote.getDocument(join(folder, 'b.md'));
    writeFiles(folder, { 'a.md': page('A again'), 'new/f.md': page('F') });
    renameSync(join(folder, 'b.md'), join(folder, 'new/renamed.md'));
    rmSync(join(folder, 'c.md'));

    const plan = await footnote.ingest([folder], { dryRun: true });
    expect(changesOf(plan, folder)).toEqual([
      'updated a.md',
      'removed c.md',
      'added new/f.md',
      'moved new/renamed.md',
    ]);
    expect(plan.changes?.at(-1)?.from).toBe(join(folder, 'b.md'));
    expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D', 'E']);

    const report = await footnote.ingest([folder]);
    expect(report.documents).toEqual(plan.documents);
    expect(report.changes).toBeUndefined();
    expect(await titles(footnote)).toEqual(['A again', 'B', 'D', 'E', 'F']);
    expect((await footnote.getDocument(join(folder, 'new/renamed.md'))).documentId).toBe(moved.documentId);
    expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
  });

  test('says that nothing would be removed where most would be, unless it may', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A'), 'b.md': page('B'), 'c.md': page('C') });
    await footnote.ingest([folder]);
    for (const name of ['a.md', 'b.md']) rmSync(join(folder, name));
    const guarded = await footnote.ingest([folder], { dryRun: true });
    expect(guarded.changes).toEqual([]);
    expect(guarded.warnings.join()).toMatch(/2 of the 3 files .* Nothing was removed/);
    const allowed = { dryRun: true, allowMassRemoval: true };
    expect(changesOf(await footnote.ingest([folder], allowed), folder)).toEqual([
      'removed a.md',
      'removed b.md',
    ]);
    await footnote.ingest([folder], { allowMassRemoval: true });
    expect(await titles(footnote)).toEqual(['C']);
  });
});

describe('what is taken', () => {
  test('globs limit a run; what they leave out stays as it is', async () => {
    const { folder, footnote } = await start({
      'a.md': page('A'),
      'b.txt': 'A bridge.\n',
      'in/c.md': page('C'),
    });
    await footnote.ingest([folder], { include: ['*.md'] });
    expect(await titles(footnote)).toEqual(['A', 'C']);
    rmSync(join(folder, 'in/c.md'));
    await footnote.ingest([folder], { exclude: ['in'] });
    expect(await titles(footnote)).toEqual(['A', 'C', 'b']);
    await footnote.ingest([folder]);
    expect(await titles(footnote)).toEqual(['A', 'b']);
  });

  test('a file that comes to be ignored leaves the collection, and comes back', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A'), 'b.md': page('B'), 'in/c.md': page('C') });
    await footnote.ingest([folder]);
    writeFiles(folder, { 'in/.footnoteignore': 'c.md\n' });
    expect((await footnote.ingest([folder])).documents).toMatchObject({ unchanged: 2, removed: 1 });
    expect(await titles(footnote)).toEqual(['A', 'B']);
    rmSync(join(folder, 'in/.footnoteignore'));
    await footnote.ingest([folder]);
    expect(await titles(footnote)).toEqual(['A', 'B', 'C']);
  });
});

describe('metadata', () => {
  const fields = { team: 'string', year: 'number', since: 'date', draft: 'boolean', tags: 'list' } as const;

  test('come from files of rules and front matter, and can be filtered by their declared type', async () => {
    const { home, folder, footnote } = await start(
      {
        'metadata.yaml': '"**": { team: facilities, year: 2020 }\n"in/*": { year: 2022 }\n',
        'a.md': page('A'),
        'b.md': `---\nyear: 2024\nsince: 2024-05-01\ndraft: true\ntags: [steel, stone]\n---\n${page('B')}`,
        'in/c.md': page('C'),
      },
      { metadata: { fields } },
    );
    const report = await footnote.ingest([folder]);
    expect(report.warnings).toEqual([
      expect.stringMatching(/^2 documents have no "since"/),
      expect.stringMatching(/^2 documents have no "draft"/),
      expect.stringMatching(/^2 documents have no "tags"/),
    ]);
    expect(await found(footnote, { field: 'year', op: 'gte', value: 2022 })).toEqual(['B', 'C']);
    expect(await found(footnote, { field: 'since', op: 'gte', value: '2024' })).toEqual(['B']);
    expect(await found(footnote, { field: 'draft', op: 'eq', value: true })).toEqual(['B']);
    expect(await found(footnote, { field: 'tags', op: 'eq', value: 'steel' })).toEqual(['B']);
    expect(await found(footnote, { field: 'tags', op: 'eq', value: 'Unknown' })).toEqual(['A', 'C']);
    expect(await found(footnote, { field: 'team', op: 'eq', value: 'facilities' })).toEqual(['A', 'B', 'C']);
    await expect(found(footnote, { field: 'year', op: 'eq', value: 'x' })).rejects.toThrow(/holds a number/);
    expect(readdirSync(home)).toEqual(['docs', 'store']);
  });

  test('of a wrong type are named with their file, and count as missing', async () => {
    const { folder, footnote } = await start(
      { 'a.md': `---\nyear: soon\nsince: next week\ntags: steel\nteam: 7\n---\n${page('A')}` },
      { metadata: { fields } },
    );
    const { warnings } = await footnote.ingest([folder]);
    expect(warnings).toEqual([
      expect.stringMatching(/a\.md: the field "team" is declared a string and cannot be 7/),
      expect.stringMatching(/a\.md: the field "year" is declared a number and cannot be "soon"/),
      expect.stringMatching(/a\.md: the field "since" is declared a date and cannot be "next week"/),
      expect.stringMatching(/^1 document has no "draft"/),
    ]);
    const { metadata } = await footnote.getDocument(join(folder, 'a.md'));
    expect(metadata).toEqual({ team: 'Unknown', tags: ['steel'] });
  });

  test('are declared once for a collection; another declaration is refused until it is indexed anew', async () => {
    const { folder, open, footnote } = await start({ 'a.md': page('A'), 'b.md': page('B') });
    await footnote.ingest([folder]);

    const declared = await open({ metadata: { fields: { team: 'string' } } });
    await expect(declared.ingest([folder])).rejects.toMatchObject({
      code: 'index_mismatch',
      message: expect.stringMatching(/built with fields \(none declared\).* say fields \{"team": string\}/),
    });
    await declared.ingest([folder], { collection: 'other' });
    const { warnings } = await declared.reindex();
    expect(warnings).toEqual([expect.stringMatching(/^2 documents have no "team": "Unknown" stands/)]);
    expect(await found(declared, { field: 'team', op: 'eq', value: 'Unknown' })).toEqual(['A', 'B']);
    expect((await declared.ingest([folder])).status).toBe('complete');

    // Settings that say nothing of fields leave them as the collection has them.
    const plain = await open({});
    expect(await found(plain, { field: 'team', op: 'eq', value: 'Unknown' })).toEqual(['A', 'B']);
    writeFiles(folder, { 'c.md': page('C') });
    expect((await plain.ingest([folder])).warnings).toEqual([
      expect.stringContaining('1 document has no "team"'),
    ]);
    expect(await found(plain, { field: 'team', op: 'eq', value: 'Unknown' })).toEqual(['A', 'B', 'C']);
  });

  test('that change alone reach the passages at the next ingest, under the same id', async () => {
    const { folder, footnote: declared } = await start(
      { 'a.md': page('A'), 'in/b.md': page('B') },
      { metadata: { fields: { team: 'string' } } },
    );
    await declared.ingest([folder]);
    const before = await declared.listDocuments();
    const ids = before.map(({ documentId }) => documentId);
    expect(await found(declared, { field: 'team', op: 'eq', value: 'Unknown' })).toEqual(['A', 'B']);

    writeFiles(folder, { 'in/metadata.yaml': '"*.md": { team: bridges }\n' });
    expect((await declared.ingest([folder])).documents).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await found(declared, { field: 'team', op: 'eq', value: 'bridges' })).toEqual(['B']);
    expect((await declared.ingest([folder])).documents).toMatchObject({ updated: 0, unchanged: 2 });

    // Moved to where other metadata apply.
    renameSync(join(folder, 'a.md'), join(folder, 'in/a.md'));
    await declared.ingest([folder]);
    expect(await found(declared, { field: 'team', op: 'eq', value: 'bridges' })).toEqual(['A', 'B']);
    expect((await declared.listDocuments()).map(({ documentId }) => documentId).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  test('files of the same content with other metadata are documents of their own', async () => {
    const { folder, footnote } = await start(
      {
        'a.md': page('A'),
        'b.md': page('A'),
        'in/c.md': page('A'),
        'metadata.yaml': '"in/*": { team: in }\n',
      },
      { metadata: { fields: { team: 'string' } } },
    );
    await footnote.ingest([folder]);
    const documents = await footnote.listDocuments();
    expect(documents.map(({ paths, metadata }) => [paths.length, metadata['team']])).toEqual([
      [2, 'Unknown'],
      [1, 'in'],
    ]);
  });

  test('a broken file of rules is an error that names its line, before anything is changed', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A') });
    await footnote.ingest([folder]);
    writeFiles(folder, { 'b.md': page('B'), 'metadata.yaml': 'a.md: {}\nb.md: 3\n' });
    await expect(footnote.ingest([folder])).rejects.toMatchObject({
      code: 'file_malformed',
      details: { line: 2 },
    });
    expect(await titles(footnote)).toEqual(['A']);
  });

  test('passages say where they stand and what is in them', async () => {
    const text = [
      '# Bridges',
      '',
      'The bridge was built of stone and iron.',
      '',
      '## Load',
      '',
      'The load of the bridge is $F = ma$.',
      '',
      '```c',
      'float load(float mass);',
      '```',
      '',
    ].join('\n');
    const { folder, footnote } = await start(
      { 'in/the bridge.md': text },
      {
        metadata: { baseUrl: 'https://example.org/docs/{page}' },
        chunker: { minTokens: 0, maxTokens: 24, overlapTokens: 0 },
      },
    );
    await footnote.ingest([folder]);
    const answer = async (filter: Filter) => {
      const { hits } = await footnote.search('load of the bridge', { filter });
      return hits.map(({ content }) => content);
    };
    const url = 'https://example.org/docs/in/the%20bridge';
    expect((await answer({ field: 'url', op: 'eq', value: `${url}#load` })).join()).toContain('F = ma');
    expect(await answer({ field: 'has_equations', op: 'eq', value: true })).toHaveLength(1);
    expect((await answer({ field: 'has_code', op: 'eq', value: true })).join()).toContain('float');
    expect((await answer({ field: 'chapter', op: 'eq', value: 'Bridges' })).length).toBeGreaterThan(1);
    expect((await answer({ field: 'section', op: 'eq', value: 'Bridges' })).join()).toContain('stone');
    expect((await answer({ field: 'word_count', op: 'gte', value: 1 })).length).toBeGreaterThan(1);
  });
});

describe('jobs', () => {
  test('are listed, and the files that failed are tried again alone', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A'), 'b.md': ' ', 'c.md': ' ' });
    await footnote.ingest([folder]);
    writeFiles(folder, { 'b.md': page('B'), 'd.md': page('D') });
    const planned = await footnote.ingest([], { retryFailed: true, dryRun: true });
    expect(changesOf(planned, folder)).toEqual(['added b.md', 'added c.md']);
    const retried = await footnote.ingest([], { retryFailed: true });
    expect(retried.documents).toMatchObject({ added: 1, failed: 1, removed: 0 });
    expect(await titles(footnote)).toEqual(['A', 'B']);
    const jobs = await footnote.listJobs();
    expect(jobs.map(({ state, paths, report }) => [state, paths, report?.status])).toEqual([
      ['done', [folder], 'partial'],
      ['done', [folder], 'partial'],
    ]);
    writeFiles(folder, { 'c.md': page('C') });
    expect((await footnote.ingest([], { retryFailed: true })).status).toBe('complete');
    expect((await footnote.ingest([], { retryFailed: true })).documents).toMatchObject({
      added: 0,
      failed: 0,
    });
  });

  test('a running one is cancelled by its id, from another process too; others are unknown', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.md`, page(`Volume ${n}`)]));
    const { folder, open, footnote } = await start(many);
    const other = await open();
    const ingest = footnote.ingest([folder]);
    const outcome = expect(ingest).rejects.toMatchObject({ code: 'aborted' });
    const running = async () => (await other.listJobs()).find(({ state }) => state === 'running');
    await expect.poll(running, { timeout: 60_000 }).toBeDefined();
    const job = await running();
    expect(await other.cancelJob(job?.id ?? '')).toMatchObject({ kind: 'ingest', paths: [folder] });
    await outcome;
    expect((await other.listJobs())[0]).toMatchObject({ id: job?.id, state: 'cancelled' });
    await expect(other.cancelJob(job?.id ?? '')).rejects.toMatchObject({ code: 'job_unknown' });
    await expect(other.cancelJob('none')).rejects.toMatchObject({ code: 'job_unknown' });
  });
});

describe('a watch', () => {
  test('follows files that are added, changed, renamed and deleted, and folders that appear', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A'), 'b.md': page('B') });
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
    ]);
    expect((await footnote.getDocument(join(folder, 'renamed.md'))).documentId).toBe(moved.documentId);
  });

  test('a burst of a thousand changes ends in the right state, in few rounds', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A') });
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
    const { folder, footnote } = await start({ 'a.md': page('A') });
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

  test('its first round fails as an ingest does', async () => {
    const { folder, footnote } = await start({ 'a.md': page('A'), 'metadata.yaml': '- broken\n' });
    await expect(footnote.watch([folder])[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'file_malformed',
    });
  });
});

test('a file moved over another of the same size and date is noticed', async () => {
  const { folder, footnote } = await start({ 'a.md': page('A'), 'b.md': page('B') });
  const date = new Date('1980-01-01');
  for (const name of ['a.md', 'b.md']) utimesSync(join(folder, name), date, date);
  await footnote.ingest([folder]);
  renameSync(join(folder, 'b.md'), join(folder, 'a.md'));
  await footnote.ingest([folder]);
  expect(await titles(footnote)).toEqual(['B']);
});
