/**
 * One measurement in a process of its own: `node engine-measure.ts write|search SYSTEM DIRECTORY SIZE SEED QUESTIONS`.
 * Prints one JSON object of figures by name.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { Corpus, type CorpusQuestion } from './engine-corpus.ts';
import type { AskedQuestion, AskedQuestions } from './engine-questions.ts';
import { type EngineSession, engineSystem, type Ranked } from './engine-system.ts';
import type { Figures } from './figures.ts';
import { ownResidentMB } from './process-usage.ts';
import { timeOf } from './time-of.ts';

/** What this process prints. */
export interface MeasuredSystem {
  readonly name: string;
  readonly figures: Figures;
}

/** Chunks to a write, as many as an ingest embeds between two. */
const batchSize = 1000;

/** Candidates of each leg: the product's default. */
const candidates = 100;
const wantedTexts = 10;

/** Shares of the chunks that the filters let pass, by how the figures name them. */
const filterShares = { narrow: 0.0001, middling: 0.01, wide: 0.5 };

const [action, key = '', directory = '', size = '', seed = '', questionsFile = ''] = process.argv.slice(2);
const system = await engineSystem(key);
const figures = action === 'write' ? await measureWriting() : await measureSearching();
process.stdout.write(JSON.stringify({ name: system.name, figures } satisfies MeasuredSystem));

async function measureWriting(): Promise<Figures> {
  const corpus = new Corpus(Number(size), Number(seed));
  const writer = await system.create(directory);
  let cpuMs = 0;
  let wallMs = 0;
  const measured = async (work: () => Promise<void>) => {
    const start = performance.now();
    const before = process.cpuUsage();
    await work();
    const { user, system: kernel } = process.cpuUsage(before);
    cpuMs += (user + kernel) / 1000;
    wallMs += performance.now() - start;
  };
  // Made up batch by batch outside of the measured time, so that the heap is as small as an ingest's.
  for (let from = 0; from < corpus.size; from += batchSize) {
    const length = Math.min(batchSize, corpus.size - from);
    const batch = Array.from({ length }, (_, at) => corpus.at(from + at));
    await measured(() => writer.write(batch));
  }
  await measured(() => writer.finish());
  return { chunksPerCpuSecond: corpus.size / (cpuMs / 1000), chunksPerSecond: corpus.size / (wallMs / 1000) };
}

async function measureSearching(): Promise<Figures> {
  const asked = JSON.parse(readFileSync(questionsFile, 'utf8')) as AskedQuestions;
  const warmUp = asked.warmUp.map(withVector);
  const timed = asked.timed.map(withVector);
  const start = performance.now();
  const session = await system.open(directory);
  await answer(session, warmUp[0] as CorpusQuestion);
  const figures: Record<string, number> = {
    coldOpenMs: performance.now() - start,
    residentMB: ownResidentMB(),
  };

  let found = 0;
  for (const { vector, nearest } of timed) {
    await setImmediate();
    const ids = new Set(
      (await session.vector(vector, candidates)).slice(0, nearest.length).map(({ id }) => id),
    );
    found += nearest.filter((id) => ids.has(id)).length / nearest.length;
  }
  figures['recallAt10'] = found / timed.length;
  const { keyword } = session;
  const measure = async (name: string, ask: (question: CorpusQuestion) => Promise<unknown>) => {
    await timesOf(warmUp, ask);
    const times = await timesOf(timed, ask);
    figures[`${name}P50`] = percentile(times, 0.5);
    figures[`${name}P95`] = percentile(times, 0.95);
  };
  if (keyword) await measure('hybrid', (question) => answer(session, question));
  await measure('vector', ({ vector }) => session.vector(vector, candidates));
  if (keyword) {
    await measure('keyword3', ({ short }) => keyword(short, candidates));
    await measure('keyword15', ({ long }) => keyword(long, candidates));
  }
  for (const [name, share] of Object.entries(filterShares)) {
    const legs = session.filtered?.(share);
    if (legs === undefined) break;
    await measure(`${name}Vector`, ({ vector }) => legs.vector(vector, candidates));
    await measure(`${name}Keyword`, async ({ short }) => legs.keyword?.(short, candidates));
  }
  await session.close();
  return figures;
}

/** As it is asked: a file holds its vector as plain numbers. */
function withVector<Asked extends AskedQuestion>(question: Asked) {
  return { ...question, vector: Float32Array.from(question.vector) };
}

/** Both legs, their convex combination, and the texts of the best: all of a search but the question's embedding. */
async function answer(session: EngineSession, { short, vector }: CorpusQuestion): Promise<readonly string[]> {
  const byVector = await session.vector(vector, candidates);
  const byKeyword = (await session.keyword?.(short, candidates)) ?? [];
  const fused = new Map<string, number>();
  addStandardised(fused, byVector, 0.55);
  addStandardised(fused, byKeyword, 0.45);
  const best = [...fused].toSorted((left, right) => right[1] - left[1]).slice(0, wantedTexts);
  return (await session.texts?.(best.map(([id]) => id))) ?? [];
}

function addStandardised(fused: Map<string, number>, hits: readonly Ranked[], weight: number): void {
  const mean = hits.reduce((sum, { score }) => sum + score, 0) / hits.length;
  const deviation =
    Math.sqrt(hits.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / hits.length) || 1;
  for (const { id, score } of hits)
    fused.set(id, (fused.get(id) ?? 0) + (weight * (score - mean)) / deviation);
}

async function timesOf(
  questions: readonly CorpusQuestion[],
  ask: (question: CorpusQuestion) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const question of questions) {
    // Work in the background has its turn between questions, as it has between the requests of a server.
    await setImmediate();
    times.push(await timeOf(() => ask(question)));
  }
  return times;
}
