import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../src/contracts/engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { writeFiles } from './corpus.ts';
import { page, startInFolder, titles } from './synced-folder.ts';

async function found(footnote: Footnote, filter: Filter): Promise<readonly string[]> {
  const { hits } = await footnote.search('The bridge was built of stone and iron', { filter, topK: 100 });
  return [...new Set(hits.map(({ title }) => title))].toSorted();
}

describe('metadata', () => {
  const fields = { team: 'string', year: 'number', since: 'date', draft: 'boolean', tags: 'list' } as const;

  test('come from files of rules and front matter, and can be filtered by their declared type', async () => {
    const { home, folder, footnote } = await startInFolder(
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
      expect.stringMatching(/^2 documents have no "since": filters on it do not find them$/),
      expect.stringMatching(/^2 documents have no "draft"/),
      expect.stringMatching(/^2 documents have no "tags": "Unknown" is used instead$/),
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

  test('of a wrong type are told once a field, with one of their files, and count as missing', async () => {
    const { folder, footnote } = await startInFolder(
      {
        'a.md': `---\nyear: soon\nsince: 2024-02-30\ntags: steel\nteam: 7\n---\n${page('A')}`,
        'b.md': `---\nyear: late\nsince: 2024-02-29\ntags: stone\n---\n${page('B')}`,
      },
      { metadata: { fields } },
    );
    const { warnings } = await footnote.ingest([folder]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^1 document has a "team" that is not a string, such as 7 in .*a\.md: "Unknown" is used/,
      ),
      expect.stringMatching(
        /^2 documents have a "year" that is not a number, such as "soon" in .*a\.md: filters on it/,
      ),
      expect.stringMatching(/^1 document has a "since" that is not a date, such as "2024-02-30" in .*a\.md/),
      expect.stringMatching(/^2 documents have no "draft": filters on it do not find them$/),
      expect.stringMatching(/^1 document has no "team": "Unknown" is used instead$/),
    ]);
    const { metadata } = await footnote.getDocument(join(folder, 'a.md'));
    expect(metadata).toEqual({ team: 'Unknown', tags: ['steel'] });
  });

  test('are declared once for a collection; another declaration is refused until it is indexed anew', async () => {
    const { folder, open, footnote } = await startInFolder({ 'a.md': page('A'), 'b.md': page('B') });
    await footnote.ingest([folder]);

    const declared = await open({ metadata: { fields: { team: 'string' } } });
    await expect(declared.ingest([folder])).rejects.toMatchObject({
      code: 'index_mismatch',
      message: expect.stringMatching(
        /built with metadata\.fields \(none\), but .* with metadata\.fields \{"team": "string"\}/,
      ),
    });
    const ofBridges: Filter = { field: 'team', op: 'eq', value: 'bridges' };
    await expect(declared.search('page', { filter: ofBridges })).rejects.toMatchObject({
      code: 'index_mismatch',
      message: expect.stringMatching(/"default" was built with metadata\.fields \(none\).*footnote reindex/),
    });
    await expect(footnote.search('page', { filter: ofBridges })).rejects.toThrow('there is no field "team"');
    await declared.ingest([folder], { collection: 'other' });
    const { warnings } = await declared.reindex();
    expect(warnings).toEqual([
      expect.stringMatching(/^2 documents have no "team": "Unknown" is used instead/),
    ]);
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
    const { folder, footnote: declared } = await startInFolder(
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

  test('a changed base address reaches the passages without a file being parsed again', async () => {
    const { folder, open, footnote } = await startInFolder(
      {
        'a.md': page('A'),
        'untitled.md': 'A bridge of ropes.\n',
        'own.md': `---\nurl: /own\n---\n${page('C')}`,
      },
      { metadata: { baseUrl: 'https://one.example/{page}' } },
      [],
    );
    await footnote.ingest([folder]);

    // No parser is done in such a time: it has to load first.
    const moved = await open({
      metadata: { baseUrl: 'https://two.example/{page}' },
      ingest: { parserTimeoutMs: 1 },
    });
    writeFiles(folder, { 'new.md': page('N') });
    const report = await moved.ingest([folder]);
    expect(report.documents).toMatchObject({ updated: 3, added: 0 });
    expect(report.failures.map(({ path, code }) => [path.slice(folder.length + 1), code])).toEqual([
      ['new.md', 'parser_stopped'],
    ]);
    const at = (url: string) => found(moved, { field: 'url', op: 'eq', value: url });
    expect(await at('https://two.example/a#a')).toEqual(['A']);
    expect(await at('/own#c')).toEqual(['C']);
    expect(await at('https://two.example/untitled')).toEqual(['untitled']);
    expect(await at('https://one.example/a#a')).toEqual([]);

    // The title of one that has none follows its file, also where other metadata apply to it.
    const renamed = await open({ metadata: { baseUrl: 'https://three.example/{page}' } });
    renameSync(join(folder, 'untitled.md'), join(folder, 'ropes.md'));
    await renamed.ingest([folder]);
    expect(await titles(renamed)).toEqual(['A', 'C', 'N', 'ropes']);
  });

  test('files of the same content with other metadata are documents of their own', async () => {
    const { folder, footnote } = await startInFolder(
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
    const { folder, footnote } = await startInFolder({ 'a.md': page('A') });
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
    const { folder, footnote } = await startInFolder(
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
