import { FootnoteError } from '../errors.ts';
import type { ScorePairTask } from './inference-task.ts';
import { loadModelTokenizer, type PairMarks } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';

/** A question with a passage that may answer it. */
export interface TextPair {
  readonly question: string;
  readonly passage: string;
}

/** A pair as the model reads it. */
interface PairTokens {
  readonly ids: readonly number[];
  /** Token types: they tell the two texts apart. */
  readonly types: readonly number[];
}

/**
 * Loads a model that was trained to say whether a passage answers a question (a cross-encoder: Nogueira and Cho 2019,
 * arXiv 1901.04085), and returns what scores a pair in [0, 1]: the sigmoid of its one label, or the probability of
 * the second of two.
 * Errors: `model_missing`, `model_altered`; of scoring: `model_rejected`.
 */
export async function loadSequenceClassifier(
  { folder }: ScorePairTask,
  guard: NativeCallGuard,
): Promise<(pair: TextPair) => Promise<number>> {
  const tokenizer = loadModelTokenizer(folder);
  const marks = tokenizer.pairMarks();
  const session = await openOnnxSession(folder, ['logits'], guard);
  return async ({ question, passage }) => {
    const { ids, types } = joinPair(
      tokenizer.encode(question),
      tokenizer.encode(passage),
      marks,
      folder.maxTokens,
    );
    return relevance(await session.run(ids, types), folder.name);
  };
}

/** Cuts the passage to what the model reads; the question only where it alone would leave the passage less than half. */
export function joinPair(
  question: readonly number[],
  passage: readonly number[],
  { begin, middle, end, secondType }: PairMarks,
  maxTokens: number,
): PairTokens {
  const room = maxTokens - begin.length - middle.length - end.length;
  const first = question.slice(0, Math.max(room >> 1, room - passage.length));
  const second = passage.slice(0, room - first.length);
  const before = [...begin, ...first, ...middle];
  const after = [...second, ...end];
  return {
    ids: [...before, ...after],
    types: [...before.map(() => 0), ...after.map(() => secondType)],
  };
}

/** Of one label its sigmoid; of two their softmax, which is the sigmoid of the second less the first. */
function relevance(logits: Float32Array, model: string): number {
  const [first, second] = logits;
  const rejected = (reason: string) => new FootnoteError('model_rejected', { model, reason });
  if (first === undefined || logits.length > 2)
    throw rejected(`it has ${logits.length} labels; a reranker has one or two`);
  const logit = second === undefined ? first : second - first;
  if (!Number.isFinite(logit)) throw rejected('its answer is not a finite number');
  return 1 / (1 + Math.exp(-logit));
}
