import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { TextEmbedding } from '../contracts/embedder.ts';
import { FootnoteError } from '../errors.ts';
import { compareChecksum, fileChecksum, modelMissing } from './checksum.ts';
import type { ModelFolder } from './model-folder.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';
import type { NativeCallGuard } from './native-call-guard.ts';
import { poolTokens } from './pool-tokens.ts';
import { unitVector } from './unit-vector.ts';
import { cutWindows, type WindowSettings } from './windows.ts';

/** A model in memory, on the thread that loaded it. */
export interface OnnxModel {
  readonly name: string;
  /** One vector a window, each with a buffer of its own, so that it can be moved to another thread. */
  embed(text: string): Promise<TextEmbedding>;
}

/**
 * Verifies and loads tokenizer and weights: about 130 ms for the shipped model.
 * Runs one window at a time on one thread: on a CPU that is the fastest shape, and with int8 weights the only one
 * in which a vector does not depend on its neighbours, since their scale is taken over the whole tensor.
 * Errors: `model_missing`, `model_altered`; of `embed`: `vector_invalid`, `model_rejected`.
 */
export async function loadOnnxModel(
  { folder, windows, prefix }: { folder: ModelFolder; windows: WindowSettings; prefix: string },
  guard: NativeCallGuard,
): Promise<OnnxModel> {
  const tokenizer = loadModelTokenizer(folder);
  // Its last space belongs to the text, whose tokens begin with it in the vocabularies that have spaces.
  const before = [...tokenizer.begin, ...tokenizer.encode(prefix.trimEnd())];
  const shortened = shortenWindows(windows, before.length - tokenizer.begin.length);
  const session = await openSession(folder, guard);
  const run = sessionRunner(session, folder, guard);
  return {
    name: folder.name,
    async embed(text) {
      const ids = tokenizer.encode(text);
      const vectors: Float32Array[] = [];
      for (const window of cutWindows(ids, shortened)) {
        const values = await run([...before, ...window, ...tokenizer.end]);
        vectors.push(unitVector(values, folder.dimension, excerpt(text)));
      }
      return { vectors, tokens: ids.length };
    },
  };
}

/** Room for a prefix in every window. */
function shortenWindows({ size, overlap }: WindowSettings, prefixTokens: number): WindowSettings {
  const room = Math.max(1, size - prefixTokens);
  return { size: room, overlap: Math.min(overlap, room >> 1) };
}

async function openSession(folder: ModelFolder, guard: NativeCallGuard): Promise<InferenceSession> {
  const file = join(folder.directory, folder.weights);
  compareChecksum(file, await fileChecksum(file), folder.checksums.weights);
  try {
    return await guard.call(() =>
      InferenceSession.create(file, {
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        logSeverityLevel: 3,
      }),
    );
  } catch (cause) {
    throw modelMissing(file, cause);
  }
}

/** Feeds token ids and asks for one output only: the others would be copied for nothing. */
function sessionRunner(
  session: InferenceSession,
  folder: ModelFolder,
  guard: NativeCallGuard,
): (ids: number[]) => Promise<Float32Array> {
  const output = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'].find((name) =>
    session.outputNames.includes(name),
  );
  if (output === undefined) {
    throw modelMissing(
      join(folder.directory, folder.weights),
      `unknown outputs ${session.outputNames.join(', ')}`,
    );
  }
  return async (ids) => {
    const shape = [1, ids.length];
    const columns: Readonly<Record<string, () => BigInt64Array>> = {
      input_ids: () => BigInt64Array.from(ids, BigInt),
      attention_mask: () => new BigInt64Array(ids.length).fill(1n),
      token_type_ids: () => new BigInt64Array(ids.length),
    };
    const feeds: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const column = columns[name];
      if (column !== undefined) feeds[name] = new Tensor('int64', column(), shape);
    }
    try {
      const values = (await guard.call(() => session.run(feeds, [output])))[output]?.data as Float32Array;
      return output === 'sentence_embedding' ? values : poolTokens(values, ids.length, folder.pooling);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new FootnoteError('model_rejected', { model: folder.name, reason }, { cause });
    }
  };
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
