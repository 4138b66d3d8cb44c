import {
  type EmbeddingModelV4,
  type JSONObject,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Citation,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Prompt,
  type LanguageModelV4Source,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
  NoSuchModelError,
  type ProviderV4,
  type SharedV4Warning,
} from '@ai-sdk/provider';
import { tool } from 'ai';
import { z } from 'zod';
import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { citationMarks } from '../answer/citation-marks.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import type { Citation } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import type { AskOptions, Footnote, QueryOptions } from '../footnote.ts';
import { passageMetadata } from './passage-metadata.ts';

/**
 * Tools for a model of the Vercel AI SDK: `askDocuments` answers with citations, `searchDocuments` finds passages. To
 * be spread into `tools`. `query` says how every question is asked; `footnote` stays the caller's to close. Errors:
 * those of `Footnote.ask` and `Footnote.search`, which the SDK hands to the model.
 */
export function footnoteTools(footnote: Pick<Footnote, 'ask' | 'search'>, query: QueryOptions = {}) {
  const inputSchema = z.object({ question: z.string().describe('A whole question, in any language.') });
  return {
    askDocuments: tool({
      description:
        "Answers a question from the user's documents. Every sentence carries [n], a citation with document, place and exact quote.",
      inputSchema,
      execute: async ({ question }, { abortSignal: signal }) => {
        const { answer, abstained, citations } = await footnote.ask(question, {
          ...query,
          ...(signal && { signal }),
        });
        return { answer, abstained, citations };
      },
    }),
    searchDocuments: tool({
      description:
        "Finds passages of the user's documents that bear on a question, best first, word for word.",
      inputSchema,
      execute: async ({ question }, { abortSignal: signal }) => {
        const { hits } = await footnote.search(question, { ...query, ...(signal && { signal }) });
        return { passages: hits.map((hit) => ({ ...passageMetadata(hit), content: hit.content })) };
      },
    }),
  };
}

/** A provider of the Vercel AI SDK: called, it gives the language model of a collection. */
export interface FootnoteProvider extends ProviderV4 {
  (collection?: string): LanguageModelV4;
}

/** How a {@link FootnoteProvider} asks. What depends on the single call, such as its signal, comes with that. */
export type FootnoteProviderOptions = Omit<
  AskOptions,
  'collection' | 'history' | 'signal' | 'conversationId'
>;

/**
 * Footnote as a provider of the Vercel AI SDK. Its language models are collections: the last message is the question,
 * those before are its history, and the text comes with its citations, each a source. Its embedding model is the
 * store's, whatever it is called. `footnote` stays the caller's to close. Errors: those of `Footnote.ask` and
 * `Footnote.embed`; what has no effect, such as a temperature, is a warning.
 */
export function footnoteProvider(
  footnote: Pick<Footnote, 'ask' | 'embed'>,
  options: FootnoteProviderOptions = {},
): FootnoteProvider {
  const languageModel = (collection = 'default') => collectionModel(footnote, collection, options);
  return Object.assign((collection?: string) => languageModel(collection), {
    specificationVersion: 'v4' as const,
    languageModel,
    imageModel,
    embeddingModel: (modelId: string) => storeEmbedder(footnote, modelId),
  });
}

function imageModel(modelId: string): never {
  throw new NoSuchModelError({ modelId, modelType: 'imageModel' });
}

function storeEmbedder(footnote: Pick<Footnote, 'embed'>, modelId: string): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'footnote',
    modelId,
    maxEmbeddingsPerCall: undefined,
    supportsParallelCalls: true,
    async doEmbed({ values, abortSignal: signal }) {
      const { vectors, tokens } = await footnote.embed(values, signal && { signal });
      return { embeddings: vectors.map((vector) => [...vector]), usage: { tokens }, warnings: [] };
    },
  };
}

function collectionModel(
  footnote: Pick<Footnote, 'ask'>,
  collection: string,
  options: FootnoteProviderOptions,
): LanguageModelV4 {
  const ask = (call: LanguageModelV4CallOptions) => {
    const { question, history } = questionOf(call.prompt);
    const { abortSignal: signal } = call;
    return footnote.ask(question, { ...options, collection, history, ...(signal && { signal }) });
  };
  return {
    specificationVersion: 'v4',
    provider: 'footnote',
    modelId: collection,
    supportedUrls: {},
    async doGenerate(call) {
      const answer = await ask(call);
      return {
        content: [
          { type: 'text', text: answer.answer, citations: citationsOf(answer) },
          ...answer.citations.map(sourceOf),
        ],
        ...endOf(answer),
        warnings: warningsOf(call),
      };
    },
    async doStream(call) {
      const parts = partsOf(ask(call), warningsOf(call));
      // What fails before anything is said fails the call, which may be tried again then.
      const first = await parts.next();
      return { stream: streamOf(first, parts) };
    },
  };
}

