import { join } from 'node:path';
import type { ChunkSpan } from '../../src/contracts/chunker.ts';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { parserFor } from '../../src/formats/parsers.ts';
import { chunkerSettings, createChunker } from '../../src/ingest/chunk/create-chunker.ts';
import { embeddingText } from '../../src/ingest/embed.ts';
import { onnxEmbedder } from '../../src/models/local/onnx-embedder.ts';
import { formatNumber } from '../results.ts';
import { matchSpans, type SpanMatch } from './chunking-measures.ts';
import { type ChunkingSet, readChunkingSet } from './chunking-set.ts';
import type { QualityOutcome } from './outcome.ts';

const description =
  'How much of the evidence lies in the best chunks of each chunker: `chunking-eval`, five long documents as plain ' +
  'text, questions with the exact spans of their evidence, all chunks of all documents ranked by cosine with the ' +
  'shipped embedder. Recall, precision and IoU are of characters in the best 5 chunks, means over questions. Five ' +
  'chunks of 500 tokens hold more than five of 100, so the last column reads the best chunks up to 2 000 tokens ' +
  'instead. Parameters were chosen on the questions of odd lines.';

/** The chunkers that are compared, as the settings name them: the default first. */
const contenders: readonly object[] = [
  { name: 'structure' },
  { name: 'recursive' },
  { name: 'tokens' },
  { name: 'sentences' },
  { name: 'page' },
];

/** Parameters tried with `--full`. */
const variants: readonly object[] = [
  { name: 'structure', maxTokens: 512, minTokens: 100, overlapTokens: 0 },
  { name: 'structure', maxTokens: 400, minTokens: 100, overlapTokens: 50 },
  { name: 'structure', maxTokens: 256, minTokens: 100, overlapTokens: 50 },
  { name: 'structure', maxTokens: 256, minTokens: 100, overlapTokens: 0 },
  { name: 'structure', maxTokens: 256, minTokens: 50, overlapTokens: 25 },
  { name: 'structure', maxTokens: 128, minTokens: 50, overlapTokens: 25 },
  { name: 'tokens', maxTokens: 512, overlapTokens: 50 },
  { name: 'sentences', maxSentences: 5, maxTokens: 256, overlapSentences: 1 },
];

/** What one chunker came to on one half of the questions. */
export interface ChunkingRow extends SpanMatch {
  readonly chunker: string;
  readonly questions: 'odd' | 'even';
  readonly chunks: number;
  readonly meanTokens: number;
  /** Recall of the best chunks that have {@link readTokens} together. */
  readonly recallRead: number;
}

const bestChunks = 5;
const readTokens = 2000;

/** The least recall of the default chunker on the questions of even lines that is still right. */
const recallAtLeast = 0.8;

/** Compares the chunkers on the set below `data`. */
export async function measureChunking(
  data: string,
  { full, log }: { readonly full: boolean; readonly log: (line: string) => void },
): Promise<QualityOutcome> {
  const set = await readChunkingSet(join(data, 'chunking-eval'));
  const embedder = await onnxEmbedder();
  try {
    const questions = await Promise.all(set.questions.map(({ text }) => embedder.embedQuery(text)));
    const rows: ChunkingRow[] = [];
    for (const settings of full ? [...contenders, ...variants] : contenders) {
      log(`chunking-eval: ${JSON.stringify(settings)}`);
      rows.push(...(await compare(settings, set, questions, embedder)));
    }
    const ok = (rows.find(({ questions: half }) => half === 'even')?.recall ?? 0) >= recallAtLeast;
    return { describe: description, rows, table: table(rows), ok };
  } finally {
    await embedder.close();
  }
}

/** Each chunker's halves side by side. */
function table(rows: readonly ChunkingRow[]): string {
  return markdownTable(
    ['chunker', 'questions', 'chunks', 'mean tokens', 'recall', 'precision', 'IoU', 'recall in 2 000 tokens'],
    rows.map((row) => [
      row.chunker,
      row.questions,
      ...[row.chunks, row.meanTokens].map(formatNumber),
      ...[row.recall, row.precision, row.iou, row.recallRead].map((value) => value.toFixed(3)),
    ]),
  );
}

interface IndexedChunk extends ChunkSpan {
  readonly documentId: string;
  /** One for each window that the model reads. */
  readonly vectors: readonly Float32Array[];
}

async function compare(
  settings: object,
  set: ChunkingSet,
  questionVectors: readonly Float32Array[],
  embedder: Embedder,
): Promise<ChunkingRow[]> {
  const chunker = createChunker(chunkerSettings.parse(settings), embedder.tokenizer);
  const chunks = await indexDocuments(set, chunker, embedder);
  const meanTokens = chunks.reduce((sum, { tokens }) => sum + tokens, 0) / chunks.length;
  const matches = set.questions.map((question, place) => {
    const ranking = rank(chunks, questionVectors[place] as Float32Array);
    const recallRead = matchSpans(upToTokens(ranking, readTokens), question).recall;
    return { ...matchSpans(ranking.slice(0, bestChunks), question), recallRead };
  });
  return (['odd', 'even'] as const).map((questions) => {
    // Lines are counted from 1.
    const half = matches.filter((_, place) => (place % 2 === 0) === (questions === 'odd'));
    const mean = (measure: keyof (typeof half)[number]) =>
      half.reduce((sum, match) => sum + match[measure], 0) / half.length;
    return {
      chunker: chunker.id.slice(0, chunker.id.lastIndexOf(':')),
      questions,
      chunks: chunks.length,
      meanTokens,
      recall: mean('recall'),
      precision: mean('precision'),
      iou: mean('iou'),
      recallRead: mean('recallRead'),
    };
  });
}

async function indexDocuments(
  set: ChunkingSet,
  chunker: ReturnType<typeof createChunker>,
  embedder: Embedder,
): Promise<IndexedChunk[]> {
  const indexed: IndexedChunk[] = [];
  for (const { id, text } of set.documents) {
    const file = { path: `${id}.txt`, bytes: new TextEncoder().encode(text) };
    const document = await parserFor(file).parse(file);
    if (document.text !== text) throw new Error(`${id}: cleaning moved the evidence.`);
    const spans = await chunker.chunk(document);
    const embeddings = await embedder.embedDocuments(
      spans.map(({ start, end, headingPath }) =>
        embeddingText({ title: document.title ?? id, headingPath, content: text.slice(start, end) }),
      ),
    );
    for (const [place, span] of spans.entries()) {
      indexed.push({ ...span, documentId: id, vectors: embeddings[place]?.vectors ?? [] });
    }
  }
  return indexed;
}

/** All chunks, best first: a chunk is as near as its nearest window. */
function rank(chunks: readonly IndexedChunk[], question: Float32Array): IndexedChunk[] {
  return chunks
    .map((chunk) => ({ chunk, score: Math.max(...chunk.vectors.map((vector) => dot(vector, question))) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ chunk }) => chunk);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let dimension = 0; dimension < a.length; dimension++) sum += (a[dimension] ?? 0) * (b[dimension] ?? 0);
  return sum;
}

function upToTokens(ranking: readonly IndexedChunk[], budget: number): IndexedChunk[] {
  const read: IndexedChunk[] = [];
  let tokens = 0;
  for (const chunk of ranking) {
    tokens += chunk.tokens;
    if (tokens > budget) break;
    read.push(chunk);
  }
  return read;
}
