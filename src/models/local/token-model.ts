import { textExcerpt, unitVector } from '../unit-vector.ts';
import type { EmbedTokensTask } from './inference-task.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';
import { cutWindows } from './windows.ts';

const outputs = ['token_embeddings', 'last_hidden_state'];

/**
 * Loads tokenizer and weights, and returns what gives a text's token vectors: tokens × dimension numbers, every
 * vector of unit length. Of a text that is read in windows, a token that two of them share has its vector from the
 * first.
 * Errors: `model_missing`, also where the graph ends at one vector a text; `model_altered`; of embedding:
 * `vector_invalid`, `model_rejected`.
 */
export async function loadTokenModel(
  { folder, windows }: EmbedTokensTask,
  guard: NativeCallGuard,
): Promise<(text: string) => Promise<Float32Array<ArrayBuffer>>> {
  const { dimension } = folder;
  const tokenizer = loadModelTokenizer(folder);
  const session = await openOnnxSession(folder, outputs, guard);
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
