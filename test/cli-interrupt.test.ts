import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../src/pipeline.ts';
import { footnoteSession } from './footnote-session.ts';
import { type Running, startFootnote, temporaryFolder } from './run-footnote.ts';
import { startWordEmbedder } from './word-embedder.ts';

const run = footnoteSession();

const files = 500;

/** Enough files that an ingest of them takes several batches. */
function writeLibrary(folder: string): void {
  mkdirSync(join(folder, 'library'));
  for (let number = 0; number < files; number += 1) {
    writeFileSync(
      join(folder, 'library', `volume-${String(number).padStart(4, '0')}.md`),
      `# Volume ${number}\n\nVolume ${number} describes how the ${number}th bridge was built of stone and iron.\n`,
    );
  }
}

interface Document {
  readonly path: string;
  readonly chunks: number;
  readonly embeddedChunks: number;
}

async function listDocuments(cwd: string): Promise<readonly Document[]> {
  const { stdout } = await run(['documents', 'list', '--json'], { cwd });
  return (JSON.parse(stdout) as { documents: Document[] }).documents;
}

/** Resolves as soon as the first batch of a running ingest is in the store. */
async function someDocumentIsKept(cwd: string, { finished }: Pick<Running, 'finished'>): Promise<void> {
  const ended = finished.then((end) => expect.fail(`it ended too early: ${JSON.stringify(end)}`));
  const footnote = await openFootnote({ store: join(cwd, '.footnote') });
  const count = async () => (await footnote.listDocuments().catch(() => [])).length;
  await Promise.race([ended, expect.poll(count, { timeout: 120_000, interval: 20 }).toBeGreaterThan(0)]);
  await footnote.close();
}

test('Ctrl-C keeps what is done, leaves the store whole, and the next run goes on from there', async () => {
  using folder = temporaryFolder();
  writeLibrary(folder.path);
  const cwd = folder.path;
  // Whose vectors stay away until it is stopped: an ingest that nothing holds up may be over before the signal comes.
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  const answerAgain = words.holdAfter(20);
  const env = words.environment;
  const running = startFootnote(['ingest', 'library', '--json'], { cwd, env });
  await someDocumentIsKept(cwd, running);
  running.child.kill('SIGINT');
  const stopped = await running.finished;
  answerAgain();
  expect(stopped.code).toBe(130);
  expect(JSON.parse(stopped.stdout)).toMatchObject({ error: { code: 'aborted' } });
  expect(stopped.stderr).toMatch(/^[\d ]+ documents? (?:is|are) in the store\./m);

  const jobs = await run(['jobs', '--json'], { cwd, env });
  expect(JSON.parse(jobs.stdout)).toMatchObject({
    jobs: [{ state: 'cancelled', cancelledBy: 'SIGINT', error: null, report: { failures: [] } }],
  });

  const kept = await listDocuments(cwd);
  expect(kept.length).toBeGreaterThan(0);
  // The text may be there to the last file; the vectors are not.
  const isWhole = kept.every(({ chunks, embeddedChunks }) => chunks === embeddedChunks);
  expect(kept.length < files || !isWhole).toBe(true);
  const said = Number(/^([\d ]+) documents?/m.exec(stopped.stderr)?.[1]?.replaceAll(' ', ''));
  expect(kept.length).toBeGreaterThanOrEqual(said);
  const doctor = await run(['doctor', '--port', '0', '--json'], { cwd, env });
  expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });

  const resumed = await run(['ingest', 'library', '--json'], { cwd, env });
  expect(JSON.parse(resumed.stdout)).toMatchObject({
    status: 'complete',
    documents: { added: files - kept.length, unchanged: kept.length, updated: 0, failed: 0 },
  });
  const all = await listDocuments(cwd);
  expect(all.every(({ chunks, embeddedChunks }) => chunks === embeddedChunks)).toBe(true);
}, 240_000);

test('a second Ctrl-C ends it at once, and the store still opens', async () => {
  using folder = temporaryFolder();
  writeLibrary(folder.path);
  const running = startFootnote(['ingest', 'library'], { cwd: folder.path });
  await someDocumentIsKept(folder.path, running);
  running.child.kill('SIGINT');
  await running.waitFor(/Press Ctrl-C again/);
  const again = setInterval(() => running.child.kill('SIGINT'), 350);
  const { code, signal } = await running.finished;
  clearInterval(again);
  // A further signal that finds it on its way out ends it by itself: shells report 130 either way.
  expect(signal ?? code).toBeOneOf([130, 'SIGINT']);
  const doctor = await run(['doctor', '--port', '0', '--json'], { cwd: folder.path });
  expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });
}, 240_000);
