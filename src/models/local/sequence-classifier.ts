import { FootnoteError } from '../../errors.ts';
import type { ClassPairTask, TextPair } from './inference-task.ts';
import { loadModelTokenizer, type PairMarks } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';

/** A pair as the model reads it. */
interface PairTokens {
  readonly ids: readonly number[];
  /** Token types: they tell the two texts apart. */
  readonly types: readonly number[];
}

/**
 * Loads a model that was trained to class pairs of texts (Devlin et al. 2019, arXiv 1810.04805), and returns what
 * gives a pair's logits, one a label.
 * Errors: `model_missing`, `model_altered`; of classing: `model_rejected`, also for logits that are not finite.
 */
export async function loadSequenceClassifier(
  { folder, kept }: ClassPairTask,
  guard: NativeCallGuard,
): Promise<(pair: TextPair) => Promise<readonly number[]>> {
  const tokenizer = loadModelTokenizer(folder);
  const marks = tokenizer.pairMarks();
  const session = await openOnnxSession(folder, ['logits'], guard);
  return async ({ first, second }) => {
    const tokens = { first: tokenizer.encode(first), second: tokenizer.encode(second) };
    const { ids, types } = joinPair(tokens, kept, marks, folder.maxTokens);
    const logits = await session.run(ids, types);
    if (logits.every(Number.isFinite)) return [...logits];
    throw new FootnoteError('model_rejected', {
      model: folder.name,
      reason: 'its answer is not a finite number',
      remedy: 'Use another model, or another export of it',
    });
  };
}

/** Cuts a pair to what the model reads: the kept text only where it alone would leave the other less than half. */
function joinPair(
  pair: Readonly<Record<keyof TextPair, readonly number[]>>,
  kept: keyof TextPair,
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
