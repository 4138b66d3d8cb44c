/**
 * The embedder against the inference library that it is built on. Corpus: made-up English-like passages of about
 * 177 word pieces, every twentieth about 600 (three windows), from the seed. Raw and ours run the same windows on
 * the same number of threads in alternating rounds of one process; medians of the rounds.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { cutWindows } from '../../src/models/local/load-inference.ts';
import {
  type ModelFolder,
  readModelFolder,
  shippedModelDirectory,
} from '../../src/models/local/model-folder.ts';
import { loadModelTokenizer } from '../../src/models/local/model-tokenizer.ts';
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import { lateInteractionReranker } from '../../src/models/rerankers/late-interaction-reranker.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { madeUpPassage } from './made-up-text.ts';
import { median } from './median.ts';
import { openRawOnnx, type RawOnnx } from './raw-onnx.ts';
import { timeOf } from './time-of.ts';

const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as { version: string };
const onnxruntime = `onnxruntime-node ${version}`;
const rounds = 5;
const questionCount = 200;
/** As long as questions to search engines are on average (Natural Questions: 9 words). */
const questionWords = 9;

/** Passages that a reranker looks at. */
const rerankedPassages = 20;

/** What is embedded: texts, and for the raw runs the same texts as windows of token ids. */
interface Corpus {
  readonly passages: readonly string[];
  readonly passageWindows: readonly (readonly number[])[];
  readonly questions: readonly string[];
  readonly questionWindows: readonly (readonly number[])[];
}

/** `npm run bench -- embed`. A size is a number of passages; the default is 400. */
export const embedBenchmark: Benchmark = {
  name: 'embed',
  describe:
    'The shipped embedding model through our embedder (tokenising, threads, windows, checks) and through onnxruntime ' +
    'alone, which is given tensors that are tokenised already. Both run the same windows, one a run, on one thread a ' +
    'core, in alternating rounds; figures are medians. Made-up English-like passages of about 177 word pieces, every ' +
    'twentieth about 600; questions of nine words (about 13 tokens with marks). Question times include the way to the thread and back. Late interaction compares the token vectors of a question with those of 20 passages, computed in the call or kept in memory.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : [400];
    const rows: BenchmarkRow[] = [];
    for (const size of sizes) rows.push(...(await measure(size, options)));
    return rows;
  },
};

/** Notes one figure of the size in work. */
type Add = (system: string, name: string, metric: string, value: number, unit: string) => void;

async function measure(size: number, { seed, log }: BenchmarkOptions): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  const add: Add = (system, name, metric, value, unit) => {
    rows.push({ case: name, system, size, metric, value, unit });
    log(`${name}, ${system}: ${metric} ${value.toPrecision(3)} ${unit}`);
  };
  const folder = await readModelFolder(shippedModelDirectory());
  const corpus = makeCorpus(folder, size, seed);
  const perQuestion = countTokens(corpus.questionWindows) / corpus.questions.length;
  log(
    `${corpus.passageWindows.length} windows of ${size} passages, ${countTokens(corpus.passageWindows)} tokens`,
  );
  log(`${corpus.questions.length} questions, ${perQuestion.toFixed(1)} tokens each`);

  const embedder = await measureLoading(corpus, add);
  await measureQuestions(embedder, folder, corpus, add);
  await measurePassages(embedder, folder, corpus, add, log);
  addTimes(
    add,
    'footnote',
    'question while passages are embedded',
    await askWhileIngesting(embedder, corpus),
  );
  await measureLateInteraction(embedder, corpus, add);
  await embedder.close();
  return rows;
}

/** Before anything else has loaded the library, since resident memory never quite comes back. */
async function measureLoading({ passages }: Corpus, add: Add): Promise<Embedder> {
  const before = process.memoryUsage.rss();
  const resident = (): number => (process.memoryUsage.rss() - before) / 2 ** 20;
  const embedder = await onnxEmbedder({ threads: availableParallelism() });
  const firstMs = await timeOf(() => embedder.embedQuery('first'));
  add('footnote', 'first question, model not loaded', 'time', firstMs, 'ms');
  add('footnote', 'model loaded for questions', 'resident', resident(), 'MB');
  await embedder.embedDocuments(passages.slice(0, 40));
  add('footnote', 'model loaded for passages and questions', 'resident', resident(), 'MB');
  return embedder;
}

async function measureQuestions(
  embedder: Embedder,
  folder: ModelFolder,
  corpus: Corpus,
  add: Add,
): Promise<void> {
  const raw = await openRawOnnx(join(folder.directory, folder.weights), corpus.questionWindows, 1);
  const times = await alternateQuestions(embedder, raw, corpus.questions);
  await raw.close();
  addTimes(add, onnxruntime, 'question', times.raw);
  addTimes(add, 'footnote', 'question', times.ours);
}

async function measurePassages(
  embedder: Embedder,
  folder: ModelFolder,
  { passages, passageWindows }: Corpus,
  add: Add,
  log: (line: string) => void,
): Promise<void> {
  const raw = await openRawOnnx(
    join(folder.directory, folder.weights),
    passageWindows,
    availableParallelism(),
  );
  const seconds = await alternatePassages(embedder, raw, passages, log);
  await raw.close();
  const tokens = countTokens(passageWindows);
  for (const [system, time] of [[onnxruntime, seconds.raw] as const, ['footnote', seconds.ours] as const]) {
    add(system, 'passages', 'rate', passages.length / time, 'texts/s');
    add(system, 'passages', 'token rate', tokens / time, 'tokens/s');
  }
  add('footnote', 'passages', 'share of the raw rate', seconds.share, 'ratio');
}

