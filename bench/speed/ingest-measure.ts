/**
 * One measurement in a process of its own, built by build-scripts.ts: `node ingest-measure.js ACTION FOLDER STORE FILES
 * SEED`. Prints one JSON object of figures by name; what cannot be measured on this system is left out.
 */
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/app/store.ts';
import { chunkId } from '../../src/contracts/chunk.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { isFootnoteError } from '../../src/errors.ts';
import type { Footnote, IngestOptions } from '../../src/footnote.ts';
import { embeddingText } from '../../src/ingest/embed.ts';
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import type { Figures } from './figures.ts';
import { madeUpFile } from './ingest-folder.ts';
import { cpuSeconds, MemoryWatch } from './process-usage.ts';

/** What can be measured, each on a folder and a store. */
export type IngestAction = 'ingest' | 'ingest-and-ask' | 'embed-alone';

/** Least time between an answer that is not the right one yet and the next question. */
const minPollMs = 50;
/** It is asked again after this share of the time that has passed: often enough to tell when, without being a load. */
const pollShare = 0.02;

/** Texts that the model is measured on by itself, evenly from the whole store. */
const maxTextsAlone = 4000;
const warmUpTexts = 32;

const [action = '', folder = '', store = '', fileCount = '', seedText = ''] = process.argv.slice(2);
const files = Number(fileCount);
const seed = Number(seedText);

const actions: Readonly<Record<IngestAction, () => Promise<Figures>>> = {
  ingest: () => ingest(),
  'ingest-and-ask': ingestAndAsk,
  'embed-alone': embedAlone,
};
const measure = actions[action as IngestAction];
if (measure === undefined) throw new Error(`There is no measurement "${action}".`);
process.stdout.write(JSON.stringify(await measure()));

/**
 * Brings the store in step with the folder. `meanwhile` runs beside the ingest and starts with it. The CPU time is
 * taken after closing: that of parser processes counts once they have ended.
 */
async function ingest(
  options: IngestOptions = {},
  meanwhile: (footnote: Footnote, start: number) => Promise<Figures> = async () => ({}),
): Promise<Figures> {
  const cpuBefore = cpuSeconds();
  const start = performance.now();
  const footnote = await openFootnote({ store });
  const [done, others] = await Promise.all([
    footnote.ingest([folder], options).then((report) => ({ report, seconds: secondsSince(start) })),
    meanwhile(footnote, start),
  ]);
  await footnote.close();
  const { report, seconds } = done;
  if (report.failures.length > 0) throw new Error(`${report.failures[0]?.path} could not be ingested.`);
  const { added, updated, unchanged } = report.documents;
  return {
    ...others,
    seconds,
    chunks: report.chunks,
    cpuSeconds: cpuSeconds() - cpuBefore,
    added,
    updated,
    unchanged,
  };
}

/** A folder's first ingest, asked for facts from its beginning on and its memory watched. */
async function ingestAndAsk(): Promise<Figures> {
  const memory = new MemoryWatch();
  const figures = await ingest({ onProgress: ({ chunksDone }) => memory.reached(chunksDone) }, askForFacts);
  return { ...figures, ...memory.end() };
}

/** Asks for the facts of the first, the middle and the last file, one after another, until each is answered. */
async function askForFacts(footnote: Footnote, start: number): Promise<Figures> {
  const seconds: Record<string, number> = {};
  const places = { firstFileSeconds: 0, middleFileSeconds: files >> 1, lastFileSeconds: files - 1 };
  for (const [name, index] of Object.entries(places)) {
    while (!(await isAnswered(footnote, index)))
      await pause(Math.max(minPollMs, pollShare * (performance.now() - start)));
    seconds[name] = secondsSince(start);
  }
  return seconds;
}

/** Whether the first citation is the sentence that holds the fact, in the one file that has it. */
async function isAnswered(footnote: Footnote, index: number): Promise<boolean> {
  const { name, fact } = madeUpFile(index, seed);
  try {
    const { citations } = await footnote.ask(fact.question);
    const [first] = citations;
    return first !== undefined && basename(first.path) === name && first.quote.includes(fact.answer);
  } catch (error) {
    // Asked before the collection was made.
    if (isFootnoteError(error) && error.code === 'collection_unknown') return false;
    throw error;
  }
}

/** The embedder by itself on what the ingest gave it: texts of the store's chunks in one call, the model loaded. */
async function embedAlone(): Promise<Figures> {
  const texts = await embeddedTexts();
  const embedder = await onnxEmbedder();
  await embedder.embedDocuments(texts.slice(0, warmUpTexts));
  const cpuBefore = cpuSeconds();
  const start = performance.now();
  await embedder.embedDocuments(texts);
  const figures = {
    texts: texts.length,
    seconds: secondsSince(start),
    cpuSeconds: cpuSeconds() - cpuBefore,
  };
  await embedder.close();
  return figures;
}

async function embeddedTexts(): Promise<readonly string[]> {
  const { records, ...place } = await openStore(store);
  const engine = embeddedEngine({ ...place, analyser: analyser() });
  const stored = await records.indexes.find('default');
  if (stored === undefined) throw new Error('Nothing has been ingested.');
  const index = await engine.open({ ...stored, fields: {} });
  const documents = await records.library.list('default');
  const ids = documents.flatMap(({ documentId, version, chunks }) =>
    Array.from({ length: chunks }, (_, ordinal) => chunkId(documentId, version, ordinal)),
  );
  const every = Math.ceil(ids.length / maxTextsAlone);
  const chunks = await index.get(ids.filter((_, at) => at % every === 0));
  await engine.close();
  await records.close();
  return chunks.map(embeddingText);
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
