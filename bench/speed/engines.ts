/**
 * Engines on servers against what their servers do when they are asked without Footnote: on the same made-up corpus
 * (see engine-corpus.ts), in one process, one question to each in turn, one batch to each in turn. Both have places of
 * their own on the same server, which is started for it and is otherwise idle.
 */
import type { EngineServer, ServerEngineName } from '../../scripts/engines/engine-server.ts';
import { engineServers } from '../../scripts/engines/engine-servers.ts';
import { engineSettings } from '../../scripts/engines/engine-settings.ts';
import type { Filter, SearchIndex } from '../../src/contracts/engine.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { insertRanked } from './engine-brute-force.ts';
import { Corpus, type CorpusChunk, type CorpusQuestion, dimension, sampleSize } from './engine-corpus.ts';
import type { Ranked } from './engine-system.ts';
import { type BareStore, bareStores } from './engines-bare.ts';
import { openFootnoteIndex } from './engines-footnote.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { median } from './median.ts';
import { timeOf } from './time-of.ts';

const defaultSizes = [20_000];

/** Chunks to a write. */
const batchSize = 500;
/** Asked before any is timed, and timed. */
const questionCounts = { warmUp: 20, timed: 60 };
/** Candidates of each leg: the product's default. */
const candidates = 100;
const wantedTexts = 10;
const recalled = 10;
/** Shares of the chunks that filters let pass. */
const shares = [1, 0.5, 0.01, 0.0001];

/** `npm run bench -- engines`. A size is a number of chunks. */
export const enginesBenchmark: Benchmark = {
  name: 'engines',
  describe:
    'Footnote’s engines on servers against the same server asked through its client library alone, on chunks of 100 ' +
    'words with a 384-dimensional vector each. Bare is what the manuals of the servers show: rows with their vectors ' +
    'and the server’s own index of words, written in the same batches; a search is both queries for 100 candidates ' +
    'each and the texts of the ten best, one after the other, without embedding the question. Chroma has no index of ' +
    'words: there bare asks for vectors alone, while Footnote keeps and asks one of its own. Writing includes ' +
    'Footnote’s text analysis and what it builds behind it. Recall is of the ten best by vector against an exact float32 scan of the chunks that ' +
    'a filter lets pass; that of bare is without a filter.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : defaultSizes;
    const names = Object.keys(engineServers) as ServerEngineName[];
    const unknown = options.systems.find((system) => !names.some((name) => name === system));
    if (unknown !== undefined)
      throw new Error(`There is no engine "${unknown}". Known: ${names.join(', ')}.`);
    const rows: BenchmarkRow[] = [];
    for (const size of sizes) {
      const setting = { corpus: new Corpus(size, options.seed), ...options };
      const truth = exactAnswers(setting.corpus);
      for (const name of names) {
        if (options.systems.length > 0 && !options.systems.includes(name)) continue;
        rows.push(...(await measureEngine(name, setting, truth)));
      }
    }
    return rows;
  },
};

type Setting = Pick<BenchmarkOptions, 'log'> & { readonly corpus: Corpus };

/** A question with its nearest chunks behind the filter of each share, by share. */
interface JudgedQuestion extends CorpusQuestion {
  readonly nearest: ReadonlyMap<number, readonly string[]>;
}

/** A server that cannot be started gives no rows and a line that says why; all else that fails ends the benchmark. */
async function measureEngine(
  name: ServerEngineName,
  setting: Setting,
  questions: readonly JudgedQuestion[],
): Promise<readonly BenchmarkRow[]> {
  const { log } = setting;
  let server: EngineServer;
  try {
    server = await engineServers[name]();
  } catch (error) {
    log(`${name} was not started: ${(error as Error).message}`);
    return [];
  }
  try {
    return await inTemporaryFolder((directory) => measureOn(name, server, directory, setting, questions));
  } finally {
    await server.stop();
  }
}

async function measureOn(
  name: ServerEngineName,
  server: EngineServer,
  directory: string,
  { corpus, log }: Setting,
  questions: readonly JudgedQuestion[],
): Promise<readonly BenchmarkRow[]> {
  const { size } = corpus;
  const system = `${name} ${server.version}`;
  const rows: BenchmarkRow[] = [];
  const row = (what: string, metric: string, value: number, unit: string) => {
    log(`${size} ${name}: ${what}, ${metric} ${value.toPrecision(4)} ${unit}`);
    rows.push({ case: what, system, size, metric, value, unit });
  };
  const open = () => openFootnoteIndex(engineSettings(name, server), directory);
  let { index, close } = await open();
  const bare = await bareStores[name](server);
  try {
    const written = await writeBoth(corpus, index, bare, log);
    // What is built behind writes, such as a graph, belongs to them, and is there when searches are compared.
    const footnoteMs = written.footnoteMs + (await timeOf(() => close()));
    ({ index, close } = await open());
    row('write', 'rate', size / (footnoteMs / 1000), 'chunks/s');
    row('write', 'bare rate', size / (written.bareMs / 1000), 'chunks/s');
    row('write', 'time against bare', footnoteMs / written.bareMs, 'ratio');
    await compareSearches(index, bare, questions, row);
    for (const share of shares) {
      const what = share === 1 ? 'vector search' : `vector search, ${share} pass a filter`;
      const ours = async (vector: Float32Array) =>
        idsOf(await index.vectors.search({ vector, limit: recalled, ...filterOf(share) }));
      row(what, `recall@${recalled}`, await recall(ours, questions, share), 'ratio');
      const theirs = (vector: Float32Array) => bare.vector(vector, recalled);
      if (share === 1) row(what, `bare recall@${recalled}`, await recall(theirs, questions, share), 'ratio');
    }
    return rows;
  } finally {
    await bare.close();
    await close();
  }
}

