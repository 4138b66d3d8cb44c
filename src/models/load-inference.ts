import type {
  ClassPairTask,
  EmbedTask,
  EmbedTokensTask,
  InferenceTask,
  InputOf,
  OutputOf,
  ScorePairTask,
} from './inference-task.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { loadSentenceModel } from './sentence-model.ts';
import { loadSequenceClassifier, relevance } from './sequence-classifier.ts';
import { loadTokenModel } from './token-model.ts';

/** Works on one input; `buffers` are those of the output, which may be moved to another thread. */
export type Inference<Task extends InferenceTask = InferenceTask> = (
  input: InputOf<Task>,
) => Promise<{ readonly output: OutputOf<Task>; readonly buffers: readonly ArrayBuffer[] }>;

/**
 * Loads the model of a task. A failure is met with one more attempt: a file on a network drive, or one that is just
 * being replaced, may be readable the next moment. Errors: `model_missing`, `model_altered`, `aborted`.
 */
export function loadInference(task: InferenceTask, guard: NativeCallGuard): Promise<Inference> {
  return twice(() => load(task, guard) as Promise<Inference>);
}

/** Attempts it once more where it fails. Errors: that of the second attempt. */
export function twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return attempt().catch(attempt);
}

function load(task: InferenceTask, guard: NativeCallGuard) {
  switch (task.type) {
    case 'embed':
      return embedInference(task, guard);
    case 'embed-tokens':
      return tokenInference(task, guard);
    case 'score-pair':
      return scoreInference(task, guard);
    case 'class-pair':
      return classInference(task, guard);
    default:
      return task satisfies never;
  }
}

async function embedInference(task: EmbedTask, guard: NativeCallGuard): Promise<Inference<EmbedTask>> {
  const embed = await loadSentenceModel(task, guard);
  return async (text) => {
    const output = await embed(text);
    return { output, buffers: output.vectors.map((vector) => vector.buffer as ArrayBuffer) };
  };
}

async function tokenInference(
  task: EmbedTokensTask,
  guard: NativeCallGuard,
): Promise<Inference<EmbedTokensTask>> {
  const embedTokens = await loadTokenModel(task, guard);
  return async (text) => {
    const output = await embedTokens(text);
    return { output, buffers: [output.buffer] };
  };
}

async function scoreInference(
  { folder }: ScorePairTask,
  guard: NativeCallGuard,
): Promise<Inference<ScorePairTask>> {
  const classify = await loadSequenceClassifier(folder, 'first', guard);
  return async (pair) => ({ output: relevance(await classify(pair), folder.name), buffers: [] });
}

async function classInference(
  { folder }: ClassPairTask,
  guard: NativeCallGuard,
): Promise<Inference<ClassPairTask>> {
  const classify = await loadSequenceClassifier(folder, 'second', guard);
  return async (pair) => ({ output: [...(await classify(pair))], buffers: [] });
}
