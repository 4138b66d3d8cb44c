import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { countsOf } from '../../conformance/engine-fixtures.ts';
import { openStore } from '../../src/app/store.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { PartialConfig } from '../../src/settings/config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { writeFiles } from '../../test/corpus.ts';
import { startWordEmbedder } from '../../test/word-embedder.ts';

/** Folders that the child ingests one after another, and files in each. */
const batches = 5;
const filesPerBatch = 3;

const fileNames = Array.from(
  { length: batches * filesPerBatch },
  (_, index) => `${Math.floor(index / filesPerBatch)}/${index % filesPerBatch}.txt`,
);

/** Kills after which the next ingest is let through to its end. */
const killsBeforeMending = 8;

/** Longest wait between a step of the ingest and the kill: about what a step takes. */
const maxDelayMs = 10;

/** What one kill left behind. */
export interface KillOutcome {
  /** Steps of its work that the process had told of when it was killed; null where it was done before. */
  readonly killedAfterSteps: number | null;
  readonly acknowledged: number;
  /** Everything that should not be; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Kills an ingest at seeded moments and looks at what is left. Every round ingests a new revision of the same
 * files into the same store, so that replacement is cut off as often as the first writing. After each kill the store
 * must open, acknowledged documents must have the new revision, the others the one they had or the new one whole, and
 * rows, postings and vectors must agree. Now and then an ingest comes to its end and must have cleared everything away.
 * Moments are counted in steps of the work, which a busy machine does not shift.
 */
export async function killIngest(options: {
  readonly seed: number;
  readonly rounds: number;
  readonly onOutcome?: (outcome: KillOutcome) => void;
}): Promise<readonly KillOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-kill-'));
  const files = join(folder, 'files');
  const words = await startWordEmbedder();
  const settings: Settings = { ...words.settings, store: join(folder, 'store') };
  const random = seededRandom(options.seed);
  const outcomes: KillOutcome[] = [];
  try {
    writeRevision(files, 0);
    const { steps } = await runChild(settings, files);
    const revisions = new Map(fileNames.map((name) => [name, 0]));
    for (let round = 1; round <= options.rounds; round++) {
      writeRevision(files, round);
      const moment = { steps: 1 + Math.floor(steps * random()), delayMs: maxDelayMs * random() };
      const { acknowledged, killedAfterSteps } = await runChild(settings, files, moment);
      const problems = await inspect(settings, { round, acknowledged, revisions });
      if (round % killsBeforeMending === 0 || round === options.rounds) {
        problems.push(...(await mend(settings, files)));
        for (const name of fileNames) revisions.set(name, round);
      }
      const outcome = { killedAfterSteps, acknowledged, problems };
      options.onOutcome?.(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await words.peer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What each process opens. */
type Settings = PartialConfig & { readonly store: string };

function writeRevision(files: string, revision: number): void {
  writeFiles(files, Object.fromEntries(fileNames.map((name) => [name, documentText(name, revision)])));
}

/**
 * Several chunks long, with the revision in each paragraph, so that a mixture shows. Plain text: its parser is loaded
 * in half the time of others, which is what a process that is killed does for long.
 */
function documentText(name: string, revision: number): string {
  const paragraph = (n: number) =>
    `Paragraph ${n} of file ${name} stands in revision ${revision}. ${'It describes the room and its windows. '.repeat(30)}`;
  const parts = [1, 2, 3].map((n) => `Part ${n}\n------\n\n${paragraph(n)}`);
  return `File ${name}\n==========\n\n${parts.join('\n\n')}\n`;
}

/** Where a process is killed: so long after so many steps. */
interface Moment {
  readonly steps: number;
  readonly delayMs: number;
}

/** Ingests every folder in a process of its own, which is killed at the given moment or comes to its end. */
async function runChild(settings: Settings, files: string, moment?: Moment) {
  const program = join(import.meta.dirname, 'ingest-child.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(settings), files, String(batches)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const said = { step: 0, done: 0 };
  let timer: NodeJS.Timeout | undefined;
  createInterface(child.stdout).on('line', (line) => {
    said[line as keyof typeof said]++;
    if (moment && said.step >= moment.steps)
      timer ??= setTimeout(() => child.kill('SIGKILL'), moment.delayMs);
  });
  await once(child, 'close');
  clearTimeout(timer);
  const killed = child.signalCode === 'SIGKILL';
  if (!killed && child.exitCode !== 0) throw new Error(`The ingest failed by itself: ${errors}`);
  return { steps: said.step, acknowledged: said.done, killedAfterSteps: killed ? said.step : null };
}

/** Notes in `revisions` which one each file was found in, by its path below the folder. */
async function inspect(
  settings: Settings,
  left: { readonly round: number; readonly acknowledged: number; readonly revisions: Map<string, number> },
): Promise<string[]> {
  const { round, acknowledged, revisions } = left;
  const problems: string[] = [];
  const footnote = await openFootnote(settings);
  try {
    const documents = await footnote.listDocuments();
    if (documents.length !== batches * filesPerBatch)
      problems.push(`${documents.length} documents are listed`);
    for (const { documentId, path, chunks } of documents) {
      const name = path.split('/').slice(-2).join('/');
      const { text } = await footnote.getDocumentText(documentId);
      const isNew = text === documentText(name, round);
      if (!isNew && text !== documentText(name, revisions.get(name) ?? 0))
        problems.push(`${path} is in no one revision`);
      if (!isNew && Number.parseInt(name, 10) < acknowledged)
        problems.push(`${path} was acknowledged and is the old one`);
      if (isNew) revisions.set(name, round);
      const { hits } = await footnote.search(`paragraph of file ${name}`, { topK: 100 });
      const own = hits.filter((hit) => hit.documentId === documentId);
      if (own.length !== chunks) problems.push(`${path} has ${chunks} chunks, ${own.length} are found`);
      for (const hit of own) {
        if (text.slice(hit.start, hit.end) !== hit.content)
          problems.push(`${path} has a chunk of another text`);
      }
    }
  } finally {
    await footnote.close();
  }
  return [...problems, ...(await compareCounts(settings.store))];
}

async function compareCounts(store: string): Promise<string[]> {
  const { chunks, keywordChunks, vectorChunks } = await count(store);
  // Vectors follow their text: some may be still to come, none may belong to nothing.
  const agree = chunks === keywordChunks && vectorChunks <= chunks;
  return agree ? [] : [`${chunks} rows, ${keywordChunks} in the keyword index, ${vectorChunks} with vectors`];
}

async function count(store: string) {
  const { records, ...place } = await openStore(store);
  const engine = embeddedEngine({ ...place, analyser: analyser() });
  try {
    const stored = await records.indexes.find('default');
    if (!stored) throw new Error('the collection is gone');
    const index = await engine.open({ ...stored, fields: { language: 'string' } });
    return await countsOf(index);
  } finally {
    await engine.close();
    await records.close();
  }
}

/** An ingest that is not killed, and clears away what kills have left: then there is nothing but live chunks. */
async function mend(settings: Settings, files: string): Promise<string[]> {
  const footnote = await openFootnote(settings);
  try {
    const report = await footnote.ingest([files]);
    if (report.status !== 'complete') return [`the next ingest failed: ${JSON.stringify(report.failures)}`];
    const live = (await footnote.listDocuments()).reduce((sum, { chunks }) => sum + chunks, 0);
    const { chunks, keywordChunks, vectorChunks } = await count(settings.store);
    const agree = [chunks, keywordChunks, vectorChunks].every((number) => number === live);
    return agree
      ? []
      : [
          `${live} chunks are live, ${chunks} stored, ${keywordChunks} in the keyword index, ${vectorChunks} with vectors`,
        ];
  } finally {
    await footnote.close();
  }
}
