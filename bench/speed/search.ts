/**
 * Whole searches, text in and hits out with the question's embedding, of a set of questions with known answers and of
 * made-up text, beside peers over the same chunks and vectors; each measurement in a fresh process.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withStored } from '../../src/app/with-footnote.ts';
import { prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import { keptCache } from '../../src/evaluate/evaluation-cache.ts';
import type { EvaluationTarget } from '../../src/evaluate/evaluation-question.ts';
import type { Hit } from '../../src/retrieve/hit.ts';
import { defaults } from '../../src/settings/default-config.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { Corpus } from './engine-corpus.ts';
import type { MeasuredSystem } from './engine-measure.ts';
import { engineSystems, maxSizes } from './engine-system.ts';
import { type FigureMeanings, type Figures, figureRows } from './figures.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { installPeers } from './install-peers.ts';
import { measurePeer } from './measure-peer.ts';
import { timedQuestions, warmUpQuestions } from './planned-asking.ts';
import { runScript } from './run-script.ts';
import type { SearchAction } from './search-measure.ts';
import { embedderOf, type SearchPlan } from './search-plan.ts';
import { ingestWith, writeCorpus } from './search-store.ts';

const measureScript = fileURLToPath(new URL('./search-measure.ts', import.meta.url));
const peerScript = fileURLToPath(new URL('./search-peer.ts', import.meta.url));
const judgedSet = fileURLToPath(new URL('../../../shared/eval/scifact', import.meta.url));

const defaultSizes = [100_000];
/** Systems with both legs. */
const peerKeys = Object.keys(engineSystems).filter((key) => key !== 'footnote' && key !== 'brute-force');

/** `npm run bench -- search`. A size is a number of made-up chunks; the default is 100 000. */
export const searchBenchmark: Benchmark = {
  name: 'search',
  describe:
    'From a question’s text to ten hits, its embedding included, with default settings. SciFact is ingested through ' +
    'the pipeline (its size is a number of documents). Made-up chunks of 100 real words after Zipf’s law are ingested ' +
    'the same way; each has a made-up vector, as near to that of a question as those of passages that answer one ' +
    'are; questions are 3 and 15 of their words in turn. Two hundred are asked before two hundred are timed. Peers are given the same ' +
    'chunks and vectors, a row for each vector; a search of theirs is the same embedding, both legs with 100 ' +
    'candidates side by side, reciprocal rank fusion, and the texts of the ten best. Quality is nDCG@10 by document ' +
    'before any threshold. Cold open is from opening the store in a fresh process to the first hits, model included; ' +
    'the first process after an ingest, which also measures what is then kept with the index, has a row of its own. ' +
    'Late interaction reranks 20 passages, each question twice in a row. Beside an ingest, eight questions are asked ' +
    'at a time while passages of another collection are embedded; the ratio is to the same with nothing else going on.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : defaultSizes;
    const peers = (await installPeers('peers', options.log)) ? peerKeys : [];
    const rows: BenchmarkRow[] = [];
    if (existsSync(judgedSet))
      rows.push(...(await inTemporaryFolder((to) => measureSet(to, peers, options))));
    else options.log(`${judgedSet} is not there: SciFact is left out`);
    for (const size of sizes)
      rows.push(...(await inTemporaryFolder((to) => measureMadeUp(to, size, peers, options))));
    return rows;
  },
};

/** A collection, what to ask it, and how the rows of the results name it. */
interface Setting {
  readonly directory: string;
  readonly plan: SearchPlan;
  readonly name: string;
  readonly size: number;
}

async function measureSet(
  directory: string,
  peers: readonly string[],
  options: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
  options.log('SciFact: ingested, or taken from the cache');
  const target = await prepareBeir(await readBeir(judgedSet), defaults, keptCache());
  const setting = {
    directory,
    plan: await planOf(target),
    name: basename(judgedSet),
    size: target.documents,
  };
  return measureAll(setting, ['first-open', 'footnote', 'features', 'late-interaction'], peers, options.log);
}

