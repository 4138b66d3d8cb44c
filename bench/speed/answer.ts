/**
 * Answering at 100 000 chunks: what Footnote adds to the model's own time to the first token, what it adds to a long
 * stream, and how long an answer of quotations takes; beside it LangChain.js over its in-memory store. Models are
 * a scripted server that answers at once (see answer-model.ts); each system is measured in a fresh process.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openFootnote } from '../../src/pipeline.ts';
import { AnswerCorpus } from './answer-corpus.ts';
import { answerSettings } from './answer-settings.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import peerManifest from './peers-ingest/package.json' with { type: 'json' };
import { median } from './statistics.ts';

const run = promisify(execFile);
const questionCount = 400;
/** The peer compares every vector in JavaScript: fewer questions do. */
const peerQuestionCount = 40;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const peerDirectory = script('./peers-ingest');

type Figures = Readonly<Record<string, number>>;

/** Figure, case, metric and unit, in the order they are listed. */
const meanings: readonly (readonly [string, string, string, string])[] = [
  ['aloneP50', 'first token, model alone', 'p50', 'ms'],
  ['firstP50', 'first token', 'p50', 'ms'],
  ['ownP50', 'first token, over the model’s own', 'p50', 'ms'],
  ['ownP95', 'first token, over the model’s own', 'p95', 'ms'],
  ['wholeP50', 'extractive answer, whole', 'p50', 'ms'],
  ['wholeP95', 'extractive answer, whole', 'p95', 'ms'],
  ['asSpokenRaw', '10 000 tokens, 2 000 a second, raw', 'p50', 'ms'],
  ['asSpokenChecked', '10 000 tokens, 2 000 a second, cited and checked', 'p50', 'ms'],
  ['atOnceRaw', '10 000 tokens at once, raw', 'p50', 'ms'],
  ['atOnceChecked', '10 000 tokens at once, cited and checked', 'p50', 'ms'],
];

/** `npm run bench -- answer`. A size is a number of chunks; the default is 100 000. */
export const answerBenchmark: Benchmark = {
  name: 'answer',
  describe:
    'Questions about a thing and a place, of passages of some 130 words in plain English, one chunk each: a file is ' +
    'about one of 125 things, each sentence says one of thirty facts of it and a place, whose names are as frequent as ' +
    'Zipf’s law has it. Vectors are those of the shipped model: of questions its own; of passages the mean of those of ' +
    'the facts in them and noise of half its length, so that passages of a file are as near to one another as ' +
    'embedded whole. The models, for embeddings and for answers, are a server in another process that answers at ' +
    'once, with what it has computed before. “Over the model’s own” is the time from question to first token, less ' +
    'that of a bare request with a prompt of the same length, question by question: embedding request, search, ' +
    'context, prompt and reading. The stream of 10 000 tokens is of cited sentences of some thirteen words, each of ' +
    'them checked; raw is reading the same bytes and nothing else, once as fast as they can be read, once as a fast ' +
    'model speaks. LangChain.js has the same passages, models and questions.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : [100_000];
    const rows: BenchmarkRow[] = [];
    for (const size of sizes) rows.push(...(await measureSize(size, options)));
    return rows;
  },
};

async function measureSize(size: number, { seed, log }: BenchmarkOptions): Promise<readonly BenchmarkRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'answer-benchmark-'));
  const server = fork(script('./answer-model.ts'), [String(seed)]);
  try {
    const [baseUrl] = (await once(server, 'message')) as [string];
    const corpus = new AnswerCorpus(size, seed);
    const folder = join(directory, 'folder');
    const store = join(directory, 'store');
    const questions = join(directory, 'questions.json');
    await corpus.write(folder);
    const asked = corpus.questions(questionCount);
    await writeFile(questions, JSON.stringify(asked));
    await learnQuestions(baseUrl, asked);
    log(`${size} chunks are ingested`);
    const footnote = await openFootnote(answerSettings(store, baseUrl));
    const { chunks } = await footnote.ingest([folder]);
    await footnote.close();
    if (chunks !== size) throw new Error(`${chunks} chunks instead of ${size}.`);
    log('Footnote is measured');
    const figures = (await output([script('./answer-measure.ts'), store, baseUrl, questions])) as Figures;
    const rows = rowsOf(figures, size);
    const peerQuestions = join(directory, 'peer-questions.json');
    await writeFile(peerQuestions, JSON.stringify(corpus.questions(peerQuestionCount)));
    return [...rows, ...(await measurePeer([folder, baseUrl, peerQuestions], size, figures, log))];
  } finally {
    server.disconnect();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Has the server embed the questions, so that it knows them when they are asked. */
async function learnQuestions(baseUrl: string, questions: readonly string[]): Promise<void> {
  const body = JSON.stringify({ model: 'made-up', input: questions });
  const response = await fetch(`${baseUrl}/embeddings`, { method: 'POST', body });
  await response.arrayBuffer();
}

function rowsOf(figures: Figures, size: number): readonly BenchmarkRow[] {
  const row = (name: string, metric: string, value: number, unit: string): BenchmarkRow => ({
    case: name,
    system: 'footnote',
    size,
    metric,
    value,
    unit,
  });
  const { asSpokenRaw = Number.NaN, asSpokenChecked, atOnceRaw = Number.NaN, atOnceChecked } = figures;
  return [
    ...meanings.map(([key, name, metric, unit]) => row(name, metric, figures[key] ?? Number.NaN, unit)),
    row(
      '10 000 tokens, 2 000 a second',
      'against raw',
      (asSpokenChecked ?? Number.NaN) / asSpokenRaw,
      'ratio',
    ),
    row('10 000 tokens at once', 'against raw', (atOnceChecked ?? Number.NaN) / atOnceRaw, 'ratio'),
  ];
}

/** LangChain.js on the same; no rows, and a line that says why, where it fails. */
async function measurePeer(
  args: readonly string[],
  size: number,
  { aloneP50 = Number.NaN }: Figures,
  log: (line: string) => void,
): Promise<readonly BenchmarkRow[]> {
  const system = `langchain@${peerManifest.dependencies['@langchain/classic']}`;
  try {
    if (!existsSync(join(peerDirectory, 'node_modules'))) {
      log('Installing the peer into bench/speed/peers-ingest (some 110 MB)');
      await run('npm', ['ci'], { cwd: peerDirectory, maxBuffer: 2 ** 24 });
    }
    log('LangChain.js is measured');
    const times = (await output([join(peerDirectory, 'langchain-answer.ts'), ...args])) as readonly number[];
    const firstMs = median(times);
    const common = { system, size, metric: 'p50', unit: 'ms' };
    return [
      { ...common, case: 'first token', value: firstMs },
      { ...common, case: 'first token, over the model’s own', value: firstMs - aloneP50 },
    ];
  } catch (error) {
    log(`LangChain.js: not measured (${(error as Error).message.slice(0, 500)})`);
    return [];
  }
}

/** What a script in a fresh process prints as JSON. */
async function output(args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as unknown;
}
