import type { InferenceTask, InputOf, OutputOf } from './inference-task.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { loadPassageModel } from './passage-model.ts';
import { loadSentenceModel } from './sentence-model.ts';
import { loadSequenceClassifier } from './sequence-classifier.ts';
import { loadTokenModel } from './token-model.ts';

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