async function planOf({ config, questions }: EvaluationTarget): Promise<SearchPlan> {
  const documents = await withStored(config, (stored) => stored.listDocuments());
  // All questions of a set name documents alike.
  const itemOf = (path: string) => questions[0]?.itemOf({ path } as Hit) ?? path;
  return {
    config,
    hasMadeUpVectors: false,
    questions: questions.map(({ text, judgements }) => ({ text, judgements: [...judgements] })),
    items: Object.fromEntries(documents.map(({ documentId, path }) => [documentId, itemOf(path)])),
  };
}

async function measureMadeUp(
  directory: string,
  size: number,
  peers: readonly string[],
  { seed, log }: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
  const corpus = new Corpus(size, seed);
  const config = { ...defaults, store: join(directory, 'store') };
  const questions = corpus
    .questions(warmUpQuestions + timedQuestions)
    .map(({ short, long }, at) => ({ text: at % 2 === 0 ? short : long, judgements: [] }));
  const plan = { config, hasMadeUpVectors: true, questions, items: {} };
  const chunks = await ingestWith(await embedderOf(plan), config, await writeCorpus(directory, corpus));
  log(`${size} made-up chunks: ${chunks} in the store`);
  const within = peers.filter((key) => size <= (maxSizes[key] ?? Number.POSITIVE_INFINITY));
  const actions = ['first-open', 'footnote', 'features', 'late-interaction', 'beside-ingest'] as const;
  return measureAll({ directory, plan, name: 'made-up', size }, actions, within, log);
}

async function measureAll(
  setting: Setting,
  actions: readonly SearchAction[],
  peers: readonly string[],
  log: (line: string) => void,
): Promise<readonly BenchmarkRow[]> {
  const { directory, plan, name, size } = setting;
  const planFile = join(directory, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const rows: BenchmarkRow[] = [];
  const add = (system: string, action: SearchAction, figures: Figures): void => {
    const measured = figureRows(figures, meanings[action], { system, size }, log);
    rows.push(...measured.map((row) => ({ ...row, case: `${name}: ${row.case}` })));
  };
  // Peers come before what writes to the store.
  for (const action of actions.filter((action) => action !== 'beside-ingest'))
    add('footnote', action, await runScript(measureScript, action, planFile, directory));
  for (const key of peers) {
    const peer = await searchedPeer(key, planFile, join(directory, key), log);
    if (peer) add(peer.name, 'footnote', peer.figures);
  }
  if (actions.includes('beside-ingest'))
    add('footnote', 'beside-ingest', await runScript(measureScript, 'beside-ingest', planFile, directory));
  return rows;
}

/** Undefined, after a line that says why, for a peer that fails. */
async function searchedPeer(
  key: string,
  planFile: string,
  place: string,
  log: (line: string) => void,
): Promise<MeasuredSystem | undefined> {
  await mkdir(place);
  try {
    return await measurePeer(key, log, async () => {
      await runScript(peerScript, 'write', planFile, place, key);
      return runScript<MeasuredSystem>(peerScript, 'search', planFile, place, key);
    });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** By action: what each figure is called, its metric and its unit. Peers have those of `footnote`. */
const meanings: Readonly<Record<SearchAction, FigureMeanings>> = {
  'first-open': { firstOpenMs: ['open store, first after the ingest', 'cold open', 'ms'] },
  footnote: {
    p50: ['search', 'p50', 'ms'],
    p95: ['search', 'p95', 'ms'],
    quality: ['search', 'nDCG@10', 'ratio'],
    coldOpenMs: ['open store', 'cold open', 'ms'],
    residentMB: ['search', 'resident', 'MB'],
  },
  features: {
    p50: ['search, features reranker and neighbours', 'p50', 'ms'],
    p95: ['search, features reranker and neighbours', 'p95', 'ms'],
  },
  'late-interaction': {
    cachedP50: ['search, late interaction, token vectors cached', 'p50', 'ms'],
    uncachedP50: ['search, late interaction', 'p50', 'ms'],
  },
  'beside-ingest': {
    idleP95: ['search, eight at once', 'p95', 'ms'],
    besideP95: ['search, eight at once beside an ingest', 'p95', 'ms'],
    besideRatio: ['search, eight at once beside an ingest', 'p95 against idle', 'ratio'],
  },
};
