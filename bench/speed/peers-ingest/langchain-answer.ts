/**
 * LangChain.js answering from its in-memory vector store, as its documentation shows it: the five nearest passages in
 * the prompt, the answer streamed. `node langchain-answer.ts FOLDER BASE_URL QUESTIONS_FILE` prints milliseconds until
 * the first token of each question of the second half as JSON: the first half warms up. Its passages are those of the
 * files, its models those of the address.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is used of LangChain.js, which the project itself does not install. */
interface OpenAi {
  readonly OpenAIEmbeddings: new (options: object) => Embeddings;
  readonly ChatOpenAI: new (
    options: object,
  ) => {
    stream(messages: readonly (readonly [string, string])[]): Promise<AsyncIterable<{ content: unknown }>>;
  };
}
interface Embeddings {
  embedDocuments(texts: readonly string[]): Promise<number[][]>;
}
interface MemoryStores {
  readonly MemoryVectorStore: new (
    embeddings: Embeddings,
  ) => {
    addVectors(vectors: readonly number[][], documents: readonly object[]): Promise<void>;
    similaritySearch(query: string, limit: number): Promise<readonly { readonly pageContent: string }[]>;
  };
}

const openAiPackage: string = '@langchain/openai';
const storesPackage: string = '@langchain/classic/vectorstores/memory';
const { OpenAIEmbeddings, ChatOpenAI } = (await import(openAiPackage)) as OpenAi;
const { MemoryVectorStore } = (await import(storesPackage)) as MemoryStores;

const embeddedAtOnce = 1000;
const [folder = '', baseURL = '', questionsFile = ''] = process.argv.slice(2);
const questions = JSON.parse(await readFile(questionsFile, 'utf8')) as readonly string[];

const options = { apiKey: 'none', configuration: { baseURL } };
const embeddings = new OpenAIEmbeddings({ ...options, model: 'made-up', batchSize: 200 });
const model = new ChatOpenAI({ ...options, model: 'brief', temperature: 0.3, maxTokens: 500 });
const store = new MemoryVectorStore(embeddings);
for (const name of await readdir(folder)) {
  const passages = (await readFile(join(folder, name), 'utf8')).trim().split('\n\n');
  for (let from = 0; from < passages.length; from += embeddedAtOnce) {
    const texts = passages.slice(from, from + embeddedAtOnce);
    const documents = texts.map((pageContent) => ({ pageContent, metadata: { source: name } }));
    await store.addVectors(await embeddings.embedDocuments(texts), documents);
  }
}

const times: number[] = [];
for (const question of questions) {
  const startedMs = performance.now();
  const found = await store.similaritySearch(question, 5);
  const context = found.map(({ pageContent }) => pageContent).join('\n\n');
  const answer = await model.stream([
    ['system', `Answer from this context and nothing else.\n\n${context}`],
    ['user', question],
  ]);
  for await (const { content } of answer) {
    if (content === '') continue;
    times.push(performance.now() - startedMs);
    break;
  }
}
process.stdout.write(JSON.stringify(times.slice(times.length / 2)));
