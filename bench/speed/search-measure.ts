/**
 * One measurement of Footnote in a process of its own: `node search-measure.ts ACTION PLAN DIRECTORY`, where PLAN is a
 * file with a {@link SearchPlan} and DIRECTORY a folder for passing files. Prints one JSON object of figures by name.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { withoutThreshold } from '../../src/evaluate/measure-run.ts';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { PartialConfig } from '../../src/settings/config.ts';
import type { Figures } from './figures.ts';
import { writeMadeUpFolder } from './ingest-folder.ts';
import { PlannedAsking, timedQuestions } from './planned-asking.ts';
import { ownResidentMB } from './process-usage.ts';
import { readPlan } from './search-plan.ts';
import { timeOf } from './time-of.ts';
import { timesTogether } from './times-together.ts';

/** What can be measured of a plan. */
export type SearchAction = 'first-open' | 'footnote' | 'features' | 'late-interaction' | 'beside-ingest';

/** Questions to the slowest reranker. */
const rerankedQuestions = 20;
const questionsAtOnce = 8;
/** Chunks read so that ten documents are among them. */
const judgedHits = 100;
/** Ingested beside the questions: more than is done while they are asked. */
const filesBeside = 1000;

const [action = '', planFile = '', directory = ''] = process.argv.slice(2);
const plan = await readPlan(planFile);
const asking = new PlannedAsking(plan);

const actions: Readonly<Record<SearchAction, () => Promise<Figures>>> = {
  'first-open': measureFirstOpen,
  footnote: measureFootnote,
  features: () =>
    measureWith({ reranker: { kind: 'features' }, retrieval: { expansion: 'neighbours' } }, (footnote) =>
      asking.measure((text) => footnote.search(text)),
    ),
  'late-interaction': () => measureWith({ reranker: { kind: 'late-interaction' } }, measureTwice),
  'beside-ingest': () => measureWith({}, measureBesideIngest),
};
const measure = actions[action as SearchAction];
if (measure === undefined) throw new Error(`There is no measurement "${action}".`);
process.stdout.write(JSON.stringify(await measure()));

/**
 * The first process after an ingest: what it measures of a large index is kept with it, while it goes on being asked.
 */
async function measureFirstOpen(): Promise<Figures> {
  const start = performance.now();
  return measureWith({}, async (footnote) => {
    await footnote.search(asking.textAt(0));
    const firstOpenMs = performance.now() - start;
    await asking.measure((text) => footnote.search(text));
    return { firstOpenMs };
  });
}

/** From opening the store to the first hits, then one question after another, then how good the order is. */
async function measureFootnote(): Promise<Figures> {
  const start = performance.now();
  const opened = await measureWith({}, async (footnote) => {
    await footnote.search(asking.textAt(0));
    const coldOpenMs = performance.now() - start;
    const figures = await asking.measure((text) => footnote.search(text));
    return { coldOpenMs, ...figures, residentMB: ownResidentMB() };
  });
  if (!asking.isJudged) return opened;
  const { minCosine, minCoverage, minScore } = withoutThreshold(plan.config).retrieval;
  const quality = await measureWith({ retrieval: { minCosine, minCoverage, minScore } }, (footnote) =>
    asking.quality(async (text) => {
      const { hits } = await footnote.search(text, { topK: judgedHits });
      return hits.map((hit) => hit.documentId);
    }),
  );
  return { ...opened, quality };
}

/** The plan's collection under its settings and those of `changed` on top. */
function measureWith<T>(
  changed: { readonly [Section in keyof PartialConfig]: PartialConfig[Section] },
  work: (footnote: Footnote) => Promise<T>,
): Promise<T> {
  const { config } = plan;
  const reranker = { ...config.reranker, ...changed.reranker };
  const retrieval = { ...config.retrieval, ...changed.retrieval };
  // Its code is loaded before any time is taken.
  return withFootnote({ ...config, reranker, retrieval }, work, openFootnote);
}

/** Each question twice in a row: the second time the vectors of its passages' tokens are known. */
async function measureTwice(footnote: Footnote): Promise<Figures> {
  const first: number[] = [];
  const second: number[] = [];
  // The model is loaded by one that is not counted.
  await footnote.search(asking.textAt(rerankedQuestions));
  for (let at = 0; at < rerankedQuestions; at++) {
    for (const times of [first, second]) times.push(await timeOf(() => footnote.search(asking.textAt(at))));
  }
  return { uncachedP50: percentile(first, 0.5), cachedP50: percentile(second, 0.5) };
}

/** Eight questions at a time: with nothing else going on, then while another collection of the store is ingested. */
async function measureBesideIngest(footnote: Footnote): Promise<Figures> {
  const folder = join(directory, 'beside');
  await writeMadeUpFolder(folder, filesBeside, 1);
  await timesOfAll(footnote);
  const idle = percentile(await timesOfAll(footnote), 0.95);
  const stop = new AbortController();
  const { promise: isEmbedding, resolve } = Promise.withResolvers<void>();
  const ingest = footnote.ingest([folder], {
    collection: 'beside',
    signal: stop.signal,
    onProgress: ({ chunksDone }) => {
      if (chunksDone > 0) resolve();
    },
  });
  const ended = ingest.then(
    () => true,
    () => true,
  );
  await Promise.race([isEmbedding, ended]);
  const beside = percentile(await timesOfAll(footnote), 0.95);
  const hasEnded = await Promise.race([ended, setImmediate(false)]);
  stop.abort();
  await ended;
  if (hasEnded) throw new Error('The ingest was over before the questions were.');
  return { idleP95: idle, besideP95: beside, besideRatio: beside / idle };
}

function timesOfAll(footnote: Footnote): Promise<readonly number[]> {
  return timesTogether(timedQuestions, questionsAtOnce, (at) => footnote.search(asking.textAt(at)));
}
