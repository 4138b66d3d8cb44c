import { constants, existsSync } from 'node:fs';
import { copyFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CosineScale } from '../../contracts/embedder.ts';
import { FootnoteError, isFootnoteError, throwIfAborted } from '../../errors.ts';
import { makeFolder, unwritable } from '../../files/output-files.ts';
import { pathError } from '../../files/path-error.ts';
import { compareChecksum, fileChecksum } from './model-folder.ts';

/** An embedding model that does not come with the package and can be added to a store. */
export interface InstallableModel {
  readonly name: string;
  /** What it is better for than the shipped model, for people. */
  readonly purpose: string;
  readonly license: string;
  readonly files: Readonly<Record<ModelFile, { readonly bytes: number; readonly sha256: string }>>;
  readonly dimension: number;
  /** Most tokens it reads at once, begin and end marks included. */
  readonly maxTokens: number;
  readonly languages: readonly string[] | 'any';
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** Measured by `bench/quality/cosine-scales.ts`. */
  readonly cosines: CosineScale;
}

const modelFiles = ['model.onnx', 'tokenizer.json'] as const;
type ModelFile = (typeof modelFiles)[number];

const e5 = {
  license: 'MIT',
  dimension: 384,
  maxTokens: 512,
  queryPrefix: 'query: ',
  documentPrefix: 'passage: ',
} as const;

/** The model for collections of other languages, by its name among {@link installableModels}. */
export const multilingualModel = 'multilingual-e5-small';

/** The models that can be added, as they were published. */
export const installableModels: readonly InstallableModel[] = [
  {
    ...e5,
    name: multilingualModel,
    purpose: 'about 100 languages, and questions in one language over documents in another',
    files: {
      'model.onnx': {
        bytes: 78_043_730,
        sha256: '84470a884859906a7dcfec940922469240fb7104d9483d3a1488349b14ed21c9',
      },
      'tokenizer.json': {
        bytes: 9_279_993,
        sha256: '8b33de07f7ab3b56b6205ef18a538b07142bb3880cb98b6646acfc65c9895f0b',
      },
    },
    languages: 'any',
    // Chosen on half of the articles of XQuAD and KorQuAD: one answerable question of 100 is refused, and one unrelated
    // question of ten passes. In other languages nothing was measured.
    cosines: {
      unrelated: 0.67,
      near: 0.86,
      higherIn: { de: 0.01, es: 0.028, hi: 0.028, ko: 0.019, ru: 0.014, th: 0.043, vi: 0.048, zh: 0.043 },
    },
  },
  {
    ...e5,
    name: 'e5-small-v2',
    purpose: 'English filings and reports',
    files: {
      'model.onnx': {
        bytes: 34_015_049,
        sha256: '04ddb223895cf6e0af0206136c9e0690678f5f4641c8d36c8573a9b53d0bd260',
      },
      'tokenizer.json': {
        bytes: 711_396,
        sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      },
    },
    languages: ['en'],
    cosines: { unrelated: 0.78, near: 0.82 },
  },
];

/** What is published of weights, by their SHA-256, whatever folder they are in. */
export function publishedModel(weights: string): InstallableModel | undefined {
  return installableModels.find(({ files }) => files['model.onnx'].sha256 === weights);
}

/** Settings that say where added models are. */
interface ModelsPlace {
  readonly store: string;
  /** Empty: the folder `models` in the store's. */
  readonly modelsDirectory: string;
}

/** The folder that models are added to. */
export function modelsDirectory({ store, modelsDirectory: chosen }: ModelsPlace): string {
  return resolve(chosen || join(store, 'models'));
}

/** The folder of a model that was added; undefined where it was not. */
export function installedModel(place: ModelsPlace, name: string): string | undefined {
  const directory = join(modelsDirectory(place), name);
  const isKnown = installableModels.some((model) => model.name === name);
  return isKnown && existsSync(join(directory, 'config.json')) ? directory : undefined;
}

/** A model that was added, or could be. */
interface ListedModel extends Pick<InstallableModel, 'name' | 'purpose' | 'license' | 'languages'> {
  readonly bytes: number;
  /** Where it is, or would be. */
  readonly directory: string;
  /** `damaged`: a file is missing or not as published; adding it again mends that. */
  readonly state: 'added' | 'missing' | 'damaged';
}

/** The models that can be added, each with whether it is there as published. Reads all their bytes. */
export async function listModels(place: ModelsPlace): Promise<readonly ListedModel[]> {
  return Promise.all(
    installableModels.map(async (model): Promise<ListedModel> => {
      const directory = join(modelsDirectory(place), model.name);
      const isWhole = await isPublished(directory, model);
      return listed(model, directory, isWhole ? 'added' : existsSync(directory) ? 'damaged' : 'missing');
    }),
  );
}

function listed(
  { name, purpose, license, languages, files }: InstallableModel,
  directory: string,
  state: ListedModel['state'],
): ListedModel {
  const bytes = modelFiles.reduce((sum, file) => sum + files[file].bytes, 0);
  return { name, purpose, license, languages, bytes, directory, state };
}

