import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestReport } from '../src/contracts/job.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';

const chapter = join(import.meta.dirname, 'fixtures', 'chapter-3-lighthouses.md');
const store = mkdtempSync(join(tmpdir(), 'footnote-chapter-'));

/** Questions about the chapter, what their answer says, and the section that says it. */
const known = [
  ['What does doubling the height of a lighthouse tower add to its range?', 'two fifths', '3.1.1'],
  ['Why are the lowest courses of a tower on a rock solid?', 'weight is what resists the waves', '3.1.2'],
  ['How many litres of oil did the lamp of Hallin burn in a winter?', 'nine hundred litres', '3.2.2'],
  ['Since when does the lighthouse of Hallin have electric light?', 'in 1952', '3.2.4'],
  ['Who found that only the surface of a lens bends light?', 'Augustin Fresnel', '3.3.2'],
  [
    'What orders of lighthouse lenses are there, and what is the focal distance of the third?',
    '| third | 500 mm',
    '3.3.3',
  ],
  ['Why is mercury no longer used to turn the lens of a lighthouse?', 'gives off vapour', '3.3.4'],
  ['Which flashes does the light of Hallin show?', 'three flashes every twenty seconds', '3.4.1'],
  ['What happened to a lighthouse keeper who let the light go out?', 'was dismissed', '3.5.1'],
  ['Who invented the valve that the sun closes?', 'Gustaf Dalén', '3.5.3'],
] as const;

let footnote: Footnote;
let report: IngestReport;
beforeAll(async () => {
  footnote = await openFootnote({
    preset: 'textbook',
    store,
    embedder: { threads: 1 },
    ingest: { parserProcesses: 1 },
  });
  report = await footnote.ingest([chapter]);
});
afterAll(async () => {
  await footnote.close();
  rmSync(store, { recursive: true, force: true });
});

test('E14: the sample chapter has five sections, some twenty chunks and three thousand tokens', async () => {
  expect(report).toMatchObject({ status: 'complete', documents: { added: 1 } });
  expect(report.chunks).toBeGreaterThanOrEqual(18);
  expect(report.chunks).toBeLessThanOrEqual(22);
  expect(report.tokens).toBeGreaterThan(2700);
  expect(report.tokens).toBeLessThan(3500);
  expect(new Set(known.map(([, , section]) => section.slice(0, 3)))).toEqual(
    new Set(['3.1', '3.2', '3.3', '3.4', '3.5']),
  );
});

test('E6: every report has the same total of tokens', async () => {
  const [document] = await footnote.listDocuments();
  const [job] = await footnote.listJobs();
  const { total_tokens: total } = await footnote.indexReport(job?.id ?? '');
  expect([document?.tokens, total]).toEqual([report.tokens, report.tokens]);
});

test.each(known)('E14: %s', async (question, says, section) => {
  const answer = await footnote.ask(question);
  expect(answer.outcome).toBe('answered');
  expect(answer.answer).toContain(says);
  expect(answer.sources.map((source) => source.section).join()).toContain(section);
});

test('E10: quotes have 500 characters at most, 2000 together, and the confidence is the reranked score of the best three', async () => {
  for (const [question] of known) {
    const { citations, sources, confidence, hits } = await footnote.ask(question);
    const lengths = citations.map(({ quote }) => quote.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(500);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(2000);
    const reranked = hits.slice(0, 3).map(({ explain }) => explain.rerank?.score ?? Number.NaN);
    expect(confidence).toBeCloseTo(reranked.reduce((sum, score) => sum + score, 0) / reranked.length, 12);
    for (const { chunkId, chapter: inChapter, page, confidence: fits } of sources) {
      expect(inChapter).toBe('Chapter 3: Lighthouses');
      expect(page).toBeNull();
      const { vector, rerank } = hits.find((hit) => hit.chunkId === chunkId)?.explain ?? {};
      expect(fits).toBe(rerank?.score);
      // .70 of the cosine, .20 of the words found, and .10 since no chapter has a date.
      const ofWords = fits - 0.7 * (vector?.score ?? 0) - 0.1;
      expect(ofWords).toBeGreaterThan(0);
      expect(ofWords).toBeLessThanOrEqual(0.2 + 1e-12);
    }
  }
});