async function measureLateInteraction(embedder: Embedder, corpus: Corpus, add: Add): Promise<void> {
  const reranker = lateInteractionReranker({ embedder });
  const candidates = (from: number) =>
    corpus.passages.slice(from, from + rerankedPassages).map((text, index) => ({
      chunkId: String(index),
      text,
      score: 0,
      cosine: null,
      coverage: 0,
    }));
  const rerank = (question: string, from: number) =>
    timeOf(() => reranker.rerank(question, candidates(from)));
  await rerank(corpus.questions[0] as string, 0);
  const first: number[] = [];
  for (
    let from = rerankedPassages;
    from + rerankedPassages <= corpus.passages.length;
    from += rerankedPassages
  )
    first.push(await rerank(corpus.questions[0] as string, from));
  const again: number[] = [];
  for (const question of corpus.questions) again.push(await rerank(question, 0));
  const name = `late interaction over ${rerankedPassages} passages`;
  addTimes(add, 'footnote', name, first);
  addTimes(add, 'footnote', `${name}, vectors in memory`, again);
}

function addTimes(add: Add, system: string, name: string, milliseconds: readonly number[]): void {
  add(system, name, 'p50', percentile(milliseconds, 0.5), 'ms');
  add(system, name, 'p95', percentile(milliseconds, 0.95), 'ms');
}

function countTokens(windows: readonly (readonly number[])[]): number {
  return windows.reduce((sum, window) => sum + window.length, 0);
}

function makeCorpus(folder: ModelFolder, size: number, seed: number): Corpus {
  const random = seededRandom(seed);
  const passages = Array.from({ length: size }, (_, index) =>
    madeUpPassage(random, index % 20 === 19 ? 480 : 142),
  );
  const questions = Array.from({ length: questionCount }, () =>
    madeUpPassage(random, questionWords).replace(/\.$/, '?'),
  );
  const tokenizer = loadModelTokenizer(folder);
  const windows = (texts: readonly string[]): number[][] =>
    texts
      .flatMap((text) => cutWindows(tokenizer.encode(text), { size: folder.maxTokens - 2, overlap: 48 }))
      .map((window) => [...tokenizer.begin, ...window, ...tokenizer.end]);
  return { passages, questions, passageWindows: windows(passages), questionWindows: windows(questions) };
}

/** Rounds of raw and ours in turn, the first of each pair changing; medians in seconds, and of their ratio. */
async function alternatePassages(
  embedder: Embedder,
  raw: RawOnnx,
  passages: readonly string[],
  log: (line: string) => void,
): Promise<{ raw: number; ours: number; share: number }> {
  await raw.round();
  await embedder.embedDocuments(passages);
  const times: { raw: number; ours: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const runRaw = (): Promise<number> => timeOf(() => raw.round());
    const runOurs = (): Promise<number> => timeOf(() => embedder.embedDocuments(passages));
    const rawFirst = round % 2 === 0;
    const first = await (rawFirst ? runRaw() : runOurs());
    const second = await (rawFirst ? runOurs() : runRaw());
    const pair = rawFirst ? { raw: first, ours: second } : { raw: second, ours: first };
    times.push(pair);
    log(
      `round ${round + 1} of ${rounds}: raw ${Math.round(pair.raw)} ms, footnote ${Math.round(pair.ours)} ms`,
    );
  }
  return {
    raw: median(times.map((time) => time.raw)) / 1000,
    ours: median(times.map((time) => time.ours)) / 1000,
    share: median(times.map((time) => time.raw / time.ours)),
  };
}

/** Milliseconds of each question in rounds of raw and ours in turn, after one round of each to warm up. */
async function alternateQuestions(
  embedder: Embedder,
  raw: RawOnnx,
  questions: readonly string[],
): Promise<{ raw: readonly number[]; ours: readonly number[] }> {
  const times: { raw: number[]; ours: number[] } = { raw: [], ours: [] };
  for (let round = 0; round <= rounds; round++) {
    const ours = await ask(embedder, questions);
    const theirs = await raw.round();
    if (round === 0) continue;
    times.ours.push(...ours);
    times.raw.push(...theirs);
  }
  return times;
}

/** Milliseconds of each question, one after another. */
async function ask(embedder: Embedder, questions: readonly string[]): Promise<readonly number[]> {
  const milliseconds: number[] = [];
  for (const question of questions) milliseconds.push(await timeOf(() => embedder.embedQuery(question)));
  return milliseconds;
}

/** Milliseconds of each question asked while every ingestion thread is busy. */
async function askWhileIngesting(embedder: Embedder, corpus: Corpus): Promise<readonly number[]> {
  const controller = new AbortController();
  const passages = Array.from({ length: 20 }, () => corpus.passages).flat();
  const ingestion = embedder.embedDocuments(passages, { signal: controller.signal }).catch(() => undefined);
  const milliseconds = await ask(embedder, corpus.questions);
  controller.abort();
  await ingestion;
  return milliseconds;
}
