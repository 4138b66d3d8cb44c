import { rerankerOf, verifierOf } from '../../app/adapters.ts';
import { createEmbedder } from '../../models/create-embedder.ts';
import { createLanguageModel } from '../../models/create-generator.ts';
import { installedModel, multilingualModel } from '../../models/local/installed-models.ts';
import {
  readModelFolder,
  shippedModelDirectory,
  verifyModelFolder,
} from '../../models/local/model-folder.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, good } from './finding.ts';

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

async function checkRemoteModel({ embedder: settings, store }: Config): Promise<Finding> {
  const embedder = await createEmbedder(settings, store);
  try {
    await embedder.embedQuery('ready');
    return good(`${settings.model} at ${settings.baseUrl} answers, ${embedder.dimension} dimensions`);
  } finally {
    await embedder.close();
  }
}

/** Whether the model that answers can be asked. Errors: those of the model. */
export async function checkLanguageModel({ generator }: Config): Promise<Finding> {
  const model = createLanguageModel(generator);
  if (!model) return good('none; answers are quoted from the documents');
  await model.complete([{ role: 'user', content: 'Reply with the word: ready' }]);
  return good(`${generator.model} at ${generator.baseUrl} answers`);
}

/** Whether passages can be put in order: one is, by the reranker that the settings have. Errors: those of it. */
export async function checkReranker(config: Config): Promise<Finding> {
  const embedder = await createEmbedder(config.embedder, config.store);
  const reranker = await rerankerOf(config, embedder);
  const passage = { chunkId: 'ready', text: sentence, score: 0, cosine: null, coverage: 0 };
  try {
    await reranker?.rerank(sentence, [passage]);
    return good(`${reranker?.name} ranks passages`);
  } finally {
    await reranker?.close?.();
    await embedder.close();
  }
}

/** Whether sentences can be compared with their sources: one is, by the second verifier. Errors: those of it. */
export async function checkVerifier(config: Config): Promise<Finding> {
  const verifier = await verifierOf(config);
  try {
    await verifier?.verify({ text: sentence, sources: [sentence], first: 'supported' });
    return good(`${verifier?.name} compares sentences with their sources`);
  } finally {
    await verifier?.close?.();
  }
}
