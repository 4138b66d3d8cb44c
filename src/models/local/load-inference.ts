import type { TextEmbedding } from '../../contracts/embedder.ts';
import { FootnoteError } from '../../errors.ts';
import { textExcerpt, unitVector } from '../embedding.ts';
import type {
  ClassPairTask,
  EmbedTask,
  EmbedTokensTask,
  InferenceTask,
  InputOf,
  OutputOf,
  QuestionAndPassage,
  ReadPassageTask,
  TextPair,
} from './inference-pool.ts';
import type { ModelFolder, Pooling } from './model-folder.ts';
import { loadModelTokenizer, type ModelTokenizer, type PairMarks } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';

/** How a text longer than its model reads is cut, in tokens without begin and end marks. */
export interface WindowSettings {
  readonly size: number;
  /** Tokens that a window repeats of the one before it. Below `size`. */
  readonly overlap: number;
}

/**
 * Cuts token ids into overlapping windows of at most `size`. They cover every token; only the last may be shorter,
 * and it has more than `overlap` tokens where there is more than one. No tokens give one empty window.
 */
export function cutWindows(
  ids: readonly number[],
  { size, overlap }: WindowSettings,
): readonly (readonly number[])[] {
  const windows = [ids.slice(0, size)];
  for (let end = size; end < ids.length; end += size - overlap) {
    windows.push(ids.slice(end - overlap, end - overlap + size));
  }
  return windows;
}

/**
 * One vector of a row-major `tokens` × dimension matrix of token vectors: their mean, or the first token's. For
 * graphs that end at the token vectors (Reimers and Gurevych 2019, arXiv 1908.10084, section 3).
 */
export function poolTokens(values: Float32Array, tokens: number, pooling: Pooling): Float32Array {
  const dimension = values.length / tokens;
  if (pooling === 'cls') return values.subarray(0, dimension);
  const mean = new Float32Array(dimension);
  for (let index = 0; index < values.length; index++) {
    mean[index % dimension] = (mean[index % dimension] as number) + (values[index] as number) / tokens;
  }
  return mean;
}

const tokenOutputs = ['token_embeddings', 'last_hidden_state'];

/**
 * Loads tokenizer and weights, and returns what gives a text's token vectors: tokens × dimension numbers, every
 * vector of unit length. Of a text that is read in windows, a token that two of them share has its vector from the
 * first.
 * Errors: `model_missing`, also where the graph ends at one vector a text; `model_altered`; of embedding:
 * `vector_invalid`, `model_rejected`.
 */
async function loadTokenModel(
  { folder, windows }: EmbedTokensTask,
  guard: NativeCallGuard,
): Promise<(text: string) => Promise<Float32Array<ArrayBuffer>>> {
  const { dimension } = folder;
  const tokenizer = loadModelTokenizer(folder);
  const session = await openOnnxSession(folder, tokenOutputs, guard);
  return async (text) => {
    const ids = tokenizer.encode(text);
    const vectors = new Float32Array(ids.length * dimension);
    let filled = 0;
    for (const window of ids.length === 0 ? [] : cutWindows(ids, windows)) {
      const values = await session.run([...tokenizer.begin, ...window, ...tokenizer.end]);
      for (let token = filled === 0 ? 0 : windows.overlap; token < window.length; token++) {
        const at = (tokenizer.begin.length + token) * dimension;
        const vector = unitVector(values.subarray(at, at + dimension), dimension, textExcerpt(text));
        vectors.set(vector, filled);
        filled += dimension;
      }
    }
    return vectors;
  };
}

/** The vector of a whole text, or those of its tokens, which are then pooled here. */
const textOutputs = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/**
 * Loads tokenizer and weights, about 130 ms for the shipped model, and returns what embeds a text: one vector a
 * window, each with a buffer of its own.
 * Errors: `model_missing`, `model_altered`; of embedding: `vector_invalid`, `model_rejected`.
 */
async function loadSentenceModel(
  { folder, windows, prefix }: EmbedTask,
  guard: NativeCallGuard,
): Promise<(text: string) => Promise<TextEmbedding>> {
  const tokenizer = loadModelTokenizer(folder);
  // Its last space belongs to the text, whose tokens begin with it in the vocabularies that have spaces.
  const before = [...tokenizer.begin, ...tokenizer.encode(prefix.trimEnd())];
  const shortened = shortenWindows(windows, before.length - tokenizer.begin.length);
  const session = await openOnnxSession(folder, textOutputs, guard);
  return async (text) => {
    const ids = tokenizer.encode(text);
    const vectors: Float32Array[] = [];
    for (const window of cutWindows(ids, shortened)) {
      const marked = [...before, ...window, ...tokenizer.end];
      const values = await session.run(marked);
      const pooled =
        session.output === 'sentence_embedding' ? values : poolTokens(values, marked.length, folder.pooling);
      vectors.push(unitVector(pooled, folder.dimension, textExcerpt(text)));
    }
    return { vectors, tokens: ids.length };
  };
}

/** Room for a prefix in every window. */
function shortenWindows({ size, overlap }: WindowSettings, prefixTokens: number): WindowSettings {
  const room = Math.max(1, size - prefixTokens);
  return { size: room, overlap: Math.min(overlap, room >> 1) };
}

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
async function loadPassageModel(
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
      requireFinite(logits, folder);
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

/** Works on one input. What it gives shares no memory with anything else. */
export type Inference<Task extends InferenceTask = InferenceTask> = (
  input: InputOf<Task>,
) => Promise<OutputOf<Task>>;

/**
 * Loads the model of a task. A failure is met with one more attempt: a file on a network drive, or one that is just
 * being replaced, may be readable the next moment. Errors: `model_missing`, `model_altered`, `aborted`.
 */
export function loadInference(task: InferenceTask, guard: NativeCallGuard): Promise<Inference> {
  const attempt = () => load(task, guard) as Promise<Inference>;
  return attempt().catch(attempt);
}

async function load(task: InferenceTask, guard: NativeCallGuard) {
  switch (task.type) {
    case 'embed':
      return loadSentenceModel(task, guard);
    case 'embed-tokens':
      return loadTokenModel(task, guard);
    case 'class-pair':
      return loadSequenceClassifier(task, guard);
    case 'read-passage':
      return loadPassageModel(task, guard);
    default:
      return task satisfies never;
  }
}

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
async function loadSequenceClassifier(
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
    requireFinite(logits, folder);
    return [...logits];
  };
}

/** Errors: `model_rejected`. */
function requireFinite(logits: Float32Array, { name }: Pick<ModelFolder, 'name'>): void {
  if (logits.every(Number.isFinite)) return;
  throw new FootnoteError('model_rejected', {
    model: name,
    reason: 'its answer is not a finite number',
    remedy: 'Use another model, or another export of it',
  });
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
