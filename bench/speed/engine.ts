/**
 * The embedded engine against a plain float32 scan, LanceDB, PGlite and MiniSearch, each writing and each searching in
 * a fresh process of its own, on the same made-up corpus (see engine-corpus.ts). The peers have their own package and
 * are installed the first time.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { Corpus } from './engine-corpus.ts';
import type { MeasuredSystem } from './engine-measure.ts';
import { askedQuestions } from './engine-questions.ts';
import { engineSystems, maxSizes } from './engine-system.ts';
import { type FigureMeanings, figureRows } from './figures.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { installPeers } from './install-peers.ts';
import { measurePeer } from './measure-peer.ts';
import { runScript } from './run-script.ts';

/** Questions asked; fewer of a large corpus, since their exact answers take minutes to compute. */
const questionCount = (size: number): number => (size > 100_000 ? 60 : 200);
const defaultSizes = [10_000, 100_000];
const measureScript = fileURLToPath(new URL('./engine-measure.ts', import.meta.url));

/** `npm run bench -- engine`. A size is a number of chunks; the default is 10 000 and 100 000. */
export const engineBenchmark: Benchmark = {
  name: 'engine',
  describe:
    'Writing and searching chunks of 100 words with a 384-dimensional vector each: words that the shipped model knows and ' +
    'compounds of them after Zipf’s law, clustered vectors. Hybrid is both legs with 100 candidates each, their convex combination and the texts of the ' +
    'ten best, without embedding the question; keyword questions have 3 and 15 words; 200 others are asked before any is timed. Writing includes text analysis ' +
    'and building every index, not embedding. Cold open is from opening the store in a fresh process to the first ' +
    'answer. Recall is against an exact float32 scan. LanceDB and PGlite are measured as they come (exact vector ' +
    'search, BM25; LanceDB with an index of ids to read texts by) and, as “indexed”, with their approximate HNSW index; PGlite and the indexes up to 10 000 ' +
    'chunks, the scans up to 100 000. MiniSearch has a plain float32 scan beside it. Growth is the p50 against that of the smallest size.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : defaultSizes;
    const peers = await installPeers('peers', options.log);
    const keys = Object.keys(engineSystems).filter(
      (key) => peers || key === 'footnote' || key === 'brute-force',
    );
    const rows: BenchmarkRow[] = [];
    for (const size of sizes) rows.push(...(await measureSize(size, keys, options)));
    return [...rows, ...growth(rows)];
  },
};

function measureSize(
  size: number,
  keys: readonly string[],
  { seed, log }: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
  return inTemporaryFolder(async (directory) => {
    const questions = questionCount(size);
    log(`${size} chunks: exact answers of ${questions} questions`);
    const questionsFile = join(directory, 'questions.json');
    await writeFile(questionsFile, JSON.stringify(askedQuestions(new Corpus(size, seed), questions)));
    const rows: BenchmarkRow[] = [];
    for (const key of keys) {
      if (size > (maxSizes[key] ?? Number.POSITIVE_INFINITY)) continue;
      rows.push(...(await measureSystem(key, { directory, size, seed, questionsFile }, log)));
    }
    return rows;
  });
}

interface Setting {
  readonly directory: string;
  readonly size: number;
  readonly seed: number;
  readonly questionsFile: string;
}

/** Writes and searches in two fresh processes. A peer that fails gives no rows and a line that says why. */
async function measureSystem(
  key: string,
  setting: Setting,
  log: (line: string) => void,
): Promise<readonly BenchmarkRow[]> {
  const { directory, size, seed, questionsFile } = setting;
  const place = join(directory, key);
  await mkdir(place);
  const measure = (action: string): Promise<MeasuredSystem> =>
    runScript(measureScript, action, key, place, String(size), String(seed), questionsFile);
  const measureBoth = async (): Promise<readonly BenchmarkRow[]> => {
    const written = await measure('write');
    const searched = await measure('search');
    const figures = { ...written.figures, ...searched.figures };
    return figureRows(figures, meanings, { system: written.name, size }, log);
  };
  try {
    if (key === 'footnote') return await measureBoth();
    return (await measurePeer(`${size} ${key}`, log, measureBoth)) ?? [];
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const meanings: FigureMeanings = {
  hybridP50: ['hybrid search', 'p50', 'ms'],
  hybridP95: ['hybrid search', 'p95', 'ms'],
  keyword3P50: ['keyword search, 3 terms', 'p50', 'ms'],
  keyword3P95: ['keyword search, 3 terms', 'p95', 'ms'],
  keyword15P50: ['keyword search, 15 terms', 'p50', 'ms'],
  keyword15P95: ['keyword search, 15 terms', 'p95', 'ms'],
  vectorP50: ['vector search', 'p50', 'ms'],
  vectorP95: ['vector search', 'p95', 'ms'],
  narrowVectorP50: ['vector search, .0001 pass a filter', 'p50', 'ms'],
  narrowKeywordP50: ['keyword search, 3 terms, .0001 pass a filter', 'p50', 'ms'],
  middlingVectorP50: ['vector search, .01 pass a filter', 'p50', 'ms'],
  middlingKeywordP50: ['keyword search, 3 terms, .01 pass a filter', 'p50', 'ms'],
  wideVectorP50: ['vector search, .5 pass a filter', 'p50', 'ms'],
  wideKeywordP50: ['keyword search, 3 terms, .5 pass a filter', 'p50', 'ms'],
  recallAt10: ['vector search', 'recall@10', 'ratio'],
  chunksPerCpuSecond: ['write', 'rate per CPU', 'chunks/CPU-s'],
  chunksPerSecond: ['write', 'rate', 'chunks/s'],
  residentMB: ['open store', 'resident', 'MB'],
  coldOpenMs: ['open store', 'cold open', 'ms'],
};

/** How much slower each system's median got from the smallest size on. */
function growth(rows: readonly BenchmarkRow[]): readonly BenchmarkRow[] {
  const medians = rows.filter(({ metric }) => metric === 'p50');
  const smallest = Math.min(...medians.map(({ size }) => size));
  return medians.flatMap((row) => {
    const first = medians.find(
      ({ size, system, case: name }) => size === smallest && system === row.system && name === row.case,
    );
    if (first === undefined || row.size === smallest) return [];
    return [{ ...row, metric: `p50 against ${smallest}`, value: row.value / first.value, unit: 'ratio' }];
  });
}
