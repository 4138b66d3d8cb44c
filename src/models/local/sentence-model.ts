import type { TextEmbedding } from '../../contracts/embedder.ts';
import { textExcerpt, unitVector } from '../unit-vector.ts';
import type { EmbedTask } from './inference-task.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { openOnnxSession } from './onnx-session.ts';
import { poolTokens } from './pool-tokens.ts';
import { cutWindows, type WindowSettings } from './windows.ts';

/** The vector of a whole text, or those of its tokens, which are then pooled here. */
const outputs = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/**
 * Loads tokenizer and weights, about 130 ms for the shipped model, and returns what embeds a text: one vector a
 * window, each with a buffer of its own.
 * Errors: `model_missing`, `model_altered`; of embedding: `vector_invalid`, `model_rejected`.
 */
export async function loadSentenceModel(
  { folder, windows, prefix }: EmbedTask,
  guard: NativeCallGuard,
): Promise<(text: string) => Promise<TextEmbedding>> {
  const tokenizer = loadModelTokenizer(folder);
  // Its last space belongs to the text, whose tokens begin with it in the vocabularies that have spaces.
  const before = [...tokenizer.begin, ...tokenizer.encode(prefix.trimEnd())];
  const shortened = shortenWindows(windows, before.length - tokenizer.begin.length);
  const session = await openOnnxSession(folder, outputs, guard);
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
