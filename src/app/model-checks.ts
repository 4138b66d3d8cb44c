import type { Embedder } from '../contracts/embedder.ts';
import { type Finding, type ModelCheck, modelParts } from '../contracts/model-check.ts';
import { isFootnoteError } from '../errors.ts';
import { createEmbedder, createLanguageModel } from '../models/create-models.ts';
import { installedModel, multilingualModel } from '../models/local/installed-models.ts';
import { readModelFolder, shippedModelDirectory, verifyModelFolder } from '../models/local/model-folder.ts';
import type { Config } from '../settings/config.ts';
import { rerankerOf, verifierOf } from './adapters.ts';

/** Nothing is wrong. */
export function good(finding: string): Finding {
  return { ok: true, finding, remedy: null };
}

/** Something is, and this helps. */
export function bad(finding: string, remedy: string): Finding {
  return { ok: false, finding, remedy };
}

/** What a failure came to. The messages of this project's failures end with their remedy. */
export function asFinding(error: unknown): Finding {
  if (!(error instanceof Error)) throw error;
  if (!isFootnoteError(error)) return bad(error.message, 'This is a bug in Footnote; please report it.');
  const { message, details } = error;
  if ('remedy' in details) return bad(error.finding, `${details.remedy}.`);
  const [, finding = message, remedy = null] = /^(.*?\.) ([A-Z].*)$/s.exec(message) ?? [];
  return { ok: false, finding, remedy };
}

/** What models are tried with. */
const sentence = 'The dam was built in 1931.';

/** Whether texts can be embedded. Errors: those of the embedder. */
export async function checkModel(config: Config): Promise<Finding> {
  const { embedder, store } = config;
  if (embedder.kind === 'openai') return checkRemoteModel(config);
  const place = { ...embedder, store };
  const directory = installedModel(place, embedder.directory) ?? embedder.directory;
  const folder = await readModelFolder(directory || shippedModelDirectory());
  await verifyModelFolder(folder);
  const other =
    embedder.kind === 'auto' && embedder.directory === ''
      ? installedModel(place, multilingualModel)
      : undefined;
  if (other !== undefined) await verifyModelFolder(await readModelFolder(other));
  const names =
    other === undefined ? folder.name : `${folder.name}, ${multilingualModel} for other languages`;
  return good(`${names}, ${folder.dimension} dimensions, checksum as published`);
}

async function checkRemoteModel(config: Config): Promise<Finding> {
  const { model, baseUrl } = config.embedder;
  return withEmbedder(config, async (embedder) => {
    await embedder.embedQuery('ready');
    return good(`${model} at ${baseUrl} answers, ${embedder.dimension} dimensions`);
  });
}

/** Without the file of known vectors: what it holds says nothing of the model. */
async function withEmbedder<Result>(
  { embedder: settings, store }: Config,
  work: (embedder: Embedder) => Promise<Result>,
): Promise<Result> {
  const embedder = await createEmbedder({ ...settings, cacheMaxBytes: 0 }, store);
  try {
    return await work(embedder);
  } finally {
    await embedder.close();
  }
}

/** Whether the model that answers can be asked. Errors: those of the model. */
export async function checkLanguageModel({ generator }: Config): Promise<Finding> {
  const model = createLanguageModel(generator);
  if (!model) return good('none; answers are quoted from the documents');
  try {
    await model.complete([{ role: 'user', content: 'Reply with the word: ready' }]);
    return good(`${generator.model} at ${generator.baseUrl} answers`);
  } finally {
    await model.close?.();
  }
}

/** Whether passages can be put in order: one is, by the reranker that the settings have. Errors: those of it. */
export async function checkReranker(config: Config): Promise<Finding> {
  return withEmbedder(config, async (embedder) => {
    const reranker = await rerankerOf(config, embedder);
    const passage = { chunkId: 'ready', text: sentence, score: 0, cosine: null, coverage: 0 };
    try {
      await reranker?.rerank(sentence, [passage]);
      return good(`${reranker?.name} ranks passages`);
    } finally {
      await reranker?.close?.();
    }
  });
}

/** Whether sentences can be compared with their sources: one is, by the second verifier. Errors: those of it. */
export async function checkVerifier(config: Config): Promise<Finding> {
  const verifier = await verifierOf(config);
  try {
    const claim = { text: sentence, sources: [sentence], first: 'supported', lacksFacts: false } as const;
    await verifier?.verify(claim);
    return good(`${verifier?.name} compares sentences with their sources`);
  } finally {
    await verifier?.close?.();
  }
}

/**
 * Tries every model that the settings name with a short request, all at once, each for `limitMs` at most: also where
 * the settings let it take longer. Nothing is taken from a cache, and no key is told. Never rejects.
 */
export async function testModels(config: Config, limitMs = 15_000): Promise<readonly ModelCheck[]> {
  const { embedder, generator, reranker, verifier } = config;
  const within = <Section extends { readonly timeoutMs: number }>(section: Section): Section => ({
    ...section,
    timeoutMs: Math.min(section.timeoutMs, limitMs),
  });
  const limited = {
    ...config,
    embedder: within(embedder),
    generator: within(generator),
    reranker: within(reranker),
    verifier: within(verifier),
  };
  const tries = {
    embedder: () => checkModel(limited),
    generator: () => checkLanguageModel(limited),
    ...(reranker.kind !== 'none' && { reranker: () => checkReranker(limited) }),
    ...(verifier.kind !== 'none' && { verifier: () => checkVerifier(limited) }),
  };
  return Promise.all(
    modelParts.flatMap((part) => {
      const look = tries[part];
      return look ? [timed(part, look)] : [];
    }),
  );
}

async function timed(part: ModelCheck['part'], look: () => Promise<Finding>): Promise<ModelCheck> {
  const startedMs = performance.now();
  const took = () => performance.now() - startedMs;
  try {
    return { part, state: 'ready', ...(await look()), tookMs: took() };
  } catch (error) {
    return { part, state: stateOf(error), ...asFinding(error), tookMs: took() };
  }
}

/** Of failures whose code tells enough. */
const states: Readonly<Record<string, ModelCheck['state']>> = {
  model_unavailable: 'unreachable',
  aborted: 'unreachable',
  model_answer_invalid: 'malformed',
};

/** Of refusals by their status of HTTP. */
const refusals: Readonly<Record<number, ModelCheck['state']>> = {
  401: 'key-refused',
  403: 'key-refused',
  404: 'model-unknown',
};

function stateOf(error: unknown): ModelCheck['state'] {
  if (!isFootnoteError(error)) return 'unusable';
  const { code, details } = error;
  if (code === 'model_rejected') return refusals[Number(details['status'])] ?? 'refused';
  // Of a vector that is wrong in another way it says which text it is of.
  if (code === 'vector_invalid') return 'position' in details ? 'malformed' : 'dimension-differs';
  return states[code] ?? 'unusable';
}
