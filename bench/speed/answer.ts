/**
 * Answering at 100 000 chunks: what Footnote adds to the model's own time to the first token, what it adds to a long
 * stream, and how long an answer of quotations takes; beside it LangChain.js over its in-memory store. Models are
 * a scripted server that answers at once (see answer-model.ts); each system is measured in a fresh process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFootnote } from '../../src/pipeline.ts';
import { AnswerCorpus } from './answer-corpus.ts';
import { answerSettings } from './answer-settings.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { type FigureMeanings, type Figures, figureRows } from './figures.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { installPeers } from './install-peers.ts';
import { langchainName, langchainScript } from './langchain-peer.ts';
import { measurePeer } from './measure-peer.ts';
import { median } from './median.ts';
import { runScript } from './run-script.ts';

const questionCount = 400;
/** The peer compares every vector in JavaScript: fewer questions do. Half of them are to warm up, as with ours. */
const peerQuestionCount = 80;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const meanings: FigureMeanings = {
  aloneP50: ['first token, model alone', 'p50', 'ms'],
  firstP50: ['first token', 'p50', 'ms'],
  ownP50: ['first token, over the model’s own', 'p50', 'ms'],
  ownP95: ['first token, over the model’s own', 'p95', 'ms'],
  wholeP50: ['extractive answer, whole', 'p50', 'ms'],
  wholeP95: ['extractive answer, whole', 'p95', 'ms'],
  asSpokenBytes: ['10 000 tokens, 2 000 a second, raw bytes', 'p50', 'ms'],
  asSpokenTokens: ['10 000 tokens, 2 000 a second, raw tokens', 'p50', 'ms'],
  asSpokenSdk: ['10 000 tokens, 2 000 a second, the AI SDK alone', 'p50', 'ms'],
  asSpokenChecked: ['10 000 tokens, 2 000 a second, cited and checked', 'p50', 'ms'],
  atOnceBytes: ['10 000 tokens at once, raw bytes', 'p50', 'ms'],
  atOnceTokens: ['10 000 tokens at once, raw tokens', 'p50', 'ms'],
  atOnceSdk: ['10 000 tokens at once, the AI SDK alone', 'p50', 'ms'],
  atOnceChecked: ['10 000 tokens at once, cited and checked', 'p50', 'ms'],
  asSpokenSdkRatio: ['10 000 tokens, 2 000 a second, the AI SDK alone', 'against raw tokens', 'ratio'],
  asSpokenRatio: ['10 000 tokens, 2 000 a second, cited and checked', 'against raw tokens', 'ratio'],
  asSpokenBytesRatio: ['10 000 tokens, 2 000 a second, cited and checked', 'against raw bytes', 'ratio'],
  atOnceSdkRatio: ['10 000 tokens at once, the AI SDK alone', 'against raw tokens', 'ratio'],
  atOnceRatio: ['10 000 tokens at once, cited and checked', 'against raw tokens', 'ratio'],
  atOnceBytesRatio: ['10 000 tokens at once, cited and checked', 'against raw bytes', 'ratio'],
};

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
    'them checked, read once as fast as it can be, once as a fast model speaks. Raw tokens are the shortest way to ' +
    'them: events split at empty lines, each parsed as JSON; raw bytes are what the network brings, decoded and not ' +
    'looked at. Language models are asked through the AI SDK; alone it is as it comes, without the events that ' +
    'Footnote joins before it reads them. LangChain.js has the same passages, models and questions, ' +
    'forty of them after forty to warm up.',
  async run(options) {
    const sizes = options.sizes.length > 0 ? options.sizes : [100_000];
    const rows: BenchmarkRow[] = [];
    for (const size of sizes)
      rows.push(...(await inTemporaryFolder((directory) => measureSize(directory, size, options))));
    return rows;
  },
};

async function measureSize(
  directory: string,
  size: number,
  { seed, log }: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
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
    const figures = await runScript<Figures>(script('./answer-measure.ts'), store, baseUrl, questions);
    const rows = figureRows(figures, meanings, { system: 'footnote', size }, log);
    const peerQuestions = join(directory, 'peer-questions.json');
    await writeFile(peerQuestions, JSON.stringify(corpus.questions(peerQuestionCount)));
    return [...rows, ...(await measureLangchain([folder, baseUrl, peerQuestions], size, figures, log))];
  } finally {
    server.disconnect();
  }
}

/** Has the server embed the questions, so that it knows them when they are asked. */
async function learnQuestions(baseUrl: string, questions: readonly string[]): Promise<void> {
  const body = JSON.stringify({ model: 'made-up', input: questions });
  const response = await fetch(`${baseUrl}/embeddings`, { method: 'POST', body });
  await response.arrayBuffer();
}

/** LangChain.js on the same; no rows, and a line that says why, where it fails. */
async function measureLangchain(
  args: readonly string[],
  size: number,
  { aloneP50 = Number.NaN }: Figures,
  log: (line: string) => void,
): Promise<readonly BenchmarkRow[]> {
  if (!(await installPeers('peers-ingest', log))) return [];
  log('LangChain.js is measured');
  const times = await measurePeer('LangChain.js', log, () =>
    runScript<readonly number[]>(langchainScript('langchain-answer.ts'), ...args),
  );
  if (!times) return [];
  const firstMs = median(times);
  const common = { system: langchainName, size, metric: 'p50', unit: 'ms' };
  return [
    { ...common, case: 'first token', value: firstMs },
    { ...common, case: 'first token, over the model’s own', value: firstMs - aloneP50 },
  ];
}
