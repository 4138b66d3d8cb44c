import type { Embedder } from '../contracts/embedder.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { settingInvalid } from '../errors.ts';
import { openaiLanguageModel } from './chat/openai-language-model.ts';
import { crossEncoderReranker } from './rerankers/cross-encoder-reranker.ts';
import { httpReranker, type RerankShape } from './rerankers/http-reranker.ts';
import { lateInteractionReranker } from './rerankers/late-interaction-reranker.ts';
import { llmReranker } from './rerankers/llm-reranker.ts';

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
