import { FootnoteError } from '../../errors.ts';
import type { ModelFolder } from './model-folder.ts';
import { loadModelTokenizer, type PairMarks } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';

/** Two texts that a model reads together. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** A pair as the model reads it. */
interface PairTokens {
  readonly ids: readonly number[];
  /** Token types: they tell the two texts apart. */
  readonly types: readonly number[];
}

/** Which text of a pair is cut last where both together are longer than the model reads. */
export type KeptText = 'first' | 'second';

/**
 * Loads a model that was trained to class pairs of texts (Devlin et al. 2019, arXiv 1810.04805), and returns what
 * gives a pair's logits, one a label.
 * Errors: `model_missing`, `model_altered`; of classing: `model_rejected`, also for logits that are not finite.
 */
export async function loadSequenceClassifier(
  folder: ModelFolder,
  kept: KeptText,
  guard: NativeCallGuard,
): Promise<(pair: TextPair) => Promise<Float32Array>> {
  const tokenizer = loadModelTokenizer(folder);
  const marks = tokenizer.pairMarks();
  const session = await openOnnxSession(folder, ['logits'], guard);
  return async ({ first, second }) => {
    const tokens = { first: tokenizer.encode(first), second: tokenizer.encode(second) };
    const { ids, types } = joinPair(tokens, kept, marks, folder.maxTokens);
    const logits = await session.run(ids, types);
    if (logits.every(Number.isFinite)) return logits;
    throw new FootnoteError('model_rejected', {
      model: folder.name,
      reason: 'its answer is not a finite number',
      remedy: 'Use another model, or another export of it',
    });
  };
}

/** Cuts a pair to what the model reads: the kept text only where it alone would leave the other less than half. */
function joinPair(
  pair: Readonly<Record<KeptText, readonly number[]>>,
  kept: KeptText,
  { begin, middle, end, secondType }: PairMarks,
  maxTokens: number,
): PairTokens {
  const room = maxTokens - begin.length - middle.length - end.length;
  const other = kept === 'first' ? pair.second : pair.first;
  const keptPart = pair[kept].slice(0, Math.max(room >> 1, room - other.length));
  const otherPart = other.slice(0, room - keptPart.length);
  const [first, second] = kept === 'first' ? [keptPart, otherPart] : [otherPart, keptPart];
  const before = [...begin, ...first, ...middle];
  const after = [...second, ...end];
  return {
    ids: [...before, ...after],
    types: [...before.map(() => 0), ...after.map(() => secondType)],
  };
}

/**
 * How well a passage answers a question, in [0, 1], by the logits of a model that was trained to say so (a
 * cross-encoder: Nogueira and Cho 2019, arXiv 1901.04085). Of one label its sigmoid; of two their softmax, which is the
 * sigmoid of the second less the first. Errors: `model_rejected`.
 */
export function relevance(logits: Float32Array, model: string): number {
  const [first, second] = logits;
  if (first === undefined || logits.length > 2) {
    const reason = `it has ${logits.length} labels; a reranker has one or two`;
    throw new FootnoteError('model_rejected', { model, reason, remedy: 'Use a model made for this' });
  }
  const logit = second === undefined ? first : second - first;
  return 1 / (1 + Math.exp(-logit));
}