async function isPublished(directory: string, model: InstallableModel): Promise<boolean> {
  if (!existsSync(join(directory, 'config.json'))) return false;
  for (const file of modelFiles)
    if (!(await isAsPublished(join(directory, file), model.files[file]))) return false;
  return true;
}

async function isAsPublished(
  path: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<boolean> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  );
  if (size !== bytes) return false;
  return (await fileChecksum(path).catch(() => undefined)) === sha256;
}

/** How a model is added. */
interface AddModelOptions {
  readonly signal?: AbortSignal;
  /** Those that are taken. Default: {@link installableModels}. */
  readonly models?: readonly InstallableModel[];
}

/**
 * Copies a model from a folder that holds its weights and its tokenizer, `model.onnx` and `tokenizer.json` there or
 * `onnx/model.onnx`, to where added models are, with the files that say how it is read. Nothing half copied is ever
 * taken for a model: it is made beside its place and moved there whole, and what a copy that was cut off has left is
 * not copied again. One that is there as published stays as it is.
 * Errors: `path_not_found`, `path_unreadable`, `model_refused` of a folder that holds none of {@link
 * installableModels}, `model_altered` of a file that is not as published, `path_unwritable`, `aborted`.
 */
export async function addModel(
  folder: string,
  place: ModelsPlace,
  { signal, models = installableModels }: AddModelOptions = {},
): Promise<ListedModel> {
  const { model, paths } = await findModel(resolve(folder), models);
  const directory = join(modelsDirectory(place), model.name);
  const added = listed(model, directory, 'added');
  if (await isPublished(directory, model)) return added;
  const beside = `${directory}.adding`;
  try {
    makeFolder(beside);
    for (const file of modelFiles) {
      throwIfAborted(signal);
      const copy = join(beside, file);
      if (await isAsPublished(copy, model.files[file])) continue;
      // One that was cut off may not be written to where its source may not; a link would lead elsewhere.
      await rm(copy, { recursive: true, force: true });
      await copyFile(paths[file], copy, constants.COPYFILE_FICLONE);
      // The disk may have lost some of it, or another program may be writing to the source.
      compareChecksum(copy, await fileChecksum(copy), model.files[file].sha256);
    }
    for (const [file, content] of Object.entries(describingFiles(model)))
      await writeFile(join(beside, file), `${JSON.stringify(content, null, 2)}\n`);
    throwIfAborted(signal);
    await rm(directory, { recursive: true, force: true });
    await rename(beside, directory);
  } catch (error) {
    if (isFootnoteError(error)) throw error;
    // Whoever added the same model in the same moment has moved it there.
    if (await isPublished(directory, model)) return added;
    throw unwritable(
      directory,
      error,
      'Make room there, or choose another place with embedder.modelsDirectory',
    );
  }
  return added;
}

/** The model whose weights a folder holds, and where its files are. */
async function findModel(
  folder: string,
  models: readonly InstallableModel[],
): Promise<{ readonly model: InstallableModel; readonly paths: Readonly<Record<ModelFile, string>> }> {
  const found = await stat(folder).catch((error: unknown) => {
    throw pathError(folder, error);
  });
  const known = models.map(({ name }) => name).join(', ');
  const refused = (reason: string) => new FootnoteError('model_refused', { path: folder, reason, known });
  if (!found.isDirectory()) throw refused('it is not a folder');
  const weights = [join(folder, 'model.onnx'), join(folder, 'onnx', 'model.onnx')].find(existsSync);
  if (weights === undefined) throw refused('it has no file model.onnx');
  const { size } = await stat(weights);
  const model = models.find(({ files }) => files['model.onnx'].bytes === size);
  if (!model) throw refused(`its model.onnx has ${size} bytes, which is none of theirs`);
  const paths = { 'model.onnx': weights, 'tokenizer.json': join(folder, 'tokenizer.json') };
  for (const file of modelFiles) {
    const { bytes, sha256 } = model.files[file];
    const source = await stat(paths[file]).catch(() => undefined);
    if (!source) throw refused(`it has no file ${file}`);
    // Neither a pipe nor a device comes to an end.
    if (!source.isFile()) throw refused(`its ${file} is no file`);
    if (source.size !== bytes) throw refused(`its ${file} has ${source.size} bytes and not ${bytes}`);
    compareChecksum(paths[file], await fileChecksum(paths[file]), sha256);
  }
  return { model, paths };
}

/** The files that the layout of a model's folder has beside weights and tokenizer. */
function describingFiles(model: InstallableModel): Readonly<Record<string, object>> {
  const { dimension, maxTokens, queryPrefix, documentPrefix, files } = model;
  const checksums = Object.fromEntries(modelFiles.map((file) => [file, files[file].sha256]));
  return {
    'checksums.json': checksums,
    'config_sentence_transformers.json': { prompts: { query: queryPrefix, passage: documentPrefix } },
    // Last: where it is, the folder is whole.
    'config.json': { hidden_size: dimension, max_position_embeddings: maxTokens },
  };
}