type AddRow = (what: string, metric: string, value: number, unit: string) => void;

async function writeBoth(
  corpus: Corpus,
  index: SearchIndex,
  bare: BareStore,
  log: (line: string) => void,
): Promise<{ readonly footnoteMs: number; readonly bareMs: number }> {
  let footnoteMs = 0;
  let bareMs = 0;
  for (let from = 0; from < corpus.size; from += batchSize) {
    const batch = chunksFrom(corpus, from);
    const chunks = batch.map(({ chunk, vector }) => ({ chunk, vectors: [vector] }));
    footnoteMs += await timeOf(() => index.write(chunks));
    bareMs += await timeOf(() => bare.write(batch));
    if (from % 10_000 === 0) log(`${from} chunks written`);
  }
  bareMs += await timeOf(() => bare.settle());
  return { footnoteMs, bareMs };
}

function chunksFrom(corpus: Corpus, from: number): readonly CorpusChunk[] {
  const length = Math.min(batchSize, corpus.size - from);
  return Array.from({ length }, (_, at) => corpus.at(from + at));
}

/** One question to each in turn; the medians of both, and how many times slower Footnote is. */
async function compareSearches(
  index: SearchIndex,
  bare: BareStore,
  questions: readonly JudgedQuestion[],
  row: AddRow,
): Promise<void> {
  const { keyword } = bare;
  const vectors = (vector: Float32Array) => index.vectors.search({ vector, limit: candidates });
  const keywords = (text: string) => index.keywords.search({ text, language: 'en', limit: candidates });
  type Ask = (question: CorpusQuestion) => Promise<unknown>;
  const pairs: Readonly<Record<string, readonly [footnote: Ask, bare: Ask] | undefined>> = {
    search: [
      async ({ short, vector }) => {
        const found = [idsOf(await vectors(vector)), idsOf(await keywords(short))];
        return index.get(best(found));
      },
      async ({ short, vector }) => {
        const found = [await bare.vector(vector, candidates), (await keyword?.(short, candidates)) ?? []];
        return bare.texts(best(found));
      },
    ],
    'vector search': [({ vector }) => vectors(vector), ({ vector }) => bare.vector(vector, candidates)],
    'keyword search, 3 terms': keyword && [
      ({ short }) => keywords(short),
      ({ short }) => keyword(short, candidates),
    ],
    'keyword search, 15 terms': keyword && [
      ({ long }) => keywords(long),
      ({ long }) => keyword(long, candidates),
    ],
  };
  for (const [what, pair] of Object.entries(pairs)) {
    if (!pair) continue;
    const times: [footnote: number[], bare: number[]] = [[], []];
    for (const [at, question] of questions.entries()) {
      for (const who of [0, 1] as const) {
        const ms = await timeOf(() => pair[who](question));
        if (at >= questionCounts.warmUp) times[who].push(ms);
      }
    }
    const [footnoteMs, bareMs] = [median(times[0]), median(times[1])];
    row(what, 'p50', footnoteMs, 'ms');
    row(what, 'bare p50', bareMs, 'ms');
    row(what, 'p50 against bare', footnoteMs / bareMs, 'ratio');
  }
}

function idsOf(hits: readonly { readonly chunkId: string }[]) {
  return hits.map(({ chunkId }) => ({ id: chunkId }));
}

/** The first of both lists in turn, as many as are shown. */
function best(lists: readonly (readonly { readonly id: string }[])[]): readonly string[] {
  const ids = new Set<string>();
  for (let place = 0; place < candidates && ids.size < wantedTexts; place++) {
    for (const list of lists) {
      const hit = list[place];
      if (hit && ids.size < wantedTexts) ids.add(hit.id);
    }
  }
  return [...ids];
}

async function recall(
  search: (vector: Float32Array) => Promise<readonly { readonly id: string }[]>,
  questions: readonly JudgedQuestion[],
  share: number,
): Promise<number> {
  let found = 0;
  let all = 0;
  for (const { vector, nearest } of questions) {
    const expected = nearest.get(share) ?? [];
    const ids = new Set((await search(vector)).map(({ id }) => id));
    found += expected.filter((id) => ids.has(id)).length;
    all += expected.length;
  }
  return found / all;
}

function filterOf(share: number): { readonly filter?: Filter } {
  return share === 1 ? {} : { filter: { field: 'sample', op: 'lte', value: share * sampleSize - 1 } };
}

/** Questions with what an exact scan finds. */
function exactAnswers(corpus: Corpus): readonly JudgedQuestion[] {
  const questions = corpus.questions(questionCounts.warmUp + questionCounts.timed);
  const nearest = questions.map(() => new Map(shares.map((share) => [share, [] as Ranked[]])));
  for (let at = 0; at < corpus.size; at++) {
    const { chunk, vector } = corpus.at(at);
    const sample = Number(chunk.metadata['sample']);
    for (const [place, question] of questions.entries()) {
      let score = 0;
      for (let axis = 0; axis < dimension; axis++)
        score += (vector[axis] as number) * (question.vector[axis] as number);
      for (const [share, ranked] of nearest[place] ?? []) {
        if (sample < share * sampleSize) insertRanked(ranked, { id: chunk.id, score }, recalled);
      }
    }
  }
  return questions.map((question, place) => ({
    ...question,
    nearest: new Map(
      Array.from(nearest[place] ?? [], ([share, ranked]) => [share, ranked.map(({ id }) => id)] as const),
    ),
  }));
}
