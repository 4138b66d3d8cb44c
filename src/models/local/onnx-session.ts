import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { FootnoteError, messageOf } from '../../errors.ts';
import type { ModelFolder } from './model-folder.ts';
import { compareChecksum, fileChecksum, modelMissing } from './model-folder.ts';
import type { NativeCallGuard } from './native-call-guard.ts';

/** A transformer's graph in memory, on the thread that opened it. */
interface OnnxSession {
  /** The output that is asked for: the others would be copied for nothing. */
  readonly output: string;
  /**
   * Reads one sequence. `ids` have the begin and end marks; `types` tell the texts of a pair apart, default all 0.
   * Errors: `model_rejected`.
   */
  run(ids: readonly number[], types?: readonly number[]): Promise<Float32Array>;
}

/**
 * Verifies and opens the weights of a folder for the first of `outputs` that the graph has.
 * One sequence a run and one thread a session: on a CPU that is the fastest shape, and with int8 weights the only one
 * in which a vector does not depend on its neighbours, since their scale is taken over the whole tensor.
 * Errors: `model_missing`, `model_altered`, `aborted`.
 */
export async function openOnnxSession(
  folder: ModelFolder,
  outputs: readonly string[],
  guard: NativeCallGuard,
): Promise<OnnxSession> {
  const session = await open(folder, guard);
  const output = outputs.find((name) => session.outputNames.includes(name));
  if (output === undefined) {
    const reason = `none of its outputs ${session.outputNames.join(', ')} is ${outputs.join(' or ')}`;
    throw modelMissing(join(folder.directory, folder.weights), reason);
  }
  return {
    output,
    async run(ids, types) {
      try {
        const results = await guard.call(() => session.run(feed(session, ids, types), [output]));
        return results[output]?.data as Float32Array;
      } catch (cause) {
        if (cause instanceof FootnoteError) throw cause;
        const reason = messageOf(cause);
        const remedy = 'Use another model, or another export of it';
        throw new FootnoteError('model_rejected', { model: folder.name, reason, remedy }, { cause });
      }
    },
  };
}

async function open(folder: ModelFolder, guard: NativeCallGuard): Promise<InferenceSession> {
  const file = join(folder.directory, folder.weights);
  compareChecksum(file, await fileChecksum(file), folder.checksums.weights);
  try {
    return await guard.call(() =>
      InferenceSession.create(file, {
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        executionMode: 'sequential',
        // A plan of memory is kept for every length of text there has been: 14 MB a session, and no run is faster.
        enableMemPattern: false,
        logSeverityLevel: 3,
      }),
    );
  } catch (cause) {
    if (cause instanceof FootnoteError) throw cause;
    throw modelMissing(file, cause);
  }
}

/** The inputs that the graph asks for, of those that transformers have. */
function feed(
  session: InferenceSession,
  ids: readonly number[],
  types: readonly number[] | undefined,
): Record<string, Tensor> {
  const columns: Readonly<Record<string, () => BigInt64Array>> = {
    input_ids: () => BigInt64Array.from(ids, BigInt),
    attention_mask: () => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: () => (types ? BigInt64Array.from(types, BigInt) : new BigInt64Array(ids.length)),
  };
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    const column = columns[name];
    if (column !== undefined) feeds[name] = new Tensor('int64', column(), [1, ids.length]);
  }
  return feeds;
}
