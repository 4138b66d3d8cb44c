/**
 * Questions beside an ingest in the same process: `node ingest-questions.js DIRECTORY SEED`, built by build-scripts.ts.
 * Prints one JSON object of figures by name. The collection that is asked holds a small folder; beside it a folder of
 * long files is ingested into another, first mostly parsed, cut and written, then embedded, and stopped once enough
 * has been asked.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { madeUpFile, writeMadeUpFolder } from './ingest-folder.ts';
import { timesTogether } from './times-together.ts';

/** Files of the collection that is asked. */
const askedFiles = 40;
/** Long files beside it, each of so many made-up reports: about a megabyte. */
const longFiles = 24;
const reportsPerFile = 60;

const questionsEach = 300;
const atOnce = 8;
const asked = 'asked';

const [directory = '', seedText = ''] = process.argv.slice(2);
const seed = Number(seedText);

const folder = join(directory, 'asked');
await writeMadeUpFolder(folder, askedFiles, seed);
const beside = await writeLongFiles(join(directory, 'beside'));
const footnote = await openFootnote({ store: join(directory, 'questions-store') });
await footnote.ingest([folder], { collection: asked });
// One round to warm up.
await askSome(footnote, questionsEach, 1);

const idle = await askSome(footnote, questionsEach, 1);
const idleTogether = await askSome(footnote, questionsEach, atOnce);
const { parsing, embedding, embeddingTogether, longestBlockMs } = await askBesideIngest();
await footnote.close();

const p95 = (times: readonly number[]): number => percentile(times, 0.95);
process.stdout.write(
  JSON.stringify({
    idleP50: percentile(idle, 0.5),
    idleP95: p95(idle),
    parsingQuestions: parsing.length,
    parsingP95: p95(parsing),
    parsingRatio: p95(parsing) / p95(idle),
    embeddingP95: p95(embedding),
    embeddingRatio: p95(embedding) / p95(idle),
    togetherP95: p95(idleTogether),
    togetherRatio: p95(idleTogether) / p95(idle),
    embeddingTogetherP95: p95(embeddingTogether),
    embeddingTogetherRatio: p95(embeddingTogether) / p95(idle),
    longestBlockMs,
  }),
);

/** Files that take seconds to parse, cut and write. */
async function writeLongFiles(target: string): Promise<string> {
  await mkdir(target, { recursive: true });
  for (let file = 0; file < longFiles; file++) {
    for (let report = 0; report < reportsPerFile; report++) {
      const { text } = madeUpFile(askedFiles + file * reportsPerFile + report, seed);
      await appendFile(join(target, `long-${file}.md`), text);
    }
  }
  return target;
}

/** Milliseconds of each question while the long files are ingested, apart for the time until all text is written. */
async function askBesideIngest() {
  const stop = new AbortController();
  const text = { isWritten: false };
  const ingest = footnote.ingest([beside], {
    collection: 'beside',
    signal: stop.signal,
    onProgress: ({ filesDone, filesTotal }) => {
      text.isWritten = filesTotal > 0 && filesDone === filesTotal;
    },
  });
  ingest.catch(() => {});
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const parsing: number[] = [];
  while (!text.isWritten) parsing.push(...(await askSome(footnote, 1, 1)));
  loop.disable();
  const embedding = await askSome(footnote, questionsEach, 1);
  const embeddingTogether = await askSome(footnote, questionsEach, atOnce);
  stop.abort();
  await ingest.catch(() => {});
  return { parsing, embedding, embeddingTogether, longestBlockMs: loop.max / 1e6 };
}

/** Asks for facts of the files in turn, so many questions at a time; the milliseconds of each. */
function askSome(from: Footnote, count: number, together: number): Promise<readonly number[]> {
  return timesTogether(count, together, (at) => {
    const { fact } = madeUpFile(at % askedFiles, seed);
    return from.ask(fact.question, { collection: asked });
  });
}
