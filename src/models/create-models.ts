import { join } from 'node:path';
import type { ClaimVerifier } from '../contracts/claim-verifier.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Generator, LanguageModel } from '../contracts/generator.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { settingInvalid } from '../errors.ts';
import { cachedEmbedder } from './cache/cached-embedder.ts';
import { openaiGenerator } from './chat/openai-generator.ts';
import { openaiLanguageModel } from './chat/openai-language-model.ts';
import { boundedGenerator, fallbackGenerator } from './checked-models.ts';
import { installedModel, multilingualModel } from './local/installed-models.ts';
import { onnxEmbedder } from './local/onnx-embedder.ts';
import { entailmentVerifier } from './local/text-pair-models.ts';
import { openaiEmbedder } from './remote/openai-embedder.ts';
import { crossEncoderReranker } from './rerankers/cross-encoder-reranker.ts';
import { httpReranker, type RerankShape } from './rerankers/http-reranker.ts';
import { lateInteractionReranker } from './rerankers/late-interaction-reranker.ts';
import { llmReranker } from './rerankers/llm-reranker.ts';

/** The settings that say which embedder there is. Empty strings and lists, and a length of 0, leave it to the model. */
interface EmbedderSettings {
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

/** The section `generator` of the settings. */
interface GeneratorSettings {
  /** Quotes from the documents, or a language model behind an OpenAI-compatible endpoint. */
  readonly kind: 'extractive' | 'openai';
  /** Of a language model, from here on. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly temperature: number;
  readonly maxTokens: number;
  /** 0: what is known of the model. */
  readonly contextWindow: number;
  /** Answers at a time. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly firstTokenTimeoutMs: number;
  /** Most bytes of an answer's text in UTF-8, whoever writes it. */
  readonly maxAnswerBytes: number;
}

/** Times `maxTokens` from which on an answer is cut: tokens are estimated for most models, on the high side. */
const tokenMargin = 4;

/**
 * The generator that the settings ask for. `extractive` needs no model and is a stage of answering; it is given, and
 * takes over where the model is not available. Nothing is sent before the first question. Errors: `config_invalid`.
 */
export function createGenerator(settings: GeneratorSettings, extractive: Generator): Generator {
  const { kind, contextWindow, maxAnswerBytes: maxBytes, ...others } = settings;
  if (kind === 'extractive') return extractive;
  const generator = openaiGenerator({ ...others, contextWindow: contextWindow || undefined });
  const bounds = { maxTokens: tokenMargin * settings.maxTokens, maxBytes };
  return fallbackGenerator(boundedGenerator(generator, bounds), extractive);
}

/** Longest wait for a reply that an answer could do without, where nothing else is said. */
const defaultStepTimeoutMs = 15_000;

/**
 * The settings' language model for steps on the way to an answer that have another way to go: it is asked once, and
 * not for longer than `maxTimeoutMs`. Undefined where there is none. Errors: `config_invalid`.
 */
export function createLanguageModel(
  settings: GeneratorSettings,
  maxTimeoutMs = defaultStepTimeoutMs,
): LanguageModel | undefined {
  if (settings.kind === 'extractive') return undefined;
  const { baseUrl, model, apiKey } = settings;
  const timeoutMs = Math.min(settings.timeoutMs, maxTimeoutMs);
  return openaiLanguageModel('generator', { baseUrl, model, apiKey, timeoutMs, maxRetries: 0 });
}

/** The section `reranker` of the settings. */
export interface RerankerSettings {
  /** `features` needs no model and is a stage of retrieval. */
  readonly kind: 'none' | 'features' | 'late-interaction' | 'cross-encoder' | 'http' | 'llm';
  /** Of `late-interaction`: bytes of token vectors kept in memory. */
  readonly cacheMaxBytes: number;
  /** Of `cross-encoder`: the model's folder. */
  readonly directory: string;
  /** Of `http`. */
  readonly shape: RerankShape;
  /** Of `http` and `llm`, from here on. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

/**
 * The reranker with a model that the settings ask for; undefined for `none` and `features`. Nothing is loaded and
 * nothing is sent before the first question. `embedder` gives `late-interaction` its vectors and stays open when the
 * reranker is closed. Errors: `config_invalid`, `model_missing`.
 */
export async function createReranker(
  settings: RerankerSettings,
  embedder: Embedder,
): Promise<Reranker | undefined> {
  switch (settings.kind) {
    case 'none':
    case 'features':
      return undefined;
    case 'late-interaction':
      return lateInteractionReranker({ embedder, cacheMaxBytes: settings.cacheMaxBytes });
    case 'cross-encoder':
      return crossEncoderReranker({ directory: required(settings, 'directory') });
    case 'http':
      return httpReranker({ ...remoteOf(settings), shape: settings.shape });
    case 'llm':
      return llmReranker({ model: openaiLanguageModel('reranker', remoteOf(settings)) });
    default:
      return settings.kind satisfies never;
  }
}

function remoteOf(settings: RerankerSettings) {
  return {
    baseUrl: required(settings, 'baseUrl'),
    // A server with but one model need not be told its name.
    model:
      settings.kind === 'http' && settings.shape === 'tei'
        ? settings.model || 'tei'
        : required(settings, 'model'),
    apiKey: settings.apiKey,
    timeoutMs: settings.timeoutMs,
  };
}

function required(settings: RerankerSettings, name: 'directory' | 'baseUrl' | 'model'): string {
  if (settings[name] !== '') return settings[name];
  throw settingInvalid(`reranker.${name}: the kind ${settings.kind} requires it`);
}

/** The section `verifier` of the settings, as far as it makes a choice. */
interface VerifierSettings {
  /** `judge` asks the language model of the section `generator`. */
  readonly kind: 'none' | 'judge' | 'entailment';
  /** Of `entailment`: the model's folder. */
  readonly directory: string;
}

/**
 * The second verifier that the settings ask for; undefined for `none`. `judge` is a stage of answering; what makes it
 * is given where there is a language model. Nothing is loaded and nothing is sent before the first sentence.
 * Errors: `config_invalid`, `model_missing`.
 */
export async function createVerifier(
  { kind, directory }: VerifierSettings,
  judge: (() => ClaimVerifier) | undefined,
): Promise<ClaimVerifier | undefined> {
  switch (kind) {
    case 'none':
      return undefined;
    case 'judge':
      if (judge) return judge();
      throw settingInvalid('verifier.kind: judge needs a language model; set generator.kind to one');
    case 'entailment':
      if (directory !== '') return entailmentVerifier({ directory });
      throw settingInvalid('verifier.directory: the kind entailment requires it');
    default:
      return kind satisfies never;
  }
}
