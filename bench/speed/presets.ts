/** What the descriptions of two presets say in figures: rows A9 and E13 of the requirements in docs/presets.md. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate } from '../../src/evaluate/evaluate.ts';
import { passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { figureRows } from './figures.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';

const shared = fileURLToPath(new URL('../../../shared', import.meta.url));
const judgedSet = join(shared, 'eval', 'squad2-500');

/** Chapters of ten pages and more. */
const chapters = [
  'week-3-lesson-1-ros2-architecture.md',
  'week-3-lesson-2-nodes-packages.md',
  'week-4-lesson-1-services-actions.md',
  'week-4-lesson-2-building-packages.md',
  'week-5-lesson-1-launch-files.md',
  'week-5-lesson-2-urdf-humanoids.md',
].map((name) => join(shared, 'documents', 'textbook', 'docs', 'module-1-ros2', name));

/** `npm run bench -- presets`. */
export const presetsBenchmark: Benchmark = {
  name: 'presets',
  describe:
    'What the descriptions of presets ask for in figures, on the embedded engine with the shipped model; the case says ' +
    'the row and its budget. A9 is `graph` over squad2-500: rankings by document before any threshold, and the ' +
    'time from a question’s text to its hits. E13 is `textbook` over six chapters of a textbook: ingested into a new ' +
    'store, model loading included; then asked one after another what each of their headings is, twice, of which the ' +
    'second is timed.',
  async run(options) {
    const rows: BenchmarkRow[] = [];
    if (existsSync(judgedSet)) rows.push(...(await measureGraph(options)));
    else options.log(`${judgedSet} is not there: A9 is left out`);
    if (chapters.every((file) => existsSync(file))) rows.push(...(await measureTextbook(options)));
    else options.log(`${chapters[0]} is not there: E13 is left out`);
    return rows;
  },
};

async function measureGraph({ log }: BenchmarkOptions): Promise<readonly BenchmarkRow[]> {
  const cache = await passingCache();
  try {
    const [measured] = await evaluate(judgedSet, { config: { preset: 'graph' }, cache });
    if (!measured) return [];
    const { metrics, latencyMs, documents } = measured.run;
    const figures = {
      mrr: metrics['mrr@10'],
      recall: metrics['recall@3'],
      p50: latencyMs.p50,
      p95: latencyMs.p95,
    };
    const meanings = {
      mrr: ['A9: over .5', 'MRR@10', 'ratio'],
      recall: ['A9: over .7', 'recall@3', 'ratio'],
      p50: ['A9: search under 100 ms', 'p50', 'ms'],
      p95: ['A9: search under 100 ms', 'p95', 'ms'],
    } as const;
    return figureRows(figures, meanings, { system: 'graph', size: documents }, log);
  } finally {
    await cache.close();
  }
}

async function measureTextbook({ log }: BenchmarkOptions): Promise<readonly BenchmarkRow[]> {
  const texts = await Promise.all(chapters.map((file) => readFile(file, 'utf8')));
  const headings = new Set(
    texts
      .join('\n')
      .matchAll(/^##+ +(?:\d+[.\d]* *)?(.+)$/gm)
      .map(([, title = '']) => title),
  );
  const questions = [...headings].map((title) => `What is ${title}?`);
  return inTemporaryFolder(async (store) => {
    const began = performance.now();
    const footnote = await openFootnote({ preset: 'textbook', store });
    try {
      await footnote.ingest(chapters);
      const ingestSeconds = (performance.now() - began) / 1000;
      for (const question of questions) await footnote.ask(question);
      const all: Record<'embed' | 'vector' | 'whole', number[]> = { embed: [], vector: [], whole: [] };
      for (const question of questions) {
        const asked = performance.now();
        const { timings } = await footnote.ask(question);
        all.whole.push(performance.now() - asked);
        all.embed.push(timings.embed ?? Number.NaN);
        all.vector.push(timings.vector ?? Number.NaN);
      }
      const times = (part: keyof typeof all, share: number) => percentile(all[part], share);
      const figures = {
        ingestSeconds,
        embed: times('embed', 0.95),
        vector: times('vector', 0.95),
        p50: times('whole', 0.5),
        p95: times('whole', 0.95),
      };
      const meanings = {
        ingestSeconds: ['E13: six chapters under 60 s', 'ingest', 's'],
        embed: ['E13: embedding of a question under 500 ms', 'p95', 'ms'],
        vector: ['E13: vector search under 200 ms', 'p95', 'ms'],
        p50: ['E13: response under 1 s', 'p50', 'ms'],
        p95: ['E13: response under 2 s', 'p95', 'ms'],
      } as const;
      return figureRows(figures, meanings, { system: 'textbook', size: chapters.length }, log);
    } finally {
      await footnote.close();
    }
  });
}
