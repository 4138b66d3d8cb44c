import { join } from 'node:path';
import type { Embedder } from '../contracts/embedder.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { installedModel, multilingualModel } from './local/installed-models.ts';
import { onnxEmbedder } from './local/onnx-embedder.ts';
import { openaiEmbedder } from './remote/openai-embedder.ts';

/** The settings that say which embedder there is. Empty strings and lists, and a length of 0, leave it to the model. */
export interface EmbedderSettings {
  /**
   * A model that runs here, or one behind an OpenAI-compatible endpoint. `auto`: as `onnx`, and where no `directory` is
   * set, collections in other languages than English have the multilingual model, if it was added.
   */
  readonly kind: 'auto' | 'onnx' | 'openai';
  /** What the model was trained on, as language subtags, or `any`. */
  readonly languages: readonly string[];
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Bytes of the file that vectors are kept in; 0 keeps none. */
  readonly cacheMaxBytes: number;
  /** Of a model that runs here. */
  readonly directory: string;
  readonly modelsDirectory: string;
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

/** The embedders of a process: each index has the one that it is stamped with. */
export interface Embedders {
  /** That of an index of which nothing else is known. */
  readonly embedder: Embedder;
  /**
   * That of collections in languages which the other one does not know; `missing` where it was not added. Undefined
   * where the settings name one model for all.
   */
  readonly otherLanguages?: Embedder | 'missing' | undefined;
}

/**
 * The embedders that the settings ask for, with their cache in the store's folder. Nothing is written and nothing is
 * sent before the first text. Errors: `model_missing`, `config_invalid`.
 */
export async function createEmbedders(settings: EmbedderSettings, store: string): Promise<Embedders> {
  const embedder = await createEmbedder(settings, store);
  if (settings.kind !== 'auto' || settings.directory !== '') return { embedder };
  const directory = installedModel({ ...settings, store }, multilingualModel);
  if (directory === undefined) return { embedder, otherLanguages: 'missing' };
  const languages = settings.languages.length > 0 ? settings.languages : ['any'];
  return { embedder, otherLanguages: await createEmbedder({ ...settings, directory, languages }, store) };
}

/** {@link createEmbedders}, the one for collections of which nothing else is known. */
export async function createEmbedder(settings: EmbedderSettings, store: string): Promise<Embedder> {
  const { kind, cacheMaxBytes, languages, directory, threads, batchSize, modelsDirectory, ...remote } =
    settings;
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
      : await onnxEmbedder({
          ...trainedOn,
          directory: installedModel({ store, modelsDirectory }, directory) ?? (directory || undefined),
          threads,
        });
  if (cacheMaxBytes === 0) return embedder;
  return cachedEmbedder(embedder, {
    file: join(store, embeddingCacheFileName),
    maxBytes: cacheMaxBytes,
    // Of a model here, what is under way when the process is killed is lost; to a remote one, smaller requests cost.
    batchSize: kind === 'openai' ? batchSize : undefined,
  });
}
