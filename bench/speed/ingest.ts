/**
 * Ingestion of a folder of made-up Markdown files (see ingest-folder.ts), each measurement in a fresh process: how
 * soon there are right answers, how long it takes, what it costs beside the model, and a peer on the same files.
 * The peer has its own package and is installed the first time.
 */
import { join } from 'node:path';
import { shippedModelDirectory } from '../../src/models/local/model-folder.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { buildScripts } from './build-scripts.ts';
import { type FigureMeanings, type Figures, figureRows } from './figures.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';
import { changeOnePercent, writeMadeUpFolder } from './ingest-folder.ts';
import type { IngestAction } from './ingest-measure.ts';
import { installPeers } from './install-peers.ts';
import { langchainName, langchainScript } from './langchain-peer.ts';
import { measurePeer } from './measure-peer.ts';
import { median } from './median.ts';
import { runScript } from './run-script.ts';

const defaultFiles = 2000;
/** The peer embeds every file again in each round. */
const maxPeerFiles = 200;
const peerRounds = 3;

/** What the parts of the benchmark have in common. */
interface Context extends BenchmarkOptions {
  /** The folder of the built measuring scripts. */
  readonly scripts: string;
}

/** `npm run bench -- ingest`. A size is a number of files; the default is 2 000. */
export const ingestBenchmark: Benchmark = {
  name: 'ingest',
  describe:
    'A folder of made-up Markdown files of about 1 500 English words in ten sections each, one section about one ' +
    'chunk, ingested with default settings, by the JavaScript that the package ships: run from the sources, every process ' +
    'and thread would hold Node’s compiler of TypeScript besides. Every measurement is in a fresh process and counts ' +
    'from opening the store, model loading included, program start not. A first answer is right when its first citation is the ' +
    'sentence that was asked for, in the only file that has it; the question is asked again and again from the ' +
    'moment the ingest starts, every 50 ms and later after 2 % of the time that has passed, first for a fact of the first file, then of the middle one, then of the last. ' +
    'The embedder alone is given the same chunk texts (at most 4 000, evenly from all) in one call, its model ' +
    'loaded; the share is the ingest’s chunks per second against its own, and the embedder’s CPU seconds per chunk ' +
    'against the ingest’s, parser processes and questions included. Resident memory is that of the main process, and ' +
    'that of it and the parser processes together, in which a page that they share (they are the same program) counts ' +
    'once, and as the sum of what each holds; growth is from the median at 20–30 % of the ' +
    'chunks to that of the last tenth. LangChain.js splits the same files by its own defaults for Markdown (1 000 ' +
    'characters, 200 of overlap), so that its chunks are other and shorter ones and the seconds are what compares; ' +
    'it runs the same model on the same onnxruntime, one text a run, cut at 256 word pieces, and keeps the vectors ' +
    'in memory, while Footnote writes them, the text and a keyword index to disk. Both in alternating rounds, and ' +
    'the embedder alone after each of Footnote’s, so that a machine whose speed changes changes both; ' +
    'medians of three. Questions beside ingestion are asked in the process that ingests, of a collection of 40 files: ' +
    'alone, then while 24 files of about 1 MB are parsed, cut and written, then while these are embedded, one after ' +
    'another and eight at once; ratios are of the 95th percentile to that of one question after another on an idle ' +
    'process. The longest block is what a timer was late while files were parsed.',
  async run(options) {
    const context = { ...options, scripts: await buildScripts() };
    const sizes = options.sizes.length > 0 ? options.sizes : [defaultFiles];
    const rows: BenchmarkRow[] = [];
    for (const files of sizes) {
      rows.push(...(await inTemporaryFolder((directory) => measureIngest(directory, files, context))));
    }
    rows.push(...(await inTemporaryFolder((directory) => measureQuestions(directory, context))));
    if (!(await installPeers('peers-ingest', options.log))) return rows;
    for (const files of new Set(sizes.map((size) => Math.min(size, maxPeerFiles)))) {
      rows.push(...(await inTemporaryFolder((directory) => measureSideBySide(directory, files, context))));
    }
    return rows;
  },
};

