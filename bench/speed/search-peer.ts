/**
 * One measurement of a peer in a process of its own: `node search-peer.ts write|search PLAN DIRECTORY PEER`, where PLAN
 * is a file with a {@link SearchPlan} and DIRECTORY the peer's folder. Prints one JSON object with the peer's name and
 * its figures by name.
 */
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import type { CorpusChunk } from './engine-corpus.ts';
import type { MeasuredSystem } from './engine-measure.ts';
import { engineSystem, type Ranked } from './engine-system.ts';
import type { Figures } from './figures.ts';
import { PlannedAsking } from './planned-asking.ts';
import { ownResidentMB } from './process-usage.ts';
import { embedderOf, readPlan } from './search-plan.ts';
import { storedRows } from './search-store.ts';

/** Candidates of each leg, and the constant of the fusion that LanceDB starts from. */
const candidates = 100;
const reciprocalRankConstant = 60;
const wantedTexts = 10;

const rowsPerWrite = 1000;

const [action, planFile = '', directory = '', peer = ''] = process.argv.slice(2);
const system = await engineSystem(peer);
const plan = await readPlan(planFile);
const asking = new PlannedAsking(plan);
const figures = action === 'write' ? await write() : await measure();
process.stdout.write(JSON.stringify({ name: system.name, figures } satisfies MeasuredSystem));

/** Gives a peer the chunks and vectors of the plan's collection. */
async function write(): Promise<Figures> {
  const embedder = await embedderOf(plan);
  const writer = await system.create(directory);
  let waiting: CorpusChunk[] = [];
  for await (const rows of storedRows(plan.config, embedder)) {
    waiting.push(...rows);
    if (waiting.length < rowsPerWrite) continue;
    await writer.write(waiting);
    waiting = [];
  }
  if (waiting.length > 0) await writer.write(waiting);
  await writer.finish();
  await embedder.close();
  return {};
}

/** The question's embedding, both legs, reciprocal rank fusion, and the texts of the ten best. */
async function measure(): Promise<Figures> {
  const start = performance.now();
  const embedder = await onnxEmbedder();
  const session = await system.open(directory);
  const rank = async (text: string): Promise<readonly string[]> => {
    const vector = await embedder.embedQuery(text);
    const [byVector, byKeyword] = await Promise.all([
      session.vector(vector, candidates),
      session.keyword?.(text, candidates) ?? [],
    ]);
    return fuse([byVector, byKeyword]);
  };
  const ask = async (text: string) => session.texts?.((await rank(text)).slice(0, wantedTexts));
  await ask(asking.textAt(0));
  const coldOpenMs = performance.now() - start;
  const figures = {
    coldOpenMs,
    ...(await asking.measure(ask)),
    residentMB: ownResidentMB(),
    ...(asking.isJudged && {
      quality: await asking.quality(async (text) => (await rank(text)).map(documentOf)),
    }),
  };
  await session.close();
  await embedder.close();
  return figures;
}

/** Cormack, Clarke and Büttcher, Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009. */
function fuse(legs: readonly (readonly Ranked[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const leg of legs) {
    for (const [rank, { id }] of leg.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (reciprocalRankConstant + rank + 1));
  }
  return [...scores].toSorted((left, right) => right[1] - left[1]).map(([id]) => id);
}

/** The document that a row is from: the id of its chunk begins with that of its document. */
function documentOf(rowId: string): string {
  return rowId.replace(/\.\d+\.\d+#[^#]*$/, '');
}