/** A stream that makes the next part when it is asked for one, and stops the work when it is left. */
function streamOf(
  first: IteratorResult<LanguageModelV4StreamPart>,
  parts: AsyncGenerator<LanguageModelV4StreamPart>,
): ReadableStream<LanguageModelV4StreamPart> {
  let begun: IteratorResult<LanguageModelV4StreamPart> | undefined = first;
  return new ReadableStream({
    async pull(controller) {
      const step = begun ?? (await parts.next());
      begun = undefined;
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* partsOf(
  events: AsyncIterable<AnswerEvent>,
  warnings: SharedV4Warning[],
): AsyncGenerator<LanguageModelV4StreamPart> {
  const id = '0';
  let isBegun = false;
  try {
    for await (const event of events) {
      if (!isBegun) {
        yield { type: 'stream-start', warnings };
        yield { type: 'text-start', id };
      }
      isBegun = true;
      if (event.type === 'token') yield { type: 'text-delta', id, delta: event.text };
      else if (event.type === 'citation') yield sourceOf(event.citation);
      else if (event.type === 'done') {
        yield { type: 'text-end', id, citations: citationsOf(event.answer) };
        yield { type: 'finish', ...endOf(event.answer) };
      }
    }
  } catch (error) {
    if (!isBegun) throw error;
    yield { type: 'error', error };
  }
}

/** The last message, and those before it that were said; instructions are Footnote's own. */
function questionOf(prompt: LanguageModelV4Prompt): {
  readonly question: string;
  readonly history: readonly ConversationTurn[];
} {
  const turns = prompt.flatMap(({ role, content }): ConversationTurn[] => {
    if (role === 'system' || role === 'tool') return [];
    const texts = content.map((part) => {
      if (part.type === 'text') return part.text;
      if (role === 'assistant') return '';
      const problem = `a part of type "${part.type}" is not read, leave it out`;
      throw new FootnoteError('request_invalid', { field: 'prompt', problem });
    });
    return [{ role, content: texts.filter((text) => text !== '').join('\n') }];
  });
  const asked = turns.at(-1);
  if (asked?.role !== 'user') {
    const problem = 'its last message must be the user’s';
    throw new FootnoteError('request_invalid', { field: 'prompt', problem });
  }
  return { question: asked.content, history: turns.slice(0, -1) };
}

/** What of a call has no effect. */
function warningsOf(call: LanguageModelV4CallOptions): SharedV4Warning[] {
  const { prompt, tools = [], responseFormat } = call;
  const settings = [
    'maxOutputTokens',
    'temperature',
    'stopSequences',
    'topP',
    'topK',
    'presencePenalty',
    'frequencyPenalty',
    'seed',
  ] as const;
  const features: string[] = settings.filter((name) => call[name] !== undefined);
  if (tools.length > 0) features.push('tools');
  if (responseFormat?.type === 'json') features.push('responseFormat');
  if (prompt.some(({ role }) => role === 'system')) features.push('system');
  return features.map((feature) => ({ type: 'unsupported', feature }));
}

function sourceOf(citation: Citation): LanguageModelV4Source {
  const { number, title, path } = citation;
  return {
    type: 'source',
    sourceType: 'document',
    id: String(number),
    mediaType: 'text/plain',
    title: title || path,
    filename: path,
    providerMetadata: { footnote: jsonOf(citation) },
  };
}

function citationsOf(answer: Answer): LanguageModelV4Citation[] {
  return citationMarks(answer).map(({ start, end, citation }) => ({
    source: sourceOf(citation),
    startIndex: start,
    endIndex: end,
    citedText: citation.quote,
  }));
}

function endOf(answer: Answer): {
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
  providerMetadata: { footnote: JSONObject };
} {
  const { model, complete, abstained, outcome, confidence, confidenceReason, messageId, warnings } = answer;
  const raw = model?.finishReason;
  const isCut = raw === 'length' || !complete;
  return {
    finishReason: { unified: raw === 'filtered' ? 'content-filter' : isCut ? 'length' : 'stop', raw },
    usage: {
      inputTokens: {
        total: model?.promptTokens ?? undefined,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: model?.completionTokens ?? undefined, text: undefined, reasoning: undefined },
    },
    providerMetadata: {
      footnote: jsonOf({ abstained, outcome, confidence, confidenceReason, complete, messageId, warnings }),
    },
  };
}

/** Plain data as the SDK's types have it. */
function jsonOf(data: object): JSONObject {
  return { ...data };
}
