import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/corpus.ts';
import {
  addModel,
  type InstallableModel,
  installableModels,
  installedModel,
  listModels,
} from './installed-models.ts';
import { fileChecksum, readModelFolder, shippedModelDirectory, verifyModelFolder } from './model-folder.ts';

const shipped = await readModelFolder(shippedModelDirectory());
const weights = join(shipped.directory, shipped.weights);
const tokenizer = join(shipped.directory, 'tokenizer.json');

/** The shipped model as if it were published under the name of one that can be added. */
const small: InstallableModel = {
  ...(installableModels.find(({ name }) => name === 'e5-small-v2') as InstallableModel),
  files: {
    'model.onnx': { bytes: readFileSync(weights).length, sha256: await fileChecksum(weights) },
    'tokenizer.json': { bytes: readFileSync(tokenizer).length, sha256: await fileChecksum(tokenizer) },
  },
};
const models = [small];

/** A folder with the two files of a model. */
function downloaded(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'onnx'));
  copyFileSync(weights, join(folder, 'onnx', 'model.onnx'));
  copyFileSync(tokenizer, join(folder, 'tokenizer.json'));
  return folder;
}

function place() {
  return { store: temporaryFolder(), modelsDirectory: '' };
}

describe('adding a model', () => {
  test('copies it to the store, laid out so that it can be loaded', async () => {
    const where = place();
    const added = await addModel(downloaded(), where, { models });
    expect(added).toMatchObject({
      name: 'e5-small-v2',
      state: 'added',
      directory: installedModel(where, 'e5-small-v2'),
    });
    expect(readdirSync(join(where.store, 'models'))).toEqual(['e5-small-v2']);
    const folder = await readModelFolder(added.directory);
    await verifyModelFolder(folder);
    expect(folder).toMatchObject({
      dimension: 384,
      maxTokens: 512,
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
    });
  });

  test('mends one of which a file was lost', async () => {
    const where = place();
    const { directory } = await addModel(downloaded(), where, { models });
    rmSync(join(directory, 'tokenizer.json'));
    await addModel(downloaded(), where, { models });
    await verifyModelFolder(await readModelFolder(directory));
  });

  test('goes on where a copy was cut off: what is whole is not copied again', async () => {
    const where = place();
    const beside = join(where.store, 'models', 'e5-small-v2.adding');
    mkdirSync(beside, { recursive: true });
    copyFileSync(weights, join(beside, 'model.onnx'));
    writeFileSync(join(beside, 'tokenizer.json'), readFileSync(tokenizer).subarray(0, 1000));
    expect(installedModel(where, 'e5-small-v2')).toBeUndefined();
    const { directory } = await addModel(downloaded(), where, { models });
    await verifyModelFolder(await readModelFolder(directory));
    expect(readdirSync(join(where.store, 'models'))).toEqual(['e5-small-v2']);
  });

  test('goes on behind a copy that may not be written to, and never through a link', async () => {
    const where = place();
    const beside = join(where.store, 'models', 'e5-small-v2.adding');
    mkdirSync(beside, { recursive: true });
    const elsewhere = join(temporaryFolder(), 'elsewhere');
    writeFileSync(elsewhere, 'of somebody');
    symlinkSync(elsewhere, join(beside, 'model.onnx'));
    writeFileSync(join(beside, 'tokenizer.json'), 'cut off', { mode: 0o444 });
    const { directory } = await addModel(downloaded(), where, { models });
    await verifyModelFolder(await readModelFolder(directory));
    expect(readFileSync(elsewhere, 'utf8')).toBe('of somebody');
  });

  test('leaves nothing that could be taken for a model where it is stopped', async () => {
    const where = place();
    const stopped = addModel(downloaded(), where, { models, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(installedModel(where, 'e5-small-v2')).toBeUndefined();
  });

  test.each([
    ['has no weights', 'onnx/model.onnx', 'model_refused', 'it has no file model.onnx'],
    ['has no tokenizer', 'tokenizer.json', 'model_refused', 'it has no file tokenizer.json'],
  ])('refuses a folder that %s', async (_, missing, code, reason) => {
    const folder = downloaded();
    rmSync(join(folder, missing));
    await expect(addModel(folder, place(), { models })).rejects.toMatchObject({ code, details: { reason } });
  });

  test('refuses weights of another size, naming the models that there are', async () => {
    const folder = downloaded();
    truncateSync(join(folder, 'onnx', 'model.onnx'), 1234);
    await expect(addModel(folder, place())).rejects.toThrow(
      /its model\.onnx has 1234 bytes.*multilingual-e5-small, e5-small-v2/,
    );
  });

  test.each([
    ['a device without an end', '/dev/zero', 'its tokenizer.json is no file'],
    ['a folder', '/tmp', 'its tokenizer.json is no file'],
    ['a link to nothing', '/no/such/file', 'it has no file tokenizer.json'],
    ['another file', weights, /^its tokenizer\.json has \d+ bytes and not \d+$/],
  ])('refuses %s in the place of the tokenizer before it is read', async (_, target, reason) => {
    const folder = downloaded();
    rmSync(join(folder, 'tokenizer.json'));
    symlinkSync(target, join(folder, 'tokenizer.json'));
    await expect(addModel(folder, place(), { models })).rejects.toMatchObject({
      code: 'model_refused',
      details: { reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
    });
  });

  test('refuses a file of the right size that is not as published', async () => {
    const folder = downloaded();
    const bytes = readFileSync(tokenizer);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(join(folder, 'tokenizer.json'), bytes);
    const where = place();
    await expect(addModel(folder, where, { models })).rejects.toMatchObject({ code: 'model_altered' });
    expect(installedModel(where, 'e5-small-v2')).toBeUndefined();
  });

  test('says what is wrong with a path, and with a place that cannot be written', async () => {
    await expect(addModel('/no/such/folder', place())).rejects.toMatchObject({ code: 'path_not_found' });
    await expect(addModel(weights, place())).rejects.toMatchObject({ code: 'model_refused' });
    const store = join(temporaryFolder(), 'file');
    writeFileSync(store, '');
    await expect(addModel(downloaded(), { store, modelsDirectory: '' }, { models })).rejects.toMatchObject({
      code: 'path_unwritable',
    });
  });
});

test('lists the models with whether they are there', async () => {
  const where = place();
  const states = async () => (await listModels(where)).map(({ name, state }) => [name, state]);
  expect(await states()).toEqual([
    ['multilingual-e5-small', 'missing'],
    ['e5-small-v2', 'missing'],
  ]);
  // Of the shipped model's files, which are not those that are published under this name.
  await addModel(downloaded(), where, { models });
  expect(await states()).toEqual([
    ['multilingual-e5-small', 'missing'],
    ['e5-small-v2', 'damaged'],
  ]);
});