/** Notes figures of the size in work. */
type Note = (figures: Figures, meanings: FigureMeanings, system?: string) => void;

function rowList(size: number, log: (line: string) => void): { rows: BenchmarkRow[]; note: Note } {
  const rows: BenchmarkRow[] = [];
  const note: Note = (figures, meanings, system = 'footnote') =>
    void rows.push(...figureRows(figures, meanings, { system, size }, log));
  return { rows, note };
}

/** Ingests a folder, measures the embedder on what came of it, then ingests it unchanged and changed. */
async function measureIngest(
  directory: string,
  files: number,
  { seed, log, scripts }: Context,
): Promise<readonly BenchmarkRow[]> {
  const { rows, note } = rowList(files, log);
  const folder = join(directory, 'folder');
  const characters = await writeMadeUpFolder(folder, files, seed);
  log(`${files} files of ${Math.round(characters / files)} characters`);
  const measure = (action: IngestAction): Promise<Figures> =>
    measureFootnote(scripts, action, { folder, store: join(directory, 'store'), files, seed });

  const first = await measure('ingest-and-ask');
  note({ ...first, rate: perSecond(first) }, firstIngest);
  const alone = await measure('embed-alone');
  note({ rate: textsPerSecond(alone) }, sameChunks, 'footnote embedder alone');
  const { cpuSeconds: cpuAlone = Number.NaN, texts = Number.NaN } = alone;
  const { cpuSeconds: cpuIngest = Number.NaN, chunks = Number.NaN } = first;
  const cpu = cpuAlone / texts / (cpuIngest / chunks);
  note({ rate: perSecond(first) / textsPerSecond(alone), cpu }, embedderShares);

  note(await measure('ingest'), unchangedRun);
  const changed = await changeOnePercent(folder, files, seed);
  note({ changed, ...(await measure('ingest')) }, changedRun);
  return rows;
}

const firstIngest: FigureMeanings = {
  firstFileSeconds: ['ingest', 'first right answer, a fact of the first file', 's'],
  middleFileSeconds: ['ingest', 'right answer, a fact of the middle file', 's'],
  lastFileSeconds: ['ingest', 'right answer, a fact of the last file', 's'],
  seconds: ['ingest', 'complete', 's'],
  chunks: ['ingest', 'chunks', 'chunks'],
  rate: ['ingest', 'rate', 'chunks/s'],
  peakMB: ['ingest', 'peak resident', 'MB'],
  peakOfTreeSharedOnceMB: ['ingest', 'peak resident of all processes', 'MB'],
  peakOfTreeMB: ['ingest', 'peak resident, added up over processes', 'MB'],
  growthMB: ['ingest', 'growth of resident, 25 to 100 %', 'MB'],
};

const sameChunks: FigureMeanings = { rate: ['same chunks', 'rate', 'chunks/s'] };

const embedderShares: FigureMeanings = {
  rate: ['ingest', 'share of the embedder’s rate', 'ratio'],
  cpu: ['ingest', 'embedder’s share of the CPU time', 'ratio'],
};

const unchangedRun: FigureMeanings = {
  seconds: ['second, unchanged run', 'time', 's'],
  unchanged: ['second, unchanged run', 'found unchanged', 'files'],
};

const changedRun: FigureMeanings = {
  changed: ['1 % changed', 'changed', 'files'],
  updated: ['1 % changed', 'found changed', 'files'],
  seconds: ['1 % changed', 'time', 's'],
};

/** How long questions take beside an ingest in the same process. */
async function measureQuestions(
  directory: string,
  { seed, log, scripts }: Context,
): Promise<readonly BenchmarkRow[]> {
  const { rows, note } = rowList(40, log);
  const script = join(scripts, 'ingest-questions.js');
  note(await runScript<Figures>(script, directory, String(seed)), questionsBeside);
  return rows;
}

