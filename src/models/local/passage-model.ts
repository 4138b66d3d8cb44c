import { FootnoteError } from '../../errors.ts';
import type { QuestionAndPassage, ReadPassageTask } from './inference-task.ts';
import { loadModelTokenizer, type ModelTokenizer } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';

/** Most tokens of a question and of what stands above a passage: the passage keeps the greater part. */
const maxQuestionTokens = 64;
const maxHeadingTokens = 40;

/** A stretch of a passage: a unit by its place among those asked about, or what stands between two, -1. */
interface Stretch {
  readonly unit: number;
  readonly tokens: readonly number[];
}

/**
 * Loads a model that scores each token twice beside a question: how much the sentence around it answers, and whether it
 * is of the answer itself. Returns what gives, for each unit of a passage, the mean of the first plus the most of the
 * second, less the same of the begin mark, which stands for a passage that does not answer. What does not fit into one
 * window is read in several, each by itself.
 * Errors: `model_missing`, `model_altered`; of reading: `model_rejected`, also for scores that are not finite.
 */
export async function loadPassageModel(
  { folder }: ReadPassageTask,
  guard: NativeCallGuard,
): Promise<(input: QuestionAndPassage) => Promise<Float32Array<ArrayBuffer>>> {
  const tokenizer = loadModelTokenizer(folder);
  const { begin, middle, end, secondType } = tokenizer.pairMarks();
  const session = await openOnnxSession(folder, ['logits'], guard);
  return async ({ question, passage }) => {
    const asked = [...begin, ...tokenizer.encode(question).slice(0, maxQuestionTokens), ...middle];
    const headings = tokenizer.encode(passage.headings.join(' > ')).slice(0, maxHeadingTokens);
    const above = headings.length === 0 ? [] : [...headings, ...end];
    const room = folder.maxTokens - asked.length - above.length - end.length;
    const scores = new Float32Array(passage.units.length).fill(Number.NEGATIVE_INFINITY);
    for (const window of windowsOf(stretchesOf(passage, tokenizer), room)) {
      const ids = [...asked, ...above, ...window.flatMap(({ tokens }) => tokens), ...end];
      const types = ids.map((_, place) => (place < asked.length ? 0 : secondType));
      const logits = await session.run(ids, types);
      if (!logits.every(Number.isFinite))
        throw new FootnoteError('model_rejected', {
          model: folder.name,
          reason: 'its answer is not a finite number',
          remedy: 'Use another model, or another export of it',
        });
      const none = scoreOf(logits, 0, 1);
      let at = asked.length + above.length;
      for (const { unit, tokens } of window) {
        // A unit that goes on in the next window is worth what its better part is.
        if (unit >= 0 && tokens.length > 0)
          scores[unit] = Math.max(scores[unit] as number, scoreOf(logits, at, at + tokens.length) - none);
        at += tokens.length;
      }
    }
    return scores;
  };
}

/** Of tokens `[start, end)`. */
function scoreOf(logits: Float32Array, start: number, end: number): number {
  let sum = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let token = start; token < end; token += 1) {
    sum += logits[2 * token] as number;
    most = Math.max(most, logits[2 * token + 1] as number);
  }
  return sum / (end - start) + most;
}

/** The whole passage in order, cut where units begin and end. Units do not overlap. */
function stretchesOf({ text, units }: QuestionAndPassage['passage'], tokenizer: ModelTokenizer): Stretch[] {
  const ordered = units
    .map((place, unit) => ({ ...place, unit }))
    .toSorted((one, other) => one.start - other.start);
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { start, end, unit } of ordered) {
    if (start > from) stretches.push({ unit: -1, tokens: tokenizer.encode(text.slice(from, start)) });
    stretches.push({ unit, tokens: tokenizer.encode(text.slice(Math.max(from, start), end)) });
    from = Math.max(from, end);
  }
  if (from < text.length) stretches.push({ unit: -1, tokens: tokenizer.encode(text.slice(from)) });
  return stretches;
}

/** Whole stretches as far as there is room; one that is longer than that is cut into several. */
function windowsOf(stretches: readonly Stretch[], room: number): Stretch[][] {
  const windows: Stretch[][] = [];
  let left = 0;
  const pieces = stretches.flatMap(({ unit, tokens }) =>
    Array.from({ length: Math.ceil(tokens.length / room) }, (_, at) => ({
      unit,
      tokens: tokens.slice(at * room, (at + 1) * room),
    })),
  );
  for (const piece of pieces) {
    if (piece.tokens.length > left) {
      windows.push([]);
      left = room;
    }
    windows.at(-1)?.push(piece);
    left -= piece.tokens.length;
  }
  return windows.filter((window) => window.some(({ unit }) => unit >= 0));
}
