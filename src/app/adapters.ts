import { isDeepStrictEqual } from 'node:util';
import { createExtractiveGenerator } from '../answer/generate/extractive-generator.ts';
import { createPassageGenerator } from '../answer/generate/passage-generator.ts';
import { judgeVerifier } from '../answer/verify/second-check.ts';
import type { Analyser } from '../contracts/analyser.ts';
import type { Chunker, StampedChunker } from '../contracts/chunker.ts';
import type { ClaimVerifier } from '../contracts/claim-verifier.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Engine } from '../contracts/engine.ts';
import type { Generator, LanguageModel } from '../contracts/generator.ts';
import type { Parser } from '../contracts/parser.ts';
import type { IndexStamp } from '../contracts/records.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { type NamedEngine, serverEngine } from '../engines/server-engine.ts';
import { settingInvalid } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import { requireParsers } from '../formats/own-parser.ts';
import { chunkerSettings, createChunker } from '../ingest/chunk/create-chunker.ts';
import { boundedGenerator, checkedEmbedder, checkedGenerator } from '../models/checked-models.ts';
import {
  createEmbedders,
  createGenerator,
  createLanguageModel,
  createReranker,
  createVerifier,
  type Embedders,
} from '../models/create-models.ts';
import { englishAnswerReader } from '../models/local/text-pair-models.ts';
import { englishWordVectors } from '../models/local/word-vectors.ts';
import { gptEncodings, gptTokenizer } from '../models/tokenizers.ts';
import { featuresReranker } from '../retrieve/rerank/rerank-features.ts';
import type { Config } from '../settings/config.ts';
import { defaults } from '../settings/default-config.ts';
import { analyser as createAnalyser } from '../text/analyser/analyser.ts';
import { requireFields, requireObject, requireText, unusable } from '../values/require-arguments.ts';

/** What the settings put behind the contracts. */
export interface Adapters extends Embedders {
  readonly analyser: Analyser;
  /** That of new indexes under {@link Embedders.embedder}. */
  readonly chunker: Chunker;
  /** Where new indexes live; undefined for the embedded engine. */
  readonly engine: NamedEngine | undefined;
  /** Of the caller's own, asked in this order before those that come with the package. */
  readonly parsers: readonly Parser[];
  readonly reranker: Reranker | undefined;
  readonly generator: Generator;
  /** What answers a question that is to be quoted only: the generator itself where that asks no language model. */
  readonly quoting: Generator;
  /** Makes follow-up questions whole; without it their missing words are carried over. */
  readonly rewriter: LanguageModel | undefined;
  /** Asks questions in other words as well. */
  readonly rephraser: LanguageModel | undefined;
  readonly verifier: ClaimVerifier | undefined;
}

const exchangeable = [
  'chunker',
  'embedder',
  'engine',
  'generator',
  'parsers',
  'reranker',
  'verifier',
] as const;

/** What each of them must have, and of which type: what it can do besides, its contract leaves to it. */
const members: Readonly<
  Record<Exclude<(typeof exchangeable)[number], 'parsers'>, Readonly<Record<string, string>>>
> = {
  chunker: { id: 'string', chunk: 'function' },
  embedder: {
    id: 'string',
    dimension: 'number',
    tokenizer: 'object',
    embedDocuments: 'function',
    embedQuery: 'function',
    close: 'function',
  },
  engine: { name: 'string', open: 'function', drop: 'function', close: 'function' },
  generator: { name: 'string', generate: 'function' },
  reranker: { name: 'string', maxCandidates: 'number', rerank: 'function' },
  verifier: { name: 'string', verify: 'function' },
};

/** Refuses an adapter that lacks something, naming all that it lacks. Errors: `request_invalid`. */
function requireMembers(field: string, adapter: object, needed: Readonly<Record<string, string>>): void {
  const lacking = Object.entries(needed).filter(([name, type]) => typeof Reflect.get(adapter, name) !== type);
  if (lacking.length === 0) return;
  const named = lacking.map(([name, type]) => `${name} (a ${type})`.replace('(a object)', '(an object)'));
  throw unusable(field, `it lacks ${named.join(', ')}`);
}

/**
 * Adapters of the caller's own, each in the place of the one that the settings name; parsers are asked before those
 * that come with the package.
 */
export type OwnAdapters = Partial<
  Pick<Adapters, Exclude<(typeof exchangeable)[number], 'engine'>> & { readonly engine: Engine }
>;

/**
 * Makes what the settings name, but for what is given. No model is loaded yet. Errors: `config_invalid`,
 * `model_missing`; `request_invalid` for what is no adapter.
 */
export async function openAdapters(config: Config, own: OwnAdapters = {}): Promise<Adapters> {
  requireFields('adapters', own, exchangeable);
  for (const [name, adapter] of Object.entries(own)) {
    if (adapter === undefined) continue;
    requireObject(`adapters.${name}`, adapter);
    if (name !== 'parsers')
      requireMembers(`adapters.${name}`, adapter, members[name as keyof typeof members]);
  }
  const { parsers = [] } = own;
  requireParsers('adapters.parsers', parsers);
  const analyser = createAnalyser();
  const embedders = own.embedder
    ? { embedder: checkedEmbedder(own.embedder) }
    : await createEmbedders(config.embedder, config.store);
  const { embedder } = embedders;
  const model = createLanguageModel(config.generator);
  const quote = () => quotingGenerator(config, analyser);
  const quoting = own.generator ? madeWhenAsked(quote) : await quote();
  return {
    analyser,
    ...embedders,
    engine: own.engine ? ownEngine(own.engine) : serverEngine(config, analyser),
    chunker: own.chunker ?? chunkerOf(config, embedder),
    parsers,
    reranker: own.reranker ?? (await rerankerOf(config, embedder)),
    generator: own.generator
      ? boundedGenerator(checkedGenerator(own.generator), {
          maxBytes: config.generator.maxAnswerBytes,
          timeoutMs: config.generator.timeoutMs,
        })
      : createGenerator(config.generator, quoting),
    quoting,
    rewriter: config.answer.rewriteFollowUps ? model : undefined,
    rephraser: config.question.rephrase ? rephraserOf(model) : undefined,
    verifier: own.verifier ?? (await verifierOf(config)),
  };
}

