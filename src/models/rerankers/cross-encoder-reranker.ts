import { availableParallelism } from 'node:os';
import type { Reranker } from '../../contracts/reranker.ts';
import { FootnoteError } from '../../errors.ts';
import { requireFields, requireNumbers } from '../../values/require-arguments.ts';
import type { ClassPairTask } from '../local/inference-pool.ts';
import { InferencePool } from '../local/inference-pool.ts';
import { readModelFolder } from '../local/model-folder.ts';

/** Settings of {@link crossEncoderReranker}. */
export interface CrossEncoderRerankerOptions {
  /** A folder in the layout of {@link readModelFolder}, of a sequence-classification model with one or two labels. */
  readonly directory: string;
  /** Default 50. */
  readonly maxCandidates?: number;
  /** Threads, each with a copy of the model. Default: one a core. */
  readonly threads?: number;
}

/**
 * A reranker that reads the question together with each candidate, with an ONNX model in worker threads of this
 * process. Scores are in [0, 1]. Nothing is loaded before the first question. A passage is cut where the model reads no
 * further.
 * Errors: `model_missing`, `request_invalid`; of reranking `model_missing`, `model_altered`, `model_rejected`,
 * `aborted`, and `model_unavailable` where a thread dies.
 */
export async function crossEncoderReranker(options: CrossEncoderRerankerOptions): Promise<Reranker> {
  requireFields('options', options, ['directory', 'maxCandidates', 'threads']);
  requireNumbers(options, { maxCandidates: [1, Infinity], threads: [1, Infinity] });
  const { directory, maxCandidates = 50, threads = availableParallelism() } = options;
  const folder = await readModelFolder(directory);
  const pool = new InferencePool<ClassPairTask>(
    { type: 'class-pair', folder, kept: 'first' },
    { threads, isBackground: false },
  );
  return {
    name: `cross-encoder ${folder.name}`,
    weights: folder.checksums.weights,
    maxCandidates,
    async rerank(question, candidates, { signal } = {}) {
      const pairs = candidates.map(({ text }) => ({ first: question, second: text }));
      const logits = await pool.run(pairs, signal);
      return candidates.map(({ chunkId }, index) => {
        const score = relevance(logits[index] ?? [], folder.name);
        return { chunkId, score, relevance: score };
      });
    },
    async warmUp() {
      await pool.run(Array.from({ length: threads }, () => ({ first: 'ready', second: 'ready' })));
    },
    close: () => pool.close(),
  };
}

/**
 * How well a passage answers a question, in [0, 1], by the logits of a model that was trained to say so (a
 * cross-encoder: Nogueira and Cho 2019, arXiv 1901.04085). Of one label its sigmoid; of two their softmax, which is the
 * sigmoid of the second less the first. Errors: `model_rejected`.
 */
function relevance(logits: readonly number[], model: string): number {
  const [first, second] = logits;
  if (first === undefined || logits.length > 2) {
    const reason = `it has ${logits.length} labels; a reranker has one or two`;
    throw new FootnoteError('model_rejected', { model, reason, remedy: 'Use a model made for reranking' });
  }
  const logit = second === undefined ? first : second - first;
  return 1 / (1 + Math.exp(-logit));
}
