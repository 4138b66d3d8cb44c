import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelMissing, readModelFolder, shippedModelDirectory, verifyModelFolder } from './model-folder.ts';
import { loadModelTokenizer } from './model-tokenizer.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footnote-model-'));
  await cp(shippedModelDirectory(), directory, { recursive: true });
});

afterEach(() => rm(directory, { recursive: true }));

/** Changes the JSON of one file of the folder. */
async function edit(name: string, change: (content: Record<string, unknown>) => void): Promise<void> {
  const file = join(directory, name);
  const content = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  change(content);
  await writeFile(file, JSON.stringify(content));
}

test('the shipped model is as it was published', async () => {
  const folder = await readModelFolder(shippedModelDirectory());
  expect(folder).toMatchObject({ name: 'all-MiniLM-L6-v2', dimension: 384, maxTokens: 256, pooling: 'mean' });
  await expect(verifyModelFolder(folder)).resolves.toBeUndefined();
});

describe('a folder from the hub', () => {
  test('needs neither pooling nor sentence settings nor checksums', async () => {
    for (const name of [
      '1_Pooling',
      'sentence_bert_config.json',
      'checksums.json',
      'tokenizer_config.json',
    ]) {
      await rm(join(directory, name), { recursive: true });
    }
    const folder = await readModelFolder(directory);
    expect(folder).toMatchObject({ dimension: 384, maxTokens: 512, pooling: 'mean' });
    expect(folder.checksums.tokenizer).toMatch(/^5fd1c882/);
  });

  test('reads no more tokens than its tokenizer says', async () => {
    await rm(join(directory, 'sentence_bert_config.json'));
    await edit('tokenizer_config.json', (content) => {
      content['model_max_length'] = 128;
    });
    expect((await readModelFolder(directory)).maxTokens).toBe(128);
  });

  test('may have weights under another name; int8 ones are taken first', async () => {
    const onnx = join(directory, 'onnx');
    await rename(join(onnx, 'model_quantized.onnx'), join(onnx, 'model_O4.onnx'));
    expect((await readModelFolder(directory)).weights).toBe('onnx/model_O4.onnx');
    await writeFile(join(onnx, 'model.onnx'), '');
    expect((await readModelFolder(directory)).weights).toBe('onnx/model.onnx');
    await writeFile(join(onnx, 'model_quantized.onnx'), '');
    expect((await readModelFolder(directory)).weights).toBe('onnx/model_quantized.onnx');
  });

  test('may pool by its first token', async () => {
    await edit('1_Pooling/config.json', (content) => {
      content['pooling_mode_cls_token'] = true;
      content['pooling_mode_mean_tokens'] = false;
    });
    expect((await readModelFolder(directory)).pooling).toBe('cls');
  });

  test('that pools in another way is refused', async () => {
    await edit('1_Pooling/config.json', (content) => {
      content['pooling_mode_mean_tokens'] = false;
      content['pooling_mode_max_tokens'] = true;
    });
    await expect(readModelFolder(directory)).rejects.toMatchObject({ code: 'model_missing' });
  });

  test('with a file that is no JSON is refused, and the message names it', async () => {
    await writeFile(join(directory, 'config.json'), '{');
    await expect(readModelFolder(directory)).rejects.toThrow(join(directory, 'config.json'));
  });

  test('without weights is refused', async () => {
    await rm(join(directory, 'onnx'), { recursive: true });
    await mkdir(join(directory, 'onnx'));
    await expect(readModelFolder(directory)).rejects.toMatchObject({ code: 'model_missing' });
  });

  test('that the system refuses to open is not told to be restored', () => {
    const refused = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    expect(modelMissing('model.onnx', refused).message).toBe(
      'The model file model.onnx cannot be read (EMFILE: too many open files). Raise the limit on open files for this user, and run the same command again.',
    );
  });

  test('may have a tokenizer whose tokens reach across spaces', async () => {
    await rm(join(directory, 'checksums.json'));
    await edit('tokenizer.json', (content) => {
      const added = content['added_tokens'] as object[];
      added.push({ ...added[0], id: 30_522, content: 'two words' });
    });
    const tokenizer = loadModelTokenizer(await readModelFolder(directory));
    expect(tokenizer.encode('one two words')).toEqual([2028, 30_522]);
    expect(tokenizer.count('one two words')).toBe(2);
  });
});
