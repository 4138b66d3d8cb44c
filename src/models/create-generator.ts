import type { Generator, LanguageModel } from '../contracts/generator.ts';
import { boundedGenerator } from './bounded-generator.ts';
import { fallbackGenerator } from './chat/fallback-generator.ts';
import { openaiGenerator } from './chat/openai-generator.ts';
import { openaiLanguageModel } from './chat/openai-language-model.ts';

/** The section `generator` of the settings. */
export interface GeneratorSettings {
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
