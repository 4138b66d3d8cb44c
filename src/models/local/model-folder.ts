import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FootnoteError, messageOf } from '../../errors.ts';
import { readingRemedy } from '../../files/path-error.ts';
import { requireText } from '../../values/require-arguments.ts';

const restore = 'Restore it from its source, or choose another folder in the settings';

/** The `model_missing` error for a file of a model folder that could not be opened or understood. */
export function modelMissing(file: string, cause: unknown): FootnoteError<'model_missing'> {
  const remedy = readingRemedy(cause) ?? restore;
  return new FootnoteError('model_missing', { file, reason: messageOf(cause), remedy }, { cause });
}

const pieceBytes = 2 ** 20;

/** SHA-256 of a file, hexadecimal, read piece by piece. Errors: `model_missing` where it cannot be read. */
export async function fileChecksum(file: string): Promise<string> {
  try {
    return await checksum(await open(file));
  } catch (cause) {
    throw modelMissing(file, cause);
  }
}

async function checksum(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for all pieces: a stream's are collected so late that each thread would keep the weights' size.
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** Throws `model_altered` where a file's SHA-256 is not the published one. Nothing published, nothing to check. */
export function compareChecksum(file: string, actual: string, expected: string | undefined): void {
  if (expected !== undefined && actual !== expected) {
    throw new FootnoteError('model_altered', { file, actual, expected });
  }
}

/** How token vectors become one vector where the graph does not do it itself. */
export type Pooling = 'mean' | 'cls';

/** What a model folder says about its model. Plain data, so that it can be handed to worker threads. */
export interface ModelFolder {
  readonly directory: string;
  /** The folder's own name. */
  readonly name: string;
  /** The weights, as a path under `directory`. */
  readonly weights: string;
  /** SHA-256 of weights and tokenizer: the published ones where the folder lists them, else as they are now. */
  readonly checksums: { readonly weights: string; readonly tokenizer: string };
  readonly dimension: number;
  /** Most tokens the model reads at once, begin and end marks included. */
  readonly maxTokens: number;
  readonly pooling: Pooling;
  /** What the model was trained to see before a question and before a passage; empty where the folder says nothing. */
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** What a classifier tells apart, in the order of its logits; empty where the folder says nothing. */
  readonly labels: readonly string[];
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const checksumsFile = z.record(z.string(), hash);
const poolingFile = z
  .object({
    word_embedding_dimension: z.int().positive(),
    pooling_mode_cls_token: z.boolean().default(false),
    pooling_mode_mean_tokens: z.boolean().default(false),
  })
  .refine(
    (file) => file.pooling_mode_cls_token !== file.pooling_mode_mean_tokens,
    'only mean pooling and first-token pooling are supported',
  );
const configFile = z.object({
  hidden_size: z.int().positive(),
  max_position_embeddings: z.int().positive().default(512),
  /** Number of the label → its name. */
  id2label: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
});
const sentenceFile = z.object({ max_seq_length: z.int().positive() });
const promptsFile = z.object({ prompts: z.record(z.string(), z.string()).default({}) });
const tokenizerFile = z.object({ model_max_length: z.number().positive().default(Number.POSITIVE_INFINITY) });

/** Preferred first: on a CPU the int8 weights are about twice as fast as the float32 ones. */
const weightsByPreference = ['model_quantized.onnx', 'model_int8.onnx', 'model.onnx'];

/** The folder of a model that comes with the package, seen from `src/` and from `dist/src/`. */
export function shippedModelDirectory(name = 'all-MiniLM-L6-v2'): string {
  const root = extname(import.meta.url) === '.ts' ? '../../../' : '../../../../';
  return fileURLToPath(new URL(`${root}models/${name}`, import.meta.url));
}

/**
 * Reads a folder laid out as Hugging Face hub repositories of sentence embedders and rerankers with ONNX weights are:
 * `config.json`, `tokenizer.json`, `onnx/*.onnx` or `*.onnx`, and optionally `1_Pooling/config.json`,
 * `sentence_bert_config.json`, `config_sentence_transformers.json`, `tokenizer_config.json` and `checksums.json`
 * (path → SHA-256 as published, checked whenever a file is loaded).
 * Errors: `model_missing`; `request_invalid` of a path that is no text.
 */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  requireText('directory', path);
  const directory = resolve(path);
  const [config, pooling, sentence, transformers, tokenizer, checksums, weights] = await Promise.all([
    readJson(directory, 'config.json', configFile),
    readOptionalJson(directory, '1_Pooling/config.json', poolingFile),
    readOptionalJson(directory, 'sentence_bert_config.json', sentenceFile),
    readOptionalJson(directory, 'config_sentence_transformers.json', promptsFile),
    readOptionalJson(directory, 'tokenizer_config.json', tokenizerFile),
    readOptionalJson(directory, 'checksums.json', checksumsFile),
    findWeights(directory),
  ]);
  const prompts = transformers?.prompts ?? {};
  return {
    directory,
    name: basename(directory),
    weights,
    checksums: {
      weights: checksums?.[weights] ?? (await fileChecksum(join(directory, weights))),
      tokenizer: checksums?.['tokenizer.json'] ?? (await fileChecksum(join(directory, 'tokenizer.json'))),
    },
    dimension: pooling?.word_embedding_dimension ?? config.hidden_size,
    maxTokens:
      sentence?.max_seq_length ??
      Math.min(tokenizer?.model_max_length ?? Number.POSITIVE_INFINITY, config.max_position_embeddings),
    pooling: pooling?.pooling_mode_cls_token === true ? 'cls' : 'mean',
    queryPrefix: prompts['query'] ?? '',
    documentPrefix: prompts['document'] ?? prompts['passage'] ?? '',
    // Keys that are numbers come in their order, whatever the file's.
    labels: Object.values(config.id2label),
  };
}

/**
 * Reads every byte of weights and tokenizer and compares them with what was published: about 20 ms for the shipped
 * model. Errors: `model_missing`, `model_altered`.
 */
export async function verifyModelFolder(folder: ModelFolder): Promise<void> {
  const weights = join(folder.directory, folder.weights);
  const tokenizer = join(folder.directory, 'tokenizer.json');
  compareChecksum(weights, await fileChecksum(weights), folder.checksums.weights);
  compareChecksum(tokenizer, await fileChecksum(tokenizer), folder.checksums.tokenizer);
}

/** The weights by preference, in `onnx/` or else beside `config.json`. */
async function findWeights(directory: string): Promise<string> {
  for (const folder of ['onnx', '.']) {
    const files = await filesOf(join(directory, folder));
    const graphs = files.filter((file) => file.endsWith('.onnx')).toSorted();
    const file = weightsByPreference.find((name) => graphs.includes(name)) ?? graphs[0];
    if (file !== undefined) return posix.join(folder, file);
  }
  throw modelMissing(join(directory, 'onnx', '*.onnx'), 'there is no such file, nor one next to config.json');
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw modelMissing(folder, cause);
  }
}

async function readJson<T>(directory: string, name: string, shape: z.ZodType<T>): Promise<T> {
  const file = join(directory, name);
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw modelMissing(file, cause);
  }
}

async function readOptionalJson<T>(
  directory: string,
  name: string,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  return existsSync(join(directory, name)) ? readJson(directory, name, shape) : undefined;
}