const questionsBeside: FigureMeanings = {
  idleP50: ['question, idle', 'p50', 'ms'],
  idleP95: ['question, idle', 'p95', 'ms'],
  parsingP95: ['question while parsing', 'p95', 'ms'],
  parsingRatio: ['question while parsing', 'p95 against idle', 'ratio'],
  parsingQuestions: ['question while parsing', 'asked', 'questions'],
  longestBlockMs: ['question while parsing', 'longest block', 'ms'],
  embeddingP95: ['question while embedding', 'p95', 'ms'],
  embeddingRatio: ['question while embedding', 'p95 against idle', 'ratio'],
  togetherP95: ['eight questions at once, idle', 'p95', 'ms'],
  togetherRatio: ['eight questions at once, idle', 'p95 against idle', 'ratio'],
  embeddingTogetherP95: ['eight questions at once while embedding', 'p95', 'ms'],
  embeddingTogetherRatio: ['eight questions at once while embedding', 'p95 against idle', 'ratio'],
};

/** The same files through Footnote, its embedder alone and LangChain.js in alternating rounds, with nobody asking. */
async function measureSideBySide(
  directory: string,
  files: number,
  { seed, log, scripts }: Context,
): Promise<readonly BenchmarkRow[]> {
  const { rows, note } = rowList(files, log);
  const folder = join(directory, 'folder');
  await writeMadeUpFolder(folder, files, seed);
  const ours: Figures[] = [];
  const alone: Figures[] = [];
  const peers: Figures[] = [];
  for (let round = 0; round < peerRounds; round++) {
    const store = join(directory, `store-${round}`);
    const runOurs = async () => {
      ours.push(await measureFootnote(scripts, 'ingest', { folder, store, files, seed }));
      alone.push(await measureFootnote(scripts, 'embed-alone', { folder, store, files, seed }));
    };
    const runPeer = async () => {
      const measured = await measurePeer('LangChain.js', log, () =>
        runScript<Figures>(langchainScript('langchain.ts'), shippedModelDirectory(), folder),
      );
      if (measured) peers.push(measured);
    };
    for (const next of round % 2 === 0 ? [runOurs, runPeer] : [runPeer, runOurs]) await next();
    if (peers.length <= round) return [];
    log(
      `round ${round + 1} of ${peerRounds}: footnote ${ours[round]?.['seconds']?.toFixed(1)} s, peer ${peers[round]?.['seconds']?.toFixed(1)} s`,
    );
  }
  for (const [system, rounds] of [['footnote', ours] as const, [langchainName, peers] as const]) {
    const seconds = median(rounds.map((figures) => figures['seconds'] ?? Number.NaN));
    note({ seconds, rate: median(rounds.map(perSecond)) }, sideBySide, system);
  }
  const shares = ours.map((figures, round) => perSecond(figures) / textsPerSecond(alone[round] ?? {}));
  note({ share: median(shares) }, sideBySide);
  return rows;
}

const sideBySide: FigureMeanings = {
  seconds: ['side by side', 'time', 's'],
  rate: ['side by side', 'rate', 'chunks/s'],
  share: ['side by side', 'share of the embedder’s rate', 'ratio'],
};

function perSecond({ chunks = Number.NaN, seconds = Number.NaN }: Figures): number {
  return chunks / seconds;
}

function textsPerSecond({ texts = Number.NaN, seconds = Number.NaN }: Figures): number {
  return texts / seconds;
}

async function measureFootnote(
  scripts: string,
  action: IngestAction,
  { folder, store, files, seed }: { folder: string; store: string; files: number; seed: number },
): Promise<Figures> {
  return runScript(join(scripts, 'ingest-measure.js'), action, folder, store, String(files), String(seed));
}
