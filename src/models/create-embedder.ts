import { join } from 'node:path';
import type { Embedder } from '../contracts/embedder.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { onnxEmbedder } from './local/onnx-embedder.ts';
import { openaiEmbedder } from './remote/openai-embedder.ts';

/** The settings that say which embedder there is. Empty strings and lists, and a length of 0, leave it to the model. */
export interface EmbedderSettings {
  /** A model that runs here, or one behind an OpenAI-compatible endpoint. */
  readonly kind: 'onnx' | 'openai';
  /** What the model was trained on, as language subtags, or `any`. */
  readonly languages: readonly string[];
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Bytes of the file that vectors are kept in; 0 keeps none. */
  readonly cacheMaxBytes: number;
  /** Of a model that runs here. */
  readonly directory: string;
  readonly threads: number;
  /** Of a model behind an endpoint, from here on. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly dimension: number;
  readonly maxTokens: number;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly pauseMs: number;
  readonly timeoutMs: number;
}

/** File in the store's folder that vectors are kept in; it may be deleted at any time. */
export const embeddingCacheFileName = 'embeddings.db';

/**
 * The embedder that the settings ask for, with its cache in the store's folder. Nothing is written and nothing is
 * sent before the first text. Errors: `model_missing`, `config_invalid`.
 */
export async function createEmbedder(settings: EmbedderSettings, storeDirectory: string): Promise<Embedder> {
  const { kind, cacheMaxBytes, languages, directory, threads, batchSize, ...remote } = settings;
  const trainedOn = {
    languages: languages.includes('any') ? ('any' as const) : languages.length > 0 ? languages : undefined,
    queryPrefix: settings.queryPrefix || undefined,
    documentPrefix: settings.documentPrefix || undefined,
  };
  const embedder =
    kind === 'openai'
      ? openaiEmbedder({
          ...remote,
          ...trainedOn,
          batchSize,
          dimension: settings.dimension || undefined,
          maxTokens: settings.maxTokens || undefined,
        })
      : await onnxEmbedder({ ...trainedOn, directory: directory || undefined, threads });
  if (cacheMaxBytes === 0) return embedder;
  return cachedEmbedder(embedder, {
    file: join(storeDirectory, embeddingCacheFileName),
    maxBytes: cacheMaxBytes,
    // Of a model here, what is under way when the process is killed is lost; to a remote one, smaller requests cost.
    batchSize: kind === 'openai' ? batchSize : undefined,
  });
}
