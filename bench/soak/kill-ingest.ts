import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { IndexCounts } from '../../src/contracts/engine.ts';
import { seededRandom } from '../../src/evaluate/compare/seeded-random.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { openStore } from '../../src/store.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { writeFiles } from '../../test/corpus.ts';

/** Folders that the child ingests one after another, and files in each. */
const batches = 6;
const filesPerBatch = 5;

/** What one kill left behind. */
export interface KillOutcome {
  /** Milliseconds after its start at which the process was killed; null where it was done before. */
  readonly killedAfterMs: number | null;
  readonly acknowledged: number;
  /** Everything that should not be; empty when all is well. */
  readonly problems: readonly string[];
}

/**
 * Kills an ingest at seeded moments and looks at what is left. Every round ingests a new revision of the same
 * files into the same store, so that replacement is cut off as often as the first writing. After each kill the store must
 * open, acknowledged documents must have the new revision, the others the old one or the new one whole, and rows,
 * postings and vectors must agree.
 */
export async function killIngest(options: {
  readonly seed: number;
  readonly rounds: number;
  readonly onOutcome?: (outcome: KillOutcome) => void;
}): Promise<readonly KillOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-kill-'));
  const store = join(folder, 'store');
  const files = join(folder, 'files');
  const random = seededRandom(options.seed);
  const outcomes: KillOutcome[] = [];
  try {
    writeRevision(files, 0);
    const { elapsedMs } = await runChild(store, files, undefined);
    for (let round = 1; round <= options.rounds; round++) {
      writeRevision(files, round);
      // From the process' first moments to about its end: the first run, which is measured, makes the store as well.
      const killAfterMs = elapsedMs * (0.1 + 0.6 * random());
      const { acknowledged, killed } = await runChild(store, files, killAfterMs);
      const left = await inspect(store, round, acknowledged);
      // Brings every file to this revision, so that the next round has one old revision to find.
      const mended = await finish(store, files);
      const problems = [...left, ...mended];
      const outcome = { killedAfterMs: killed ? Math.round(killAfterMs) : null, acknowledged, problems };
      options.onOutcome?.(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeRevision(files: string, revision: number): void {
  for (let batch = 0; batch < batches; batch++) {
    for (let file = 0; file < filesPerBatch; file++) {
      writeFiles(files, { [`${batch}/${file}.md`]: documentText(batch, file, revision) });
    }
  }
}

/** Several chunks long, with the revision in each paragraph, so that a mixture shows. */
function documentText(batch: number, file: number, revision: number): string {
  const paragraph = (n: number) =>
    `Paragraph ${n} of file ${batch}-${file} stands in revision ${revision}. ${'It describes the room and its windows. '.repeat(30)}`;
  return `# File ${batch}-${file}\n\n${[1, 2, 3].map((n) => `## Part ${n}\n\n${paragraph(n)}`).join('\n\n')}\n`;
}

async function runChild(store: string, files: string, killAfterMs: number | undefined) {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'ingest-child.ts'), store, files, String(batches)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const closed = once(child, 'close');
  if (killAfterMs !== undefined) await kill(child, killAfterMs, closed);
  await closed;
  const killed = child.signalCode === 'SIGKILL';
  if (!killed && child.exitCode !== 0) throw new Error(`The ingest failed by itself: ${errors}`);
  return {
    acknowledged: output.split('\n').filter(Boolean).length,
    killed,
    elapsedMs: performance.now() - startedMs,
  };
}

async function kill(child: ChildProcess, afterMs: number, closed: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  await Promise.race([setTimeout(afterMs, undefined, { signal: stop.signal }).catch(() => {}), closed]);
  stop.abort();
  child.kill('SIGKILL');
}

async function inspect(store: string, revision: number, acknowledged: number): Promise<string[]> {
  const problems: string[] = [];
  const footnote = await openFootnote({ store });
  try {
    const documents = await footnote.listDocuments();
    if (documents.length !== batches * filesPerBatch)
      problems.push(`${documents.length} documents are listed`);
    for (const { documentId, path, chunks } of documents) {
      const [batch, file] = path
        .split('/')
        .slice(-2)
        .map((part) => Number.parseInt(part, 10)) as [number, number];
      const { text } = await footnote.getDocumentText(documentId);
      const isNew = text === documentText(batch, file, revision);
      if (!isNew && text !== documentText(batch, file, revision - 1))
        problems.push(`${path} is in no one revision`);
      if (!isNew && batch < acknowledged) problems.push(`${path} was acknowledged and is the old one`);
      const { hits } = await footnote.search(`paragraph of file ${batch}-${file}`, { topK: 100 });
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
  return [...problems, ...(await compareCounts(store))];
}

async function compareCounts(store: string): Promise<string[]> {
  const { chunks, keywordChunks, vectorChunks } = await count(store);
  // Vectors follow their text: some may be still to come, none may belong to nothing.
  const agree = chunks === keywordChunks && vectorChunks <= chunks;
  return agree ? [] : [`${chunks} rows, ${keywordChunks} in the keyword index, ${vectorChunks} with vectors`];
}

async function count(store: string): Promise<IndexCounts> {
  const opened = await openStore(store, analyser());
  try {
    const { records, engine } = opened;
    const stored = await records.findIndex('default');
    if (!stored) throw new Error('the collection is gone');
    const index = await engine.open({ ...stored, fields: { language: 'string' } });
    return await index.count();
  } finally {
    await opened.close();
  }
}

/** The next ingest, which also clears away what the kill left: then there is nothing but live chunks. */
async function finish(store: string, files: string): Promise<string[]> {
  const footnote = await openFootnote({ store });
  try {
    const report = await footnote.ingest([files]);
    if (report.status !== 'complete') return [`the next ingest failed: ${JSON.stringify(report.failures)}`];
    const live = (await footnote.listDocuments()).reduce((sum, { chunks }) => sum + chunks, 0);
    const { chunks, keywordChunks, vectorChunks } = await count(store);
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
