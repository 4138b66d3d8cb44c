import { availableParallelism } from 'node:os';
import type { Embedder } from '../../contracts/embedder.ts';
import { requireFields, requireText, requireTexts } from '../../values/require-arguments.ts';
import { meanVector, prefixMark } from '../embedding.ts';
import type { EmbedTask, EmbedTokensTask } from './inference-pool.ts';
import { InferencePool } from './inference-pool.ts';
import { publishedModel } from './installed-models.ts';
import { readModelFolder, shippedModelDirectory } from './model-folder.ts';
import { loadModelTokenizer, type ModelTokenizer, tokenizerId } from './model-tokenizer.ts';

/** Settings of {@link onnxEmbedder}. */
export interface OnnxEmbedderOptions {
  /** A folder in the layout of {@link readModelFolder}. Default: the model that comes with the package. */
  readonly directory?: string;
  /** Threads for passages, each with a copy of the model. Default: one a core. Questions have one more. */
  readonly threads?: number;
  /** What the model was trained on. Default: what is published of it, else English. */
  readonly languages?: readonly string[] | 'any';
  /** What the model was trained to see before a question. Default: what its folder says, else nothing. */
  readonly queryPrefix?: string;
  /** What the model was trained to see before a passage. Default: what its folder says, else nothing. */
  readonly documentPrefix?: string;
}

/** Tokens that neighbouring windows of a long text share, so that no sentence is seen only in halves. */
const windowOverlap = 48;

/**
 * An embedder that runs an ONNX sentence-embedding model in worker threads of this process.
 *
 * Nothing is loaded until it is needed: the threads start with the first passage and the first question, so a first
 * question takes about 200 ms longer than the next. Files are verified against their published checksums as they
 * are loaded. Passages, questions and token vectors have threads of their own.
 * Errors: `model_missing`, `request_invalid`; of its methods those of {@link Embedder}, and `model_unavailable` where
 * a thread dies.
 */
export async function onnxEmbedder(options: OnnxEmbedderOptions = {}): Promise<Embedder> {
  requireFields('options', options, ['directory', 'threads', 'languages', 'queryPrefix', 'documentPrefix']);
  const folder = await readModelFolder(options.directory ?? shippedModelDirectory());
  const size = folder.maxTokens - 2;
  const windows = { size, overlap: Math.min(windowOverlap, size >> 1) };
  const { queryPrefix = folder.queryPrefix, documentPrefix = folder.documentPrefix } = options;
  const { threads = availableParallelism() } = options;
  const passages = new InferencePool<EmbedTask>(
    { type: 'embed', folder, windows, prefix: documentPrefix },
    { threads, isBackground: true },
  );
  const questions = new InferencePool<EmbedTask>(
    { type: 'embed', folder, windows, prefix: queryPrefix },
    { threads: 1, isBackground: false },
  );
  // Someone is waiting for these too, but a question alone must not wait behind them.
  const tokens = new InferencePool<EmbedTokensTask>(
    { type: 'embed-tokens', folder, windows },
    { threads, isBackground: false },
  );
  const published = publishedModel(folder.checksums.weights);
  let loaded: ModelTokenizer | undefined;
  return {
    id: `${folder.name}@${folder.checksums.weights.slice(0, 8)}#w${windows.size}-${windows.overlap}${prefixMark(queryPrefix, documentPrefix)}`,
    dimension: folder.dimension,
    weights: folder.checksums.weights,
    languages: options.languages ?? published?.languages ?? ['en'],
    ...(published && { cosines: published.cosines }),
    tokenizer: {
      id: tokenizerId(folder),
      count: (text) => (loaded ??= loadModelTokenizer(folder)).count(text),
    },
    async embedDocuments(texts, { signal, onEmbedded } = {}) {
      requireTexts('texts', texts);
      return passages.run(texts, signal, () => onEmbedded?.(1));
    },
    async embedQuery(text, { signal } = {}) {
      requireText('text', text);
      const [embedding] = await questions.run([text], signal);
      return meanVector(embedding?.vectors ?? [], 'the question');
    },
    async embedTokens(texts, { signal } = {}) {
      requireTexts('texts', texts);
      return tokens.run(texts, signal);
    },
    async close() {
      await Promise.all([passages.close(), questions.close(), tokens.close()]);
    },
  };
}
