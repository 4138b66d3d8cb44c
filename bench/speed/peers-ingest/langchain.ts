/**
 * LangChain.js on a folder of Markdown files, as its documentation shows it: recursive splitting with its own
 * defaults, the in-memory vector store, and the embedding model given as the first argument, one text a run, cut at
 * its longest input. `node langchain.ts MODEL_FOLDER FOLDER` prints seconds and chunks as JSON.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** What is used of LangChain.js, which the project itself does not install. */
interface TextSplitters {
  readonly RecursiveCharacterTextSplitter: {
    fromLanguage(language: 'markdown'): {
      createDocuments(texts: readonly string[], metadata: readonly object[]): Promise<readonly object[]>;
    };
  };
}
interface MemoryStores {
  readonly MemoryVectorStore: {
    fromDocuments(documents: readonly object[], embeddings: PeerEmbeddings): Promise<VectorStore>;
  };
}
interface VectorStore {
  similaritySearch(query: string, limit: number): Promise<readonly { readonly pageContent: string }[]>;
}
interface PeerEmbeddings {
  embedDocuments(texts: readonly string[]): Promise<number[][]>;
  embedQuery(text: string): Promise<number[]>;
}

/** Marks included, as the model was trained. */
const maxTokens = 256;

const splittersPackage: string = '@langchain/textsplitters';
const storesPackage: string = '@langchain/classic/vectorstores/memory';
const { RecursiveCharacterTextSplitter } = (await import(splittersPackage)) as TextSplitters;
const { MemoryVectorStore } = (await import(storesPackage)) as MemoryStores;

const [modelFolder = '', folder = ''] = process.argv.slice(2);
const start = performance.now();
const embeddings = await openEmbeddings(modelFolder);
const names = (await readdir(folder)).toSorted();
const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
const splitter = RecursiveCharacterTextSplitter.fromLanguage('markdown');
const documents = await splitter.createDocuments(
  texts,
  names.map((source) => ({ source })),
);
const store = await MemoryVectorStore.fromDocuments(documents, embeddings);
const seconds = (performance.now() - start) / 1000;
const found = await store.similaritySearch('lighthouse', 1);
if (found.length === 0) throw new Error('Nothing is found of what was ingested.');
process.stdout.write(JSON.stringify({ seconds, chunks: documents.length }));

/** The model through onnxruntime with its own default of threads: all cores for each run. */
async function openEmbeddings(directory: string): Promise<PeerEmbeddings> {
  const definition = JSON.parse(await readFile(join(directory, 'tokenizer.json'), 'utf8')) as object;
  const tokenizer = new Tokenizer(definition, {});
  const session = await InferenceSession.create(join(directory, 'onnx/model_quantized.onnx'));
  const embedQuery = async (text: string): Promise<number[]> => {
    const { ids: all } = tokenizer.encode(text);
    const ids = all.length > maxTokens ? [...all.slice(0, maxTokens - 1), ...all.slice(-1)] : all;
    const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
    const feeds = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
    const { sentence_embedding: vector } = await session.run(feeds, ['sentence_embedding']);
    return Array.from(vector?.data as Float32Array);
  };
  return {
    embedQuery,
    async embedDocuments(documentTexts) {
      const vectors: number[][] = [];
      for (const text of documentTexts) vectors.push(await embedQuery(text));
      return vectors;
    },
  };
}
