import type { AnswerReader } from '../../contracts/answer-reader.ts';
import { InferencePool } from './inference-pool.ts';
import type { ReadPassageTask } from './inference-task.ts';
import { readModelFolder, shippedModelDirectory } from './model-folder.ts';

/**
 * The reader that comes with the package, of English: an ONNX model in a worker thread of this process. Nothing is
 * loaded before the first question. Errors: `model_missing`; of reading those of {@link AnswerReader}.
 */
export async function englishAnswerReader(): Promise<AnswerReader> {
  const folder = await readModelFolder(shippedModelDirectory('answer-reader'));
  const pool = new InferencePool<ReadPassageTask>(
    { type: 'read-passage', folder },
    { threads: 1, isBackground: false },
  );
  return {
    language: 'en',
    read: (question, passages, signal) =>
      pool.run(
        passages.map((passage) => ({ question, passage })),
        signal,
      ),
    async warmUp() {
      const passage = { headings: [], text: 'ready', units: [{ start: 0, end: 5 }] };
      await pool.run([{ question: 'ready', passage }]);
    },
    close: () => pool.close(),
  };
}