/** Lets go of threads and connections. Once. */
export async function closeAdapters(adapters: Adapters): Promise<void> {
  const { embedder, otherLanguages, reranker, generator, quoting, rewriter, rephraser, verifier } = adapters;
  await Promise.all([generator.close?.(), quoting.close?.(), rewriter?.close?.(), rephraser?.close?.()]);
  await Promise.all([reranker?.close?.(), verifier?.close?.()]);
  await Promise.all([embedder.close(), otherLanguages !== 'missing' && otherLanguages?.close()]);
}

/**
 * What puts passages in order; undefined for none. `rrf-rerank` without a reranker takes the one that needs no model.
 * Errors: `config_invalid`, `model_missing`.
 */
export async function rerankerOf(
  { reranker, retrieval }: Config,
  embedder: Embedder,
): Promise<Reranker | undefined> {
  const isDefault = reranker.kind === 'none' && retrieval.fusion === 'rrf-rerank';
  return reranker.kind === 'features' || isDefault ? featuresReranker() : createReranker(reranker, embedder);
}

/** What answers without a language model: the best sentences, or passages. Errors: `model_missing`. */
async function quotingGenerator({ answer }: Config, analyser: Analyser): Promise<Generator> {
  const options = { ...answer, analyser, wordVectors: englishWordVectors() };
  if (answer.quote === 'passages') return createPassageGenerator(options);
  const reader = answer.reader === 'model' ? await englishAnswerReader() : undefined;
  return createExtractiveGenerator({ ...options, reader });
}

/** A generator of which nothing is there before it is asked first. */
function madeWhenAsked(make: () => Promise<Generator>): Generator {
  let made: Promise<Generator> | undefined;
  return {
    name: 'quoting',
    async *generate(request) {
      yield* (await (made ??= make())).generate(request);
    },
    close: async () => (await made)?.close?.(),
  };
}

function rephraserOf(model: LanguageModel | undefined): LanguageModel {
  if (model) return model;
  throw settingInvalid(
    'question.rephrase: this needs a language model; set generator.kind to one, or set question.rephrase to false',
  );
}

/**
 * What compares sentences with their sources a second time; undefined for none. It asks the language model that
 * answers where that is to judge as well. Errors: `config_invalid`, `model_missing`.
 */
export function verifierOf({ verifier, generator }: Config): Promise<ClaimVerifier | undefined> {
  const model = createLanguageModel(generator, verifier.timeoutMs);
  return createVerifier(verifier, model && (() => judgeVerifier({ model, packageRoot })));
}

/** An engine of the caller's own. */
function ownEngine(engine: Engine): NamedEngine {
  requireText('adapters.engine.name', engine.name);
  return { name: engine.name, place: engine.place ?? '', open: async () => engine };
}

/** The embedder that an index is stamped with; where there is none here, that of new indexes. */
export function embedderOfIndex(stamped: string, { embedder, otherLanguages }: Embedders): Embedder {
  const isOther =
    otherLanguages !== undefined && otherLanguages !== 'missing' && otherLanguages.id === stamped;
  return isOther ? otherLanguages : embedder;
}

/** What makes an index that is new, or built anew. */
export interface IndexMakers {
  readonly embedder: Embedder;
  readonly chunker: Chunker;
  readonly stamp: IndexStamp;
}

/** What makes an index with one of the embedders. */
export function makersOf(embedder: Embedder, adapters: Adapters, config: Config): IndexMakers {
  // A chunker of the caller's own is the same for all.
  const isOwn = adapters.chunker.id !== chunkerOf(config, adapters.embedder).id;
  const chunker = isOwn ? adapters.chunker : chunkerOf(config, embedder);
  return {
    embedder,
    chunker,
    stamp: {
      embedder: embedder.id,
      chunker: chunker.id,
      analyser: adapters.analyser.id,
      dimension: embedder.dimension,
      engine: adapters.engine?.name ?? 'embedded',
      place: adapters.engine?.place ?? '',
      fields: config.metadata.fields,
    },
  };
}

/**
 * What cuts documents of an index: the chunker that it is stamped with, unless settings or caller have chosen one or
 * this version does not have it.
 */
export function chunkerOfIndex(
  stamped: StampedChunker,
  config: Config,
  { chunker, embedder }: IndexMakers,
): Chunker {
  const isChosen =
    !isDeepStrictEqual(config.chunker, defaults.chunker) || chunker.id !== chunkerOf(config, embedder).id;
  if (isChosen) return chunker;
  const tokenizer = [embedder.tokenizer, ...gptEncodings.map(gptTokenizer)].find(
    ({ id }) => id === stamped.tokenizer,
  );
  const settings = chunkerSettings.safeParse(stamped.settings);
  if (!tokenizer || !settings.success) return chunker;
  const made = createChunker(settings.data, tokenizer);
  return made.id === stamped.id ? made : chunker;
}

function chunkerOf({ chunker: settings }: Config, embedder: Embedder): Chunker {
  const { tokenizer } = settings;
  return createChunker(settings, tokenizer === 'embedder' ? embedder.tokenizer : gptTokenizer(tokenizer));
}
